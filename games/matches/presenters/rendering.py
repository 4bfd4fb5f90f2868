"""The table as HTML, drawn once for all who see the same: a move's answer and the push after it."""

from __future__ import annotations

from django.utils.translation import get_language

from fastpath.template_compiler import render
from games.matches.access import Access
from games.matches.cache import VersionedCache
from games.matches.models import Match
from games.matches.presenters.table import table_for

KEPT_TABLES = 512
table_html_cache: VersionedCache[str] = VersionedCache("tables", KEPT_TABLES)


def table_html(access: Access) -> str:
    """The fragment #table of a started match as its visitor may see it, at its newest event."""
    match = access.match
    viewer = f"{match.id} {access.seat} {get_language()}"
    html = table_html_cache.at(viewer, match.last_number)
    if html is None:
        context = {"match": match, "table": table_for(access)}
        html = render("matches/_table.html", context)
        # Once it is over a rematch may be offered, and a rating taken back: no event tells of it.
        if match.status == Match.Status.RUNNING:
            table_html_cache.keep(viewer, match.last_number, html)
    return html


def pushed(html: str) -> str:
    """The same fragment as a socket sends it: it finds its place by itself."""
    return html.replace('<div id="table"', '<div id="table" hx-swap-oob="morph"', 1)
