"""Quick match: the form of a search, the search, and bots while it goes on."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_noop

from accounts.models import User
from accounts.permissions import may_play_rated
from core.refusals import Refusal
from games.lobby.forms import LAST, QuickForm
from games.lobby.presenters.opponents import Opponents, opponents_by_value
from games.lobby.presenters.quick import search_of
from games.lobby.services import bots_while_waiting, quick, tickets
from games.matches.access import require_signed_in
from games.matches.decorators import page_view
from games.matches.refusals import BadTable, NoSuchTicket


def last_search(request: HttpRequest, person: User) -> Any:
    """Return the last search from the session, unrated for a player who may not play rated."""
    last = request.session.get(LAST)
    if isinstance(last, dict) and last.get("rated") and not may_play_rated(person):
        return {**last, "rated": False}
    return last


def chosen_bots(request: HttpRequest) -> Opponents:
    """Return the bots that a form names; raise BadTable."""
    chosen = opponents_by_value(request.POST.get("against", ""))
    if chosen is None:
        raise BadTable(gettext_noop("Choose a game, and the number and kind of bots."))
    return chosen


@page_view("GET", "HEAD", "POST")
def find(request: HttpRequest) -> HttpResponse:
    """Show the form of a search, and start the search."""
    person = require_signed_in(request.user)
    form, status = QuickForm.prefilled(last_search(request, person)), 200
    if request.method == "POST":
        form, status = QuickForm(request.POST), 400
        if form.is_valid():
            given, wanted = form.cleaned_data, form.ticket_request()
            try:
                sure, known = given["sure"], given["nonce_hash"]
                ticket = quick.seek(person, wanted, sure=sure, nonce_hash=known)
            except Refusal as refusal:
                status = form.refuse(refusal)
            else:
                request.session[LAST] = asdict(wanted)
                return redirect("search", ticket.id)
    return render(request, "lobby/quick.html", {"quick": form}, status=status)


@page_view("GET", "HEAD")
def search(request: HttpRequest, ticket_id: str) -> HttpResponse:
    """Show the state of a search; redirect to the table once there is one."""
    try:
        ticket = tickets.ticket_of(request.user, ticket_id)
    except NoSuchTicket:
        return render(request, "lobby/search.html", {"search": None}, status=404)
    if ticket.match is not None:
        return redirect(ticket.match)
    tickets.mark_seen(request.user, ticket_id)
    return render(request, "lobby/search.html", {"search": search_of(ticket)})


@page_view("POST")
def play_bots_while_waiting(request: HttpRequest, ticket_id: str) -> HttpResponse:
    """Open an unrated table with bots, while the search goes on."""
    chosen, known = chosen_bots(request), request.POST.get("nonce_hash", "")
    match = bots_while_waiting.play_bots(
        request.user, ticket_id, chosen.game.slug, chosen.levels, nonce_hash=known
    )
    return redirect(match)


@page_view("POST")
def come(request: HttpRequest, ticket_id: str) -> HttpResponse:
    """Go from the bots to the opponents who are there, or back to the search if they are gone."""
    try:
        ticket = bots_while_waiting.come(request.user, ticket_id)
    except NoSuchTicket:
        # It led to a match already, or is over: its page shows which.
        return redirect("search", ticket_id)
    if ticket.match is not None:
        return redirect(ticket.match)
    messages.info(request, gettext("They have left or are already playing. The search continues."))
    return redirect("search", ticket_id)


@page_view("POST")
def withdraw(request: HttpRequest, ticket_id: str) -> HttpResponse:
    """Withdraw a ticket; a user who was paired at the same moment goes to the table."""
    tickets.withdraw(request.user, ticket_id)
    try:
        ticket = tickets.ticket_of(request.user, ticket_id)
    except NoSuchTicket:
        return redirect("home")
    return redirect("search", ticket.id)
