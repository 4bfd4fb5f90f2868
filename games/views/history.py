"""Matches that were played: lists, replay, records."""

from __future__ import annotations

from collections.abc import Iterator

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext_noop as _

from games.history_form import HistoryForm
from games.models import Match
from games.presenters.finding import Finding, Found
from games.presenters.history import listed
from games.presenters.lobby import my_tables
from games.presenters.replay import replay_for
from games.services.archive import archive_of, data_of
from games.services.record import record_of
from games.services.refusals import NotRunning
from games.views.doors import door, open_for


@door("GET", "HEAD")
def matches(request: HttpRequest) -> HttpResponse:
    """My finished matches, or everybody's public ones, those that the filters let through."""
    form = HistoryForm(request.GET, request.user)
    found, count, whom = Found([]), None, request.user
    valid, chosen = form.is_valid(), form.chosen()
    if valid:
        sought = form.sought()
        finding = Finding(sought, request.user, mine=form.mine)
        found = finding.page(request.GET)
        if found.older or found.newer:
            count = finding.count() if chosen else None
        else:
            count = len(found.matches)
        if not form.mine and sought.player is not None:
            whom = sought.player
    plain = form.mine and not chosen and not found.newer and not form.errors
    context = {
        "form": form,
        "count": count,
        "chosen": chosen,
        "matches": listed(found.matches, whom),
        "newer": form.link(newer=found.newer) if found.newer else "",
        "older": form.link(older=found.older) if found.older else "",
        "going_on": my_tables(request.user) if plain else [],
    }
    return render(request, "games/matches.html", context)


@login_required
@reauthentication_required
@door("POST")
def my_data(request: HttpRequest) -> HttpResponseBase:
    """All that is stored of me, and the records of my finished matches, as one file."""
    return _zipped(data_of(request.user), f"tavola-data-{request.user.get_username()}.zip")


@door("GET", "HEAD")
def records(request: HttpRequest) -> HttpResponseBase:
    """The records of all my finished matches, as one file."""
    return _zipped(archive_of(request.user), f"tavola-{request.user.get_username()}.zip")


def _zipped(parts: Iterator[bytes], name: str) -> StreamingHttpResponse:
    response = StreamingHttpResponse(parts, content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@door("GET", "HEAD")
def replay(request: HttpRequest, match_id: str) -> HttpResponse:
    access = open_for(request, match_id)
    if access.match.status in (Match.Status.OPEN, Match.Status.CLOSED):
        return redirect(access.match)
    shown = replay_for(access, request.GET.get("step", ""), request.GET.get("view", ""))
    context = {"match": access.match, "replay": shown, "table": shown.table}
    template = "games/_replay.html" if getattr(request, "htmx", False) else "games/replay.html"
    return render(request, template, context)


@door("GET", "HEAD")
def record(request: HttpRequest, match_id: str) -> HttpResponse:
    """The record of a finished match, as a file."""
    access = open_for(request, match_id)
    if access.match.status != Match.Status.FINISHED:
        raise NotRunning(_("The record is open once the match is over."))
    response = JsonResponse(record_of(access.match), json_dumps_params={"indent": 1})
    name = f"{access.match.game}-{access.match.id}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
