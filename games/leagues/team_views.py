"""The pages of team matches: a challenge, a team match, and its actions."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from accounts.views.forms import saved
from core.languages.local_time import zones
from core.refusals.words import refusal_text
from games.clubs.services import founding
from games.clubs.services.founding import open_club, require_organiser
from games.events.services.finding import usual_zone
from games.leagues.forms import TeamForm
from games.leagues.services import teams
from games.leagues.services.teams import BOARDS, TeamAccess, open_team_match
from games.leagues.team_presenters import page_of
from games.leagues.views import SOON
from games.matches.decorators import page_view
from games.matches.pages import run_action
from games.matches.refusals import BadTeamMatch


@page_view("GET", "HEAD", "POST")
def challenge(request: HttpRequest, club_slug: str) -> HttpResponse:
    """Show the form of a challenge, for organisers of a club; a POST sends it."""
    access = open_club(request.user, club_slug)
    require_organiser(access)
    if request.method == "POST":
        form = TeamForm(request.POST)
    else:
        form = TeamForm(initial={"day": localdate() + SOON, "zone": usual_zone(access.person)})
    sent = saved(form, lambda: teams.challenge(request.user, club_slug, form.facts()), BadTeamMatch)
    if sent is not None:
        messages.success(request, _("The challenge is sent. We’ll let you know the answer."))
        return redirect(sent)
    rivals = [row.club for row in founding.public_clubs() if row.club.pk != access.club.pk]
    context = {"form": form, "club": access.club, "rivals": rivals, "zones": zones()}
    return render(request, "leagues/team_form.html", context, status=400 if form.errors else 200)


@page_view("GET", "HEAD")
def team_match(request: HttpRequest, team_match_id: str) -> HttpResponse:
    """Show the page of a team match."""
    shown = page_of(open_team_match(request.user, team_match_id))
    return render(request, "leagues/team_match.html", {"shown": shown})


@page_view("POST")
def act(request: HttpRequest, team_match_id: str, act: str) -> HttpResponse:
    """Carry out an action; the page shows its refusal, if any."""
    access = open_team_match(request.user, team_match_id)
    return run_action(request, ACTIONS, act, access, access.team_match)


def _name(request: HttpRequest, access: TeamAccess) -> HttpResponse | None:
    """Name the players of a side; refused names are shown again with the reason."""
    side = request.POST.get("side", "")
    typed = [request.POST.get(f"board_{number}", "")[:60] for number in range(BOARDS[-1])]
    by_rating = request.POST.get("order") == "rating"
    try:
        teams.name_players(access, side, typed, by_rating=by_rating)
    except BadTeamMatch as refusal:
        context = {"shown": page_of(access, {side: typed}), "refused": side}
        context["reason"] = refusal_text(refusal)
        return render(request, "leagues/team_match.html", context, status=400)
    messages.success(request, _("Saved. The players you named are notified."))
    return None


ACTIONS: dict[str, Callable[[HttpRequest, TeamAccess], HttpResponse | None]] = {
    "agree": lambda request, access: teams.answer(access, agreed=True),
    "decline": lambda request, access: teams.answer(access, agreed=False),
    "cancel": lambda request, access: teams.cancel(access),
    "name": _name,
    "step-back": lambda request, access: teams.step_back(access),
}
