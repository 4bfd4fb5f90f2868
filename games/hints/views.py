"""The hint at a table: ask for it, and get it once a worker has found it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_noop as _

from core.refusals import Refusal
from games.hints import services
from games.hints.presenters import hint_url, hinted_table, hinted_table_html
from games.matches.decorators import open_for, page_view
from games.matches.models import Match
from games.matches.presenters.rendering import pushed, table_html
from games.matches.refusals import NotRunning
from games.matches.views import refuse_with_table, table_page

AGAIN = 1
"""Seconds until a browser without JavaScript looks again."""


@page_view("GET", "HEAD", "POST")
def hint(request: HttpRequest, match_id: str) -> HttpResponse:
    """Answer with the table and the hint so far; a GET asks for no new one.

    A script that knows the hint's state gets an empty response until that changes.
    """
    if request.method == "POST":
        try:
            asked = services.ask(request.user, match_id, request.POST.get("turn_token"))
        except Refusal as refusal:
            return refuse_with_table(request, match_id, refusal)
    else:
        access = open_for(request, match_id)
        if access.match.status in (Match.Status.OPEN, Match.Status.CLOSED):
            raise NotRunning(_("The match hasn’t started yet."))
        known = services.hint_for(access, request.GET.get("turn_token"))
        if known is None:
            is_part = getattr(request, "htmx", False)
            return HttpResponse(pushed(table_html(access))) if is_part else redirect(access.match)
        asked = services.Asked(access, known)
    return _shown(request, asked)


def _shown(request: HttpRequest, asked: services.Asked) -> HttpResponse:
    access, hint = asked
    if getattr(request, "htmx", False):
        if request.GET.get("known") == hint.status:
            return HttpResponse(status=204)
        html = hinted_table_html(access, hint)
        return HttpResponse(html if request.method == "POST" else pushed(html))
    table = hinted_table(access, hint)
    response = table_page(request, access, hinted=table)
    if hint.status in services.UNFINISHED:
        url = hint_url(access, hint, table.turn_token)
        response["Refresh"] = f"{AGAIN}; url={url}"
    return response
