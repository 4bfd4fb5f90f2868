"""The replay as a page, as one step, and as several steps for a page that loads ahead."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.matches.presenters.replay import chapters_of, replay_for, replay_steps
from games.matches.viewing import Access


def replay_page(request: HttpRequest, access: Access, *, opened: bool = False) -> HttpResponse:
    """Answer `?step=`, `?view=` and, from a script, `?part=`, all with the same access."""
    step, view = request.GET.get("step", ""), request.GET.get("view", "")
    if request.GET.get("part") == "steps":
        steps = replay_steps(access, step, view, opened=opened)
        context = {"match": access.match, "steps": steps}
        return render(request, "matches/_replay_steps.html", context)
    shown = replay_for(access, step, view, opened=opened)
    context = {"match": access.match, "replay": shown, "table": shown.table}
    if getattr(request, "htmx", False):
        return render(request, "matches/_replay.html", context)
    context["chapters"] = chapters_of(access, view, opened=opened)
    return render(request, "matches/replay.html", context)
