"""The pages of tournaments: one tournament, its form, rounds before, and what organisers do."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.refusals import require
from accounts.views.forms import saved
from core.languages.local_time import zones
from games.clubs.models import Club
from games.clubs.services.founding import organised_club
from games.embeds.decorators import for_everybody
from games.events.forms import initial_for
from games.events.models import Event
from games.events.services import planning, running
from games.events.services.finding import EventAccess, open_event
from games.events.services.planning import require_organises
from games.events.views import words_of
from games.matches.access import require_signed_in
from games.matches.decorators import page_view
from games.matches.pages import number_in, run_action
from games.matches.refusals import BadEvent, NoSuchEvent, NotOpen
from games.tournaments.forms import CorrectionForm, RemovalForm, TournamentForm, initial_terms
from games.tournaments.models import Tournament, TournamentTable
from games.tournaments.presenters.data import standings_csv
from games.tournaments.presenters.lists import lists_for
from games.tournaments.presenters.pages import open_tournament, own_tables, page_of
from games.tournaments.presenters.sheets import (
    removable,
    removed_from,
    resting_in,
    sheet_of,
    tables_of_round,
)
from games.tournaments.services import directing, entering
from games.tournaments.services import planning as terms
from games.tournaments.services.state import takes_players


@page_view("GET", "HEAD")
def tournaments(request: HttpRequest) -> HttpResponse:
    """Show the tournaments that run, those ahead, and those that are over."""
    context = {
        "lists": lists_for(request.user),
        "may_plan": planning.may_plan(request.user),
    }
    return render(request, "tournaments/tournaments.html", context)


@page_view("GET", "HEAD")
def tournament(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Show the page of a tournament."""
    shown = page_of(open_event(request.user, tournament_id))
    return render(request, "tournaments/tournament.html", {"shown": shown})


@page_view("GET", "HEAD")
def round_page(request: HttpRequest, tournament_id: str, number: int) -> HttpResponse:
    """Show the tables of one round."""
    access = open_event(request.user, tournament_id)
    found = open_tournament(access)
    if not 1 <= number <= found.round:
        raise NoSuchEvent(gettext_noop("This tournament has no such round."))
    tables = tables_of_round(found, number)
    context = {
        "access": access,
        "event": access.event,
        "tournament": found,
        "number": number,
        "tables": tables,
        "own": own_tables(found, access, tables),
        "resting": resting_in(found, number),
    }
    return render(request, "tournaments/round.html", context)


@page_view("GET", "HEAD")
def standings(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Return the standings as a file for a spreadsheet."""
    found = open_tournament(open_event(request.user, tournament_id))
    # Spreadsheets read UTF-8 only after a byte order mark.
    content = "\ufeff" + standings_csv(sheet_of(found))
    response = HttpResponse(content, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{found.pk}.csv"'
    return response


@page_view("GET", "HEAD", "POST")
def plan(request: HttpRequest) -> HttpResponse:
    """Show the form for a new tournament, of a club with `?club=`; a POST plans it."""
    person = require_signed_in(request.user)
    require(planning.may_plan(person))
    club, initial = None, initial_for(person)
    if like := request.GET.get("like", ""):
        former = open_tournament(open_event(person, like))
        initial = initial_terms(former)
        del initial["day"]
        club = former.event.club
    club = organised_club(person, request.GET.get("club", "")) or club
    slug = "" if club is None else club.slug
    if request.method == "POST":
        form = TournamentForm(request.POST, club=club)
    else:
        form = TournamentForm(initial=initial, club=club)
    made = saved(form, lambda: terms.plan(person, form.facts(), form.terms(), slug), BadEvent)
    return redirect(made.event) if made else _form(request, form, None, club)


@page_view("GET", "HEAD", "POST")
def edit(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Show what a tournament's page says, for its organisers; a POST changes it."""
    access = open_event(request.user, tournament_id)
    found = open_tournament(access)
    require_organises(access)
    event = access.event
    if event.status != Event.Status.PLANNED:
        raise NotOpen(gettext_noop("This event has begun."))
    given = request.POST if request.method == "POST" else None
    form = TournamentForm(given, initial=initial_terms(found), club=event.club)
    changed = saved(form, lambda: terms.change(access, form.facts(), form.terms()), BadEvent)
    if changed is None:
        return _form(request, form, event, event.club)
    messages.success(request, _("Saved."))
    return redirect(changed)


def _form(
    request: HttpRequest, form: TournamentForm, event: Event | None, club: Club | None
) -> HttpResponse:
    context = {"form": form, "event": event, "club": club, "zones": zones()}
    return render(request, "tournaments/form.html", context, status=400 if form.errors else 200)


@page_view("GET", "HEAD")
def direct(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Show what the organisers of a tournament can do."""
    access = open_event(request.user, tournament_id)
    found = open_tournament(access)
    require_organises(access)
    return _direct(request, access, found, RemovalForm(players=removable(found)))


def _direct(
    request: HttpRequest, access: EventAccess, found: Tournament, form: RemovalForm
) -> HttpResponse:
    sheet = sheet_of(found)
    context = {
        "access": access,
        "event": access.event,
        "tournament": found,
        "sheet": sheet,
        "own": own_tables(found, access, sheet.tables),
        "form": form,
        "removed": removed_from(found),
        "takes_players": takes_players(found),
    }
    status = 400 if form.errors else 200
    return render(request, "tournaments/direct.html", context, status=status)


@page_view("GET", "HEAD", "POST")
def correct(request: HttpRequest, tournament_id: str, number: int, table: int) -> HttpResponse:
    """Show the form that decides the result of a table; a POST decides it."""
    access = open_event(request.user, tournament_id)
    found = open_tournament(access)
    require_organises(access)
    tables = tables_of_round(found, number) if 1 <= number <= found.round else []
    shown = next((one for one in tables if one.table.number == table), None)
    if shown is None:
        raise NoSuchEvent(gettext_noop("This tournament has no such table."))
    directing.require_impartial(access, shown.table)
    form = CorrectionForm(request.POST if request.method == "POST" else None, table=shown)

    def decide() -> TournamentTable:
        reason = form.cleaned_data["reason"]
        return directing.correct(access, number, table, form.places(), reason)

    if saved(form, decide, BadEvent, NotOpen):
        messages.success(request, _("Saved."))
        return redirect(found)
    context = {"event": access.event, "tournament": found, "form": form, "shown": shown}
    status = 400 if form.errors else 200
    return render(request, "tournaments/correct.html", context, status=status)


@page_view("POST")
def act(request: HttpRequest, tournament_id: str, act: str) -> HttpResponse:
    """Carry out an action; the page shows its refusal, if any."""
    access = open_event(request.user, tournament_id)
    found = open_tournament(access)
    return run_action(request, ACTIONS, act, access, found)


@for_everybody()
def embedded_standings(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Show the standings in a frame of another site."""
    found = open_tournament(open_event(request.user, tournament_id))
    context = {"tournament": found, "event": found.event, "sheet": sheet_of(found)}
    response = render(request, "tournaments/embed.html", context)
    response["Cache-Control"] = "public, no-cache"
    return response


def _begin(request: HttpRequest, access: EventAccess) -> None:
    running.begin(access)


def _remove(request: HttpRequest, access: EventAccess) -> HttpResponse | None:
    found = open_tournament(access)
    require_organises(access)
    form = RemovalForm(request.POST, players=removable(found))
    if not form.is_valid():
        return _direct(request, access, found, form)
    directing.remove(access, form.cleaned_data["entrant"], form.cleaned_data["reason"])
    return None


def _readmit(request: HttpRequest, access: EventAccess) -> HttpResponse:
    directing.readmit(access, number_in(request, "entrant"))
    messages.success(request, _("Saved."))
    return redirect("direct_tournament", access.event.pk)


def _join(request: HttpRequest, access: EventAccess) -> None:
    messages.success(request, words_of(entering.join(access)))


def _withdraw(request: HttpRequest, access: EventAccess) -> None:
    entering.withdraw(access)
    messages.success(request, _("You’re no longer in this tournament."))


ACTIONS: dict[str, Callable[[HttpRequest, EventAccess], HttpResponse | None]] = {
    "join": _join,
    "withdraw": _withdraw,
    "here": lambda request, access: entering.be_here(access),
    "begin": _begin,
    "pause": lambda request, access: directing.pause(access),
    "go-on": lambda request, access: directing.go_on(access),
    "start-round": lambda request, access: directing.start_round(access),
    "end": lambda request, access: directing.end(access),
    "remove": _remove,
    "readmit": _readmit,
}
