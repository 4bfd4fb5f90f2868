"""The pages of leagues: the list, a league, the form, and its actions."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.refusals import require
from accounts.views.forms import saved
from core.languages.local_time import zones
from core.refusals import Refusal
from core.refusals.words import refusal_text
from games.clubs.models import Club
from games.clubs.services.founding import organised_club
from games.events.services.finding import usual_zone
from games.leagues.forms import LeagueForm
from games.leagues.models import League
from games.leagues.presenters import leagues_for, page_of
from games.leagues.services import fixtures, seasons
from games.leagues.services.access import LeagueAccess, open_league
from games.matches.access import require_signed_in
from games.matches.decorators import page_view
from games.matches.pages import number_in, report_page, run_action
from games.matches.refusals import BadLeague

SOON = timedelta(days=7)


@page_view("GET", "HEAD")
def leagues(request: HttpRequest) -> HttpResponse:
    """Show the visitor's leagues, and the others they may see."""
    own, others = leagues_for(request.user)
    context = {"own": own, "others": others, "may_found": seasons.may_found(request.user)}
    return render(request, "leagues/leagues.html", context)


@page_view("GET", "HEAD", "POST")
def found(request: HttpRequest) -> HttpResponse:
    """Show the form for a new league, of a club with `?club=`; a POST founds it."""
    person = require_signed_in(request.user)
    require(seasons.may_found(person))
    club = organised_club(person, request.GET.get("club", ""))
    slug = "" if club is None else club.slug
    if request.method == "POST":
        form = LeagueForm(request.POST)
    else:
        form = LeagueForm(initial={"starts_on": localdate() + SOON})
    league = saved(form, lambda: seasons.found(person, form.facts(), slug), BadLeague)
    if league is not None:
        messages.success(request, _("Registration is open."))
        return redirect(league)
    return _form(request, form, None, club)


@page_view("GET", "HEAD", "POST")
def edit(request: HttpRequest, league_id: str) -> HttpResponse:
    """Show what a league is, for its organisers before a season begins; a POST changes it."""
    access = open_league(request.user, league_id)
    seasons.require_changeable(access)
    form = LeagueForm.of(access.season, request.POST if request.method == "POST" else None)
    changed = saved(form, lambda: seasons.change(access, form.facts()), BadLeague)
    if changed is None:
        return _form(request, form, access.league, access.league.club)
    messages.success(request, _("Saved."))
    return redirect(changed)


def _form(
    request: HttpRequest, form: LeagueForm, league: League | None, club: Club | None
) -> HttpResponse:
    context = {"form": form, "league": league, "club": club}
    return render(request, "leagues/form.html", context, status=400 if form.errors else 200)


@page_view("GET", "HEAD")
def league(request: HttpRequest, league_id: str) -> HttpResponse:
    """Show the page of a league, with its newest season or that of `?season=`."""
    typed = request.GET.get("season", "")
    number = int(typed) if typed.isdecimal() and len(typed) < 5 else None
    return _league(request, open_league(request.user, league_id, number))


def _league(
    request: HttpRequest, access: LeagueAccess, fixture: int = 0, refusal: Refusal | None = None
) -> HttpResponse:
    """Show the page of a league, with the refusal of a time that was proposed for a fixture."""
    context: dict[str, object] = {"shown": page_of(access)}
    if access.mine is not None:
        context |= {"zones": zones(), "zone": usual_zone(access.person)}
    if refusal is not None:
        context |= {"refused": fixture, "reason": refusal_text(refusal), "typed": request.POST}
    status = 200 if refusal is None else refusal.status
    return render(request, "leagues/league.html", context, status=status)


@page_view("GET", "HEAD", "POST")
def report(request: HttpRequest, league_id: str) -> HttpResponseBase:
    """Report a league's title."""
    access = open_league(request.user, league_id)
    require_signed_in(request.user)
    league, send = access.league, partial(seasons.report_league, access)
    return report_page(request, seasons.writer_of(league), league.title, league, send)


@page_view("POST")
def act(request: HttpRequest, league_id: str, act: str) -> HttpResponse:
    """Carry out an action; the page shows its refusal, if any."""
    access = open_league(request.user, league_id)
    return run_action(request, ACTIONS, act, access, access.league)


def _register(request: HttpRequest, access: LeagueAccess) -> None:
    seasons.register(access)
    messages.success(request, _("You’re in. We’ll let you know when the season begins."))


def _withdraw(request: HttpRequest, access: LeagueAccess) -> None:
    seasons.withdraw(access)
    messages.success(request, _("You no longer play in this season."))


def _propose(request: HttpRequest, access: LeagueAccess) -> HttpResponse | None:
    number = number_in(request, "fixture")
    try:
        fixtures.propose(access, number, _typed_time(request), request.POST.get("zone", ""))
    except BadLeague as refusal:
        if any(one.meeting.fixture.pk == number for one in page_of(access).mine if one.may_propose):
            return _league(request, access, number, refusal)
        raise
    return None


def _typed_time(request: HttpRequest) -> datetime:
    try:
        return datetime.fromisoformat(request.POST.get("time", ""))
    except ValueError:
        raise BadLeague(gettext_noop("Choose a date and a time.")) from None


def _accept(request: HttpRequest, access: LeagueAccess) -> None:
    fixtures.accept(access, number_in(request, "fixture"), number_in(request, "proposal"))
    messages.success(request, _("It’s a date. We’ll remind you an hour before."))


def _close(request: HttpRequest, access: LeagueAccess) -> None:
    seasons.close(access, request.POST.get("why", ""))
    messages.success(request, _("The league is closed."))


def _clear(request: HttpRequest, access: LeagueAccess) -> None:
    seasons.clear_title(access, request.POST.get("why", ""))
    messages.success(request, _("The title is removed."))


ACTIONS: dict[str, Callable[[HttpRequest, LeagueAccess], HttpResponse | None]] = {
    "register": _register,
    "withdraw": _withdraw,
    "propose": _propose,
    "accept": _accept,
    "close": _close,
    "clear": _clear,
}
