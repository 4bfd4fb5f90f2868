"""Reporting a line of talk, or how somebody plays."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.models import Report
from games.access import Access
from games.services import reporting
from games.services.refusals import SignInFirst
from games.views.doors import door, open_for


@door("GET", "HEAD", "POST")
def line(request: HttpRequest, match_id: str, line_id: int) -> HttpResponse:
    access = _signed_in(request, match_id)
    found = reporting.line_to_report(access, line_id)
    if request.method == "POST":
        reporting.report_line(access, line_id, *_words(request))
        return _thanks(request, access)
    return _form(request, access, found.author, found.text)


@door("GET", "HEAD", "POST")
def player(request: HttpRequest, match_id: str, seat: int) -> HttpResponse:
    access = _signed_in(request, match_id)
    if request.method == "POST":
        reporting.report_player(access, seat, *_words(request))
        return _thanks(request, access)
    person = reporting.player_to_report(access, seat)
    return _form(request, access, person, "")


def _signed_in(request: HttpRequest, match_id: str) -> Access:
    access = open_for(request, match_id)
    if access.user is None:
        raise SignInFirst(_("Sign in to report something."))
    return access


def _words(request: HttpRequest) -> tuple[str, str]:
    return request.POST.get("reason", ""), request.POST.get("note", "")


def _form(request: HttpRequest, access: Access, person: object, said: str) -> HttpResponse:
    context = {
        "person": person,
        "line": said,
        "reasons": Report.Reason.choices,
        "back": access.match.get_absolute_url(),
    }
    return render(request, "accounts/report.html", context)


def _thanks(request: HttpRequest, access: Access) -> HttpResponse:
    messages.success(request, _("Thank you. The moderators will look into it."))
    return redirect(access.match)
