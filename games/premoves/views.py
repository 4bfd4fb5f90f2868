"""The settings of a player's turns, and the plan of their next move at a match."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.http import PersonRequest
from core.refusals.words import refusal_text
from games.engine.contract import Json
from games.matches.decorators import page_view
from games.premoves import plans, services
from games.premoves.refusals import BadPlan


@login_required
@page_view("GET", "HEAD", "POST")
def turn_settings(request: PersonRequest) -> HttpResponse:
    """Show and store whether the user's only move is played by itself."""
    if request.method == "POST":
        wanted = request.POST.get("only_moves") == "on"
        services.choose_only_moves(request.user, wanted=wanted)
        messages.success(request, _("Settings saved."))
        return redirect("turn_settings")
    context = {"only_moves": services.plays_only_moves(request.user)}
    return render(request, "premoves/settings.html", context)


@page_view("GET", "HEAD", "POST")
def plan(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show, store or delete the player's plan for their next move."""
    planning, reason, status = plans.planning_of(request.user, match_id), "", 200
    if request.method == "POST":
        try:
            if "delete" in request.POST:
                plans.delete_plan(request.user, match_id)
                messages.success(request, _("Plan deleted."))
            else:
                plans.make_plan(request.user, match_id, _moves_in(request, planning))
                messages.success(request, _("Plan saved. Only you can see it."))
            return redirect(planning.match)
        except BadPlan as refusal:
            reason, status = refusal_text(refusal), refusal.status
    rows = [
        {
            "key": key,
            "words": words,
            "moves": [
                (index, move_words, planning.chosen.get(key) == move)
                for index, (move, move_words) in enumerate(planning.moves)
            ],
        }
        for key, words in planning.conditions.items()
    ]
    context = {"match": planning.match, "planning": planning, "rows": rows, "reason": reason}
    return render(request, "premoves/plan.html", context, status=status)


def _moves_in(request: HttpRequest, planning: plans.Planning) -> dict[str, Json]:
    """Return the moves that the form names by their position in the list."""
    chosen = {}
    for key in planning.conditions:
        given = request.POST.get(key, "")
        if not given:
            continue
        if not (given.isdecimal() and len(given) < 4 and int(given) < len(planning.moves)):
            raise BadPlan(gettext_noop("Choose at least one move for your plan."))
        chosen[key] = planning.moves[int(given)][0]
    return chosen
