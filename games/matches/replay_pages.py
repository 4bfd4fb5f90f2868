"""The replay as a page, as one step, and as several steps for a page that loads ahead."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.matches.presenters.replay import Replay, chapters_of, replay_for, replay_steps
from games.matches.presenters.standing_in import drawn, page_with, with_generic_board
from games.matches.presenters.table import Table
from games.matches.services.event_store import MatchState
from games.matches.viewing import Access


def replay_page(
    request: HttpRequest,
    access: Access,
    *,
    opened: bool = False,
    state: MatchState | None = None,
    template: str = "matches/replay.html",
) -> HttpResponse:
    """Answer `?step=`, `?view=` and, from a script, `?part=`, all with the same access.

    Args:
        request: The request.
        access: The match for the visitor.
        opened: Treat a running match as finished.
        state: The state of a match that is not stored.
        template: The whole page.
    """
    step, view = request.GET.get("step", ""), request.GET.get("view", "")
    if request.GET.get("part") == "steps":
        return _steps(request, access, replay_steps(access, step, view, opened=opened, state=state))
    shown = replay_for(access, step, view, opened=opened, state=state)
    context = {"match": access.match, "replay": shown, "table": shown.table}
    if getattr(request, "htmx", False):
        return page_with(request, "matches/_replay.html", context)
    context["chapters"] = chapters_of(access, view, opened=opened, state=state)
    return page_with(request, template, context)


def _steps(request: HttpRequest, access: Access, steps: list[Replay]) -> HttpResponse:
    """Render several steps, all of them with the generic board if the own one raises."""

    def draw(first: Table) -> HttpResponse:
        drawn_steps = steps
        if first.game_board.stands_in:
            drawn_steps = [replace(one, table=with_generic_board(one.table)) for one in steps]
        context = {"match": access.match, "steps": drawn_steps}
        return render(request, "matches/_replay_steps.html", context)

    return drawn(draw, steps[0].table)
