"""Views to report a chat line or a player."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.models import Report
from accounts.views.decorators import refill
from games.matches.decorators import open_for, page_view
from games.matches.presenters.table import table_for
from games.matches.refusals import NotInstalled, SignInFirst
from games.matches.viewing import Access
from games.moderation.services import reporting

LOG_LINES = 40
"""The number of log lines copied into a report."""


def _line_form(request: HttpRequest, match_id: str, line_id: int) -> HttpResponse:
    access = _signed_in(request, match_id)
    reported = reporting.line_to_report(access, line_id)
    return _form(request, access, reported.author, reported.words)


@page_view("GET", "HEAD", "POST")
@refill(_line_form)
def line(request: HttpRequest, match_id: str, line_id: int) -> HttpResponse:
    if request.method != "POST":
        return _line_form(request, match_id, line_id)
    access = _signed_in(request, match_id)
    reporting.report_line(access, line_id, *_reason_and_note(request))
    return _thanks(request, access)


def _player_form(request: HttpRequest, match_id: str, seat: int) -> HttpResponse:
    access = _signed_in(request, match_id)
    return _form(request, access, reporting.player_to_report(access, seat), "")


@page_view("GET", "HEAD", "POST")
@refill(_player_form)
def player(request: HttpRequest, match_id: str, seat: int) -> HttpResponse:
    if request.method != "POST":
        return _player_form(request, match_id, seat)
    access = _signed_in(request, match_id)
    # The end of the log, as spectators read it.
    reporting.report_player(access, seat, *_reason_and_note(request), _log_lines(access))
    return _thanks(request, access)


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


def _reason_and_note(request: HttpRequest) -> tuple[str, str]:
    return request.POST.get("reason", ""), request.POST.get("note", "")


def _form(request: HttpRequest, access: Access, person: object, line: str) -> HttpResponse:
    context = {
        "person": person,
        "line": line,
        "reasons": Report.Reason.choices,
        "back": access.match.get_absolute_url(),
    }
    return render(request, "accounts/report.html", context)


def _thanks(request: HttpRequest, access: Access) -> HttpResponse:
    messages.success(request, _("Thank you. The moderators will look into it."))
    return redirect(access.match)
