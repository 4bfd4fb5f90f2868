"""Finished matches: lists, replay, records."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext_noop as _

from games.archive.forms import HistoryForm
from games.archive.presenters import MatchSearch, ResultPage, match_rows
from games.archive.services import archive_of
from games.lobby.presenters.lobby import my_tables
from games.matches.decorators import open_for, page_view
from games.matches.models import Match
from games.matches.refusals import NotRunning
from games.matches.replay_pages import replay_page
from games.matches.services.event_store import record_of


@page_view("GET", "HEAD")
def matches(request: HttpRequest) -> HttpResponse:
    """My finished matches, or everybody's public ones, that pass the filters."""
    form = HistoryForm(request.GET, request.user)
    found, count, whom = ResultPage([]), None, request.user
    valid, active = form.is_valid(), form.active()
    if valid:
        filters = form.filters()
        search = MatchSearch(filters, request.user, mine=form.mine)
        found = search.page(request.GET)
        if found.older or found.newer:
            count = search.count() if active else None
        else:
            count = len(found.matches)
        if not form.mine and filters.player is not None:
            whom = filters.player
    plain = form.mine and not active and not found.newer and not form.errors
    context = {
        "form": form,
        "count": count,
        "active": active,
        "matches": match_rows(found.matches, whom),
        "newer": form.link(newer=found.newer) if found.newer else "",
        "older": form.link(older=found.older) if found.older else "",
        "going_on": my_tables(request.user) if plain else [],
    }
    return render(request, "archive/matches.html", context)


@page_view("GET", "HEAD")
def records(request: HttpRequest) -> HttpResponseBase:
    """The records of all my finished matches, as one file."""
    return zip_response(archive_of(request.user), f"tavola-{request.user.get_username()}.zip")


def zip_response(parts: Iterator[bytes], name: str) -> StreamingHttpResponse:
    """A zip file, sent while it is generated."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingHttpResponse(parts, content_type="application/zip", headers=headers)


@page_view("GET", "HEAD")
def replay(request: HttpRequest, match_id: str) -> HttpResponse:
    access = open_for(request, match_id)
    if access.match.status in (Match.Status.OPEN, Match.Status.CLOSED):
        return redirect(access.match)
    return replay_page(request, access)


@page_view("GET", "HEAD")
def record(request: HttpRequest, match_id: str) -> HttpResponse:
    """The record of a finished match, as a file."""
    access = open_for(request, match_id)
    if access.match.status != Match.Status.FINISHED:
        raise NotRunning(_("The record is open once the match is over."))
    name = f"{access.match.game}-{access.match.id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    content = record_of(access.match)
    return JsonResponse(content, json_dumps_params={"indent": 1}, headers=headers)
