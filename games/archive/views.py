"""Matches that were played: lists, replay, records."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext_noop as _

from games.archive.forms import HistoryForm
from games.archive.presenters.history import listed
from games.archive.presenters.match_search import Finding, Found
from games.archive.services.archive import archive_of
from games.lobby.presenters.lobby import my_tables
from games.matches.decorators import open_for, page_view
from games.matches.models import Match
from games.matches.presenters.replay import replay_for
from games.matches.refusals import NotRunning
from games.matches.services.event_store import record_of


@page_view("GET", "HEAD")
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
    return render(request, "archive/matches.html", context)


@page_view("GET", "HEAD")
def records(request: HttpRequest) -> HttpResponseBase:
    """The records of all my finished matches, as one file."""
    return zipped(archive_of(request.user), f"tavola-{request.user.get_username()}.zip")


def zipped(parts: Iterator[bytes], name: str) -> StreamingHttpResponse:
    """A zip file, sent while it is written."""
    response = StreamingHttpResponse(parts, content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@page_view("GET", "HEAD")
def replay(request: HttpRequest, match_id: str) -> HttpResponse:
    access = open_for(request, match_id)
    if access.match.status in (Match.Status.OPEN, Match.Status.CLOSED):
        return redirect(access.match)
    shown = replay_for(access, request.GET.get("step", ""), request.GET.get("view", ""))
    context = {"match": access.match, "replay": shown, "table": shown.table}
    template = "matches/_replay.html" if getattr(request, "htmx", False) else "matches/replay.html"
    return render(request, template, context)


@page_view("GET", "HEAD")
def record(request: HttpRequest, match_id: str) -> HttpResponse:
    """The record of a finished match, as a file."""
    access = open_for(request, match_id)
    if access.match.status != Match.Status.FINISHED:
        raise NotRunning(_("The record is open once the match is over."))
    response = JsonResponse(record_of(access.match), json_dumps_params={"indent": 1})
    name = f"{access.match.game}-{access.match.id}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
