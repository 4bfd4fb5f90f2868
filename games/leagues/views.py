"""The pages of leagues: the list, a league, the form, and its actions."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import Report
from accounts.refusals import require
from accounts.views.decorators import refill
from core.languages.local_time import zones
from core.refusals import Refusal
from core.refusals.words import refusal_text
from games.clubs.models import Club
from games.clubs.services.founding import open_club, require_organiser
from games.events.services.finding import usual_zone
from games.leagues.forms import LeagueForm
from games.leagues.presenters import leagues_for, page_of
from games.leagues.services import fixtures, seasons
from games.leagues.services.access import LeagueAccess, open_league
from games.matches.access import require_signed_in
from games.matches.decorators import page_view
from games.matches.refusals import BadLeague, SignInFirst, WrongMethod

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
    club = _club_of(request)
    if request.method == "POST":
        form = LeagueForm(request.POST)
    else:
        form = LeagueForm(initial={"starts_on": localdate() + SOON})
    if form.is_valid():
        try:
            league = seasons.found(person, form.facts(), "" if club is None else club.slug)
        except BadLeague as refusal:
            form.add_error(None, refusal_text(refusal))
        else:
            messages.success(request, _("Registration is open."))
            return redirect(league)
    context = {"form": form, "club": club}
    return render(request, "leagues/form.html", context, status=400 if form.errors else 200)


def _club_of(request: HttpRequest) -> Club | None:
    slug = request.GET.get("club", "")
    if not slug:
        return None
    access = open_club(request.user, slug)
    require_organiser(access)
    return access.club


@page_view("GET", "HEAD")
def league(request: HttpRequest, league_id: str) -> HttpResponse:
    """Show the page of a league, with its newest season or that of `?season=`."""
    typed = request.GET.get("season", "")
    number = int(typed) if typed.isdecimal() and len(typed) < 5 else None
    access = open_league(request.user, league_id, number)
    context: dict[str, object] = {"shown": page_of(access)}
    if access.mine is not None:
        context |= {"zones": zones(), "zone": usual_zone(access.person)}
    return render(request, "leagues/league.html", context)


@page_view("GET", "HEAD", "POST")
@refill(lambda request, league_id: _report_form(request, league_id))
def report(request: HttpRequest, league_id: str) -> HttpResponse:
    """Report a league's title."""
    if request.method != "POST":
        return _report_form(request, league_id)
    access = open_league(request.user, league_id)
    seasons.report_league(access, request.POST.get("reason", ""), request.POST.get("note", ""))
    messages.success(request, _("Thank you. The moderators will look into it."))
    return redirect(access.league)


def _report_form(request: HttpRequest, league_id: str) -> HttpResponse:
    league = open_league(request.user, league_id).league
    require_signed_in(request.user)
    context = {
        "person": seasons.responsible_for(league),
        "line": league.title,
        "reasons": Report.Reason.choices,
        "back": league.get_absolute_url(),
    }
    return render(request, "accounts/report.html", context)


@page_view("POST")
def act(request: HttpRequest, league_id: str, act: str) -> HttpResponse:
    """Carry out an action; the page shows its refusal, if any."""
    access = open_league(request.user, league_id)
    if act not in ACTIONS:
        raise WrongMethod(_("This page doesn’t accept that request. Go back and try again."))
    try:
        ACTIONS[act](request, access)
    except SignInFirst:
        raise
    except Refusal as refusal:
        messages.warning(request, refusal_text(refusal))
    return redirect(access.league)


def _register(request: HttpRequest, access: LeagueAccess) -> None:
    seasons.register(access)
    messages.success(request, _("You’re in. We’ll let you know when the season begins."))


def _withdraw(request: HttpRequest, access: LeagueAccess) -> None:
    seasons.withdraw(access)
    messages.success(request, _("You no longer play in this season."))


def _propose(request: HttpRequest, access: LeagueAccess) -> None:
    try:
        local = datetime.fromisoformat(request.POST.get("time", ""))
    except ValueError:
        raise BadLeague(gettext_noop("Choose a date and a time.")) from None
    fixtures.propose(access, _number(request, "fixture"), local, request.POST.get("zone", ""))


def _accept(request: HttpRequest, access: LeagueAccess) -> None:
    fixtures.accept(access, _number(request, "fixture"), _number(request, "proposal"))
    messages.success(request, _("It’s a date. We’ll remind you an hour before."))


def _close(request: HttpRequest, access: LeagueAccess) -> None:
    seasons.close(access)
    messages.success(request, _("The league is closed."))


def _number(request: HttpRequest, name: str) -> int:
    typed = request.POST.get(name, "")
    return int(typed) if typed.isdecimal() and len(typed) < 19 else 0


ACTIONS: dict[str, Callable[[HttpRequest, LeagueAccess], None]] = {
    "register": _register,
    "withdraw": _withdraw,
    "propose": _propose,
    "accept": _accept,
    "close": _close,
    "clear": lambda request, access: seasons.clear_title(access),
}
