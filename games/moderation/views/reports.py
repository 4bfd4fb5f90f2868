"""Views to report a chat line or a player."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.matches.decorators import open_for, page_view
from games.matches.pages import report_page
from games.matches.presenters.table import table_for
from games.matches.refusals import NotInstalled, SignInFirst
from games.matches.viewing import Access
from games.moderation.services import reporting

LOG_LINES = 40
"""The number of log lines copied into a report."""


@page_view("GET", "HEAD", "POST")
def line(request: HttpRequest, match_id: str, line_id: int) -> HttpResponseBase:
    """Report a line of a table's chat."""
    access = _signed_in(request, match_id)
    reported = reporting.line_to_report(access, line_id)
    assert reported.author is not None  # or there was nothing to report
    send = partial(reporting.report_line, access, line_id)
    return report_page(request, reported.author, reported.words, access.match, send)


@page_view("GET", "HEAD", "POST")
def player(request: HttpRequest, match_id: str, seat: int) -> HttpResponseBase:
    """Report a player, with the end of the log as spectators read it."""
    access = _signed_in(request, match_id)

    def send(reason: str, note: str) -> None:
        reporting.report_player(access, seat, reason, note, _log_lines(access))

    return report_page(request, reporting.player_to_report(access, seat), "", access.match, send)


@page_view("GET", "HEAD")
def choose(request: HttpRequest, match_id: str) -> HttpResponse:
    """Let the reporter choose one of the other users who have, or had, a seat."""
    access = _signed_in(request, match_id)
    others = [p for p in access.players if p.user is not None and p.user != access.user]
    context = {"match": access.match, "others": [p for p in others if p.seat is not None]}
    return render(request, "moderation/report_whom.html", context)


def _signed_in(request: HttpRequest, match_id: str) -> Access:
    access = open_for(request, match_id)
    if access.user is None:
        raise SignInFirst(_("Sign in to report something."))
    return access


def _log_lines(access: Access) -> list[str]:
    """Return the last lines of the public log; none if the game is not installed."""
    try:
        lines = table_for(replace(access, player=None)).lines
    except NotInstalled:
        return []
    return [line.text for line in lines[-LOG_LINES:]]
