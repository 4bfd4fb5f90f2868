"""Views of a match: its page, moves, leaving, showing cards; and of vacations."""

from __future__ import annotations

import functools
from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from accounts.http import PersonRequest
from accounts.presenters import moderation_status_html
from core.languages.local_time import zone_info
from core.refusals.words import refusal_text
from games.engine.refusals import Refusal
from games.matches import hooks
from games.matches.api.views import MoveView
from games.matches.decorators import View, describe_refusal, form_fields, open_for, page_view
from games.matches.forms import VacationForm
from games.matches.models import Match
from games.matches.presenters.absence import absence_for, away_from
from games.matches.presenters.clocks import clock_context, days_words
from games.matches.presenters.fairness import fairness_page
from games.matches.presenters.guides import is_first_match
from games.matches.presenters.options import options_page
from games.matches.presenters.rendering import (
    digest,
    pushed,
    rendered,
    step_html,
    table_html,
)
from games.matches.presenters.standing_in import drawn
from games.matches.presenters.table import Table, table_for
from games.matches.refusals import CannotShow, NotRunning, WarningUnread
from games.matches.services import attendance, commands, leaving, time_source, vacations
from games.matches.viewing import Access


def table_page(
    request: HttpRequest,
    access: Access,
    refusal: Refusal | None = None,
    hinted: Table | None = None,
) -> HttpResponse:
    """Render the page of a started match; `hinted` is its table with a hint."""
    # Before the table itself: if a rematch is offered in between, the socket sends it.
    page_digest = digest(pushed(table_html(access))) if refusal is None and hinted is None else ""
    table = hinted or _table(access, refusal)
    table.page_digest = page_digest
    now = time_source.now()
    context = {
        "match": access.match,
        "clock_words": clock_context(),
        "first_match": is_first_match(access),
        "absence": absence_for(access, now),
        "away": away_from(access, now),
        "attended": attendance.is_followed(access),
        **hooks.chat_context(access),
    }
    status = 200 if refusal is None else refusal.status

    def draw(table: Table) -> HttpResponse:
        return render(request, "matches/match.html", {**context, "table": table}, status=status)

    return drawn(draw, table)


def _table(access: Access, refusal: Refusal | None) -> Table:
    table = table_for(access, time_source.now())
    if refusal is not None:
        table.refusal = describe_refusal(refusal)
    return table


def refuse_with_table(request: HttpRequest, match_id: str, refusal: Refusal) -> HttpResponse:
    """Answer a refusal with the newest table: as a fragment for htmx, otherwise as a page."""
    access = open_for(request, match_id)
    if access.match.status in (Match.Status.OPEN, Match.Status.CLOSED):
        raise refusal
    if not getattr(request, "htmx", False):
        return table_page(request, access, refusal)
    html = rendered(_table(access, refusal))
    if isinstance(refusal, WarningUnread):
        # It was already pushed; this is for a page whose socket was down.
        html += moderation_status_html(request.user, path=access.match.get_absolute_url(), oob=True)
    return HttpResponse(html, status=refusal.status)


def table_action(view: Callable[[HttpRequest, str], Access]) -> View:
    """Decorate an endpoint that changes a match: answer with its table, or the refusal."""

    @page_view("POST")
    @functools.wraps(view)
    def answer(request: HttpRequest, match_id: str) -> HttpResponse:
        try:
            access = view(request, match_id)
        except Refusal as refusal:
            return refuse_with_table(request, match_id, refusal)
        if getattr(request, "htmx", False):
            return HttpResponse(table_html(access))
        return redirect(access.match)

    return answer


@csrf_exempt
def moves(request: HttpRequest, match_id: str) -> HttpResponseBase:
    """Make a move, sent as a form or as JSON; JSON is answered by the API."""
    if request.content_type == "application/json":
        return MoveView.as_view()(request, match_id=match_id)
    return csrf_protect(_form_move)(request, match_id)


@table_action
def _form_move(request: HttpRequest, match_id: str) -> Access:
    turn_token = request.POST.get("turn_token")
    data = form_fields(request)
    return commands.submit_move(request.user, match_id, data, turn_token, from_page=True)


@table_action
def undo(request: HttpRequest, match_id: str) -> Access:
    return commands.take_back(request.user, match_id, request.POST.get("turn_token"))


@table_action
def resign(request: HttpRequest, match_id: str) -> Access:
    return commands.resign(request.user, match_id)


@table_action
def abort(request: HttpRequest, match_id: str) -> Access:
    return leaving.abort(request.user, match_id)


@table_action
def agree(request: HttpRequest, match_id: str) -> Access:
    agrees = {"yes": True, "no": False}.get(request.POST.get("agree", ""))
    return leaving.agree_to_call_off(request.user, match_id, agrees)


@table_action
def show(request: HttpRequest, match_id: str) -> Access:
    given = request.POST.getlist("to")
    if not all(seat.isdecimal() and len(seat) < 3 for seat in given):
        raise CannotShow(_("Choose other players at this table."))
    to = [int(seat) for seat in given]
    return commands.show_cards(request.user, match_id, request.POST.getlist("card"), to)


@page_view("GET", "HEAD")
def step(request: HttpRequest, match_id: str, number: int) -> HttpResponse:
    """Answer with the table after a step that the visitor knows of, for static/js/playback.js."""
    access = open_for(request, match_id)
    if access.match.status in (Match.Status.OPEN, Match.Status.CLOSED):
        raise NotRunning(_("The match hasn’t started yet."))
    return HttpResponse(step_html(access, number))


@page_view("GET", "HEAD")
def fairness(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the sources of the seed; after the end the page's script checks it."""
    page = fairness_page(open_for(request, match_id))
    return render(request, "matches/fairness.html", {"match": page.match, "page": page})


@page_view("GET", "HEAD")
def options(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the options that differ from the standard rules, such as a card set of the host's."""
    match = open_for(request, match_id).match
    return render(request, "matches/options.html", options_page(match))


@login_required
@page_view("GET", "HEAD", "POST")
def vacation(request: PersonRequest) -> HttpResponse:
    """Show the vacation form, and announce or end a vacation."""
    form, status = VacationForm(request.POST or None), 200
    if request.method == "POST":
        try:
            if "end" in request.POST:
                vacations.end_vacation(request.user)
                messages.success(request, gettext("Welcome back: your clocks are running again."))
                return redirect("vacation")
            if form.is_valid():
                days = form.cleaned_data
                vacations.announce_vacation(request.user, days["first"], days["last"])
                messages.success(request, gettext("Your vacation is announced."))
                return redirect("vacation")
            status = 400
        except Refusal as refusal:
            form.add_error(None, refusal_text(refusal))
            status = refusal.status
    now = time_source.now()
    away = vacations.announced(request.user, now)
    zone = away.zone if away else vacations.zone_of(request.user)
    today = now.astimezone(zone_info(zone)).date()
    context = {
        "form": form,
        "away": away,
        "begun": away is not None and away.starts <= now,
        "days": days_words(*vacations.first_and_last(away)) if away else "",
        "zone": zone,
        "left": vacations.days_left(request.user, today.year),
        "all": settings.VACATION_DAYS,
        "year": today.year,
    }
    return render(request, "matches/vacation.html", context, status=status)
