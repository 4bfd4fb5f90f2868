"""The pages of the lobby: tables before they start, invitations, rematches."""

from __future__ import annotations

from functools import partial

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_noop

from accounts.models import User
from accounts.services.guests import name_in_words
from accounts.services.reports import unread_answers
from accounts.views.guests import answer_guest
from core.refusals import Refusal
from core.refusals.words import refusal_text
from games.engine.bots import ANY
from games.engine.contract import Game
from games.ladders.services.ratings import rating_of
from games.lobby.forms import QuickForm, TableForm
from games.lobby.fragments import as_on_page, lobby_lists, pushed
from games.lobby.front_page import parts_for
from games.lobby.presenters.lobby import finished_matches, game_cards, lobby_for, waiting_room
from games.lobby.presenters.opponents import (
    Opponents,
    characters_in,
    levels_of,
    opponent_groups,
)
from games.lobby.presenters.quick import search_of, wish_before
from games.lobby.quick_views import chosen_bots, last_search
from games.lobby.services import absence, admission, lobby, rematch, tickets
from games.matches.access import open_invitation, require_signed_in
from games.matches.decorators import known_game, open_for, page_view, remember_invitation
from games.matches.models import Match
from games.matches.presenters.boards import card_preview_of
from games.matches.presenters.rendering import digest
from games.matches.refusals import CannotInvite, SeatedElsewhere, SignInFirst
from games.matches.services import arrivals
from games.matches.viewing import Access
from games.matches.views import table_page
from games.titles.registry import slugs, title_of

AGAINST = "against"
"""The session key of the bots that the visitor last played by one click."""


@page_view("GET", "HEAD")
def home(request: HttpRequest) -> HttpResponse:
    played = request.session.get(AGAINST, "")
    games = game_cards(played)
    lobby = lobby_for(request.user)
    lists = lobby_lists(request.user, lobby)
    context: dict[str, object] = {"lobby": lobby, "games": games, "parts": parts_for(request)}
    context["page_digest"] = digest(pushed(lists, request.user))
    context["lists"] = {name: as_on_page(html) for name, html in lists.items()}
    if request.user.is_authenticated:
        waiting = tickets.waiting_tickets(request.user)
        last = last_search(request, request.user)
        context |= {
            "quick": QuickForm.prefilled(last),
            "wish": wish_before(last),
            "opponents": opponent_groups(last=played),
            "levels": levels_of(slugs()),
            "against": played,
            "finished": finished_matches(request.user),
            "searches": [search_of(one) for one in waiting if one.aside or not one.live],
            "answers": unread_answers(request.user),
            "others": tickets.others_waiting(request.user),
        }
    else:
        context["map"] = title_of(games[0]["game"].slug).map
    return render(request, "lobby/lobby.html", context)


@page_view("GET", "HEAD")
def match_page(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the waiting room before the start, and the table from then on."""
    access = open_for(request, match_id)
    if access.match.status in (Match.Status.OPEN, Match.Status.CLOSED):
        return _waiting_page(request, access)
    arrivals.note(access)
    return table_page(request, access)


def _waiting_page(
    request: HttpRequest, access: Access, sure: str = "", status: int = 200
) -> HttpResponse:
    context = {"match": access.match, "room": waiting_room(access), "sure": sure}
    context["levels"] = levels_of([access.match.game], access.match.seats)
    context["characters"] = characters_in(access.match.game)
    return render(request, "lobby/waiting.html", context, status=status)


@page_view("GET", "HEAD", "POST")
def open_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose seats, options and bots, then sit down."""
    game = known_game(slug)
    if not request.user.is_authenticated:
        raise SignInFirst(gettext_noop("Sign in to open a table."))
    if request.method == "POST":
        return _open_table(request, request.user, game, TableForm(game, request.POST))
    return _form_page(request, request.user, game, TableForm.prefilled(game, request.GET))


@page_view("POST")
def play_bots(request: HttpRequest) -> HttpResponse:
    """Open a table with bots in every other seat by one click; a refusal shows its form.

    A visitor who is not signed in plays as a guest, if guests are allowed.
    """
    chosen = chosen_bots(request)
    if settings.GUESTS and not request.user.is_authenticated:
        return answer_guest(request, partial(_play_bots, chosen=chosen))
    return _play_bots(request, chosen)


def _play_bots(request: HttpRequest, chosen: Opponents) -> HttpResponse:
    person = require_signed_in(request.user)
    data = request.POST.copy()
    for name, value in chosen.fields.items():
        data[name] = value
    response = _open_table(request, person, chosen.game, TableForm(chosen.game, data))
    request.session[AGAINST] = chosen.value
    return response


def _open_table(request: HttpRequest, person: User, game: Game, form: TableForm) -> HttpResponse:
    """Open the table of the form, or show the form again with what is wrong."""
    status = 400
    if form.is_valid():
        given, wanted = form.cleaned_data, form.table_request()
        sure, known = given["sure"], given["nonce_hash"]
        try:
            match = lobby.open_table(person, wanted, sure=sure, nonce_hash=known)
            return redirect(match)
        except Refusal as refusal:
            status = form.refuse(refusal)
    return _form_page(request, person, game, form, status)


def _form_page(
    request: HttpRequest, person: User, game: Game, form: TableForm, status: int = 200
) -> HttpResponse:
    rating = rating_of(person, game.slug, game.seats[0])
    context = {
        "form": form,
        "game": game,
        "card_preview": card_preview_of(game.slug),
        "rating": rating,
    }
    context["levels"] = levels_of([game.slug])
    context["characters"] = characters_in(game.slug)
    return render(request, "lobby/open_table.html", context, status=status)


@page_view("GET", "HEAD")
def invitation(request: HttpRequest, key: str) -> HttpResponse:
    """Follow an invitation link: from now on this visitor may see that table."""
    access = open_invitation(request.user, key)
    remember_invitation(request, key)
    return redirect(access.match)


@page_view("POST")
def join(request: HttpRequest, match_id: str) -> HttpResponse:
    access = open_for(request, match_id)
    sure, known = request.POST.get("sure") == "yes", request.POST.get("nonce_hash", "")
    try:
        return redirect(lobby.join(request.user, match_id, sure=sure, nonce_hash=known))
    except SeatedElsewhere as refusal:
        return _waiting_page(request, access, refusal_text(refusal), refusal.status)


@page_view("POST")
def leave(request: HttpRequest, match_id: str) -> HttpResponse:
    open_for(request, match_id)
    lobby.leave(request.user, match_id)
    return redirect("home")


@page_view("POST")
def take_down(request: HttpRequest, match_id: str) -> HttpResponse:
    open_for(request, match_id)
    lobby.take_down(request.user, match_id)
    return redirect("home")


@page_view("POST")
def fill(request: HttpRequest, match_id: str) -> HttpResponse:
    open_for(request, match_id)
    level, character = request.POST.get("level", "normal"), request.POST.get("character", ANY)
    return redirect(lobby.fill_with_bots(request.user, match_id, level, character))


@page_view("POST")
def invite(request: HttpRequest, match_id: str) -> HttpResponse:
    """Invite a user by username, as the host."""
    access = open_for(request, match_id)
    try:
        invited = admission.invite_to(request.user, match_id, request.POST.get("username", ""))
    except CannotInvite as refusal:
        messages.warning(request, refusal_text(refusal))
    else:
        name = name_in_words(invited.user.name)
        messages.success(request, gettext("{name} is invited.").format(name=name))
    return redirect(access.match)


@page_view("POST")
def decline(request: HttpRequest, match_id: str) -> HttpResponse:
    """Decline an invitation: only the players at the table see it."""
    open_for(request, match_id)
    match = admission.decline(request.user, match_id, request.POST.get("reason", ""))
    if request.POST.get("back") == "notices":
        return redirect("notices")
    if match.former_id is not None and request.POST.get("back") == "table":
        return redirect("match", match.former_id)
    return redirect("home")


@page_view("POST")
def no_show(request: HttpRequest, match_id: str) -> HttpResponse:
    """Call off a live match when a player did not show up, and search for another one."""
    open_for(request, match_id)
    ticket = absence.search_again(request.user, match_id, request.POST.get("nonce_hash", ""))
    return redirect("home") if ticket is None else redirect("search", ticket.id)


@page_view("POST")
def offer_rematch(request: HttpRequest, match_id: str) -> HttpResponse:
    """Offer a rematch with the seats turned by one, or join the one that is offered."""
    open_for(request, match_id)
    return redirect(rematch.offer(request.user, match_id, request.POST.get("nonce_hash", "")))
