"""The replay as a page, as one step, and as several steps for a page that loads ahead."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.matches.presenters.replay import Replay, chapters_of, replay_for, replay_steps
from games.matches.presenters.standing_in import drawn, page_with, with_generic_board
from games.matches.presenters.table import Table
from games.matches.viewing import Access


def replay_page(request: HttpRequest, access: Access, *, opened: bool = False) -> HttpResponse:
    """Answer `?step=`, `?view=` and, from a script, `?part=`, all with the same access."""
    step, view = request.GET.get("step", ""), request.GET.get("view", "")
    if request.GET.get("part") == "steps":
        return _steps(request, access, replay_steps(access, step, view, opened=opened))
    shown = replay_for(access, step, view, opened=opened)
    context = {"match": access.match, "replay": shown, "table": shown.table}
    if getattr(request, "htmx", False):
        return page_with(request, "matches/_replay.html", context)
    context["chapters"] = chapters_of(access, view, opened=opened)
    return page_with(request, "matches/replay.html", context)


def _steps(request: HttpRequest, access: Access, steps: list[Replay]) -> HttpResponse:
    """Render several steps, all of them with the generic board if the own one raises."""

    def draw(first: Table) -> HttpResponse:
        drawn_steps = steps
        if first.game_board.stands_in:
            drawn_steps = [replace(one, table=with_generic_board(one.table)) for one in steps]
        context = {"match": access.match, "steps": drawn_steps}
        return render(request, "matches/_replay_steps.html", context)

    return drawn(draw, steps[0].table)
