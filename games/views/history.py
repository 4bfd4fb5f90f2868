"""Matches that were played: lists, replay, records."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_noop as _

from games.models import Match
from games.presenters.history import listed, matches_of
from games.presenters.replay import replay_for
from games.services.record import record_of
from games.services.refusals import NotRunning
from games.views.doors import door, open_for

PAGE = 20


@door("GET", "HEAD")
def matches(request: HttpRequest) -> HttpResponse:
    """My finished matches, or everybody's public ones."""
    whose = request.GET.get("whose", "mine" if request.user.is_authenticated else "all")
    paginator = Paginator(matches_of(request.user if whose == "mine" else None), PAGE)
    page = paginator.get_page(request.GET.get("page"))
    context = {"page": page, "matches": listed(page.object_list, request.user), "whose": whose}
    return render(request, "games/matches.html", context)


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
