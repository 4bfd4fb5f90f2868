"""The lobby, and a table before it starts."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_noop as _

from accounts.services.reports import unread_answers
from games.engine.refusals import Refusal
from games.ladders.services.ratings import rating_of
from games.lobby.forms import TableForm
from games.lobby.presenters.lobby import game_cards, lobby_for, waiting_room
from games.lobby.presenters.quick import last_words, search_of
from games.lobby.quick_forms import LAST
from games.lobby.services import lobby
from games.lobby.services.tickets import lasting_tickets, others_waiting
from games.lobby.views.quick import quick_form
from games.matches.access import open_invitation
from games.matches.decorators import known_game, open_for, page_view, remember_invitation
from games.matches.models import Match
from games.matches.presenters.boards import fan_of
from games.matches.refusals import SeatedElsewhere, SignInFirst
from games.matches.views import table_page
from games.titles.registry import title_of
from refusals.words import refusal_text


@page_view("GET", "HEAD")
def home(request: HttpRequest) -> HttpResponse:
    shelf = game_cards()
    context = {"lobby": lobby_for(request.user), "games": shelf}
    if request.user.is_authenticated:
        last = last_words(request.session.get(LAST))
        context |= {"quick": quick_form(request, request.user), "last": last}
        context["searches"] = [search_of(one) for one in lasting_tickets(request.user)]
        context["answers"] = unread_answers(request.user)
        context["others"] = others_waiting(request.user)
    else:
        context["map"] = title_of(shelf[0]["game"].slug).map
    return render(request, "lobby/lobby.html", context)


@page_view("GET", "HEAD")
def match_page(request: HttpRequest, match_id: str) -> HttpResponse:
    """The waiting room before the start; the table from then on."""
    access = open_for(request, match_id)
    if access.match.status in (Match.Status.OPEN, Match.Status.CLOSED):
        context = {"match": access.match, "room": waiting_room(access)}
        return render(request, "lobby/waiting.html", context)
    return table_page(request, access)


@page_view("GET", "HEAD", "POST")
def open_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose seats, options and bots, then sit down."""
    game = known_game(slug)
    if not request.user.is_authenticated:
        raise SignInFirst(_("Sign in to open a table."))
    form = TableForm.prefilled(game, request.GET)
    status = 200
    if request.method == "POST":
        form = TableForm(game, request.POST)
        if form.is_valid():
            try:
                match = lobby.open_table(
                    request.user,
                    form.wish(),
                    sure=form.cleaned_data["sure"],
                    nonce=form.cleaned_data["nonce"],
                )
                return redirect(match)
            except SeatedElsewhere as refusal:
                form.ask_if_sure(refusal_text(refusal))
                status = refusal.status
            except Refusal as refusal:
                form.add_error(None, refusal_text(refusal))
                status = refusal.status
        else:
            status = 400
    rating = rating_of(request.user, game.slug, game.seats[0])
    context = {"form": form, "game": game, "fan": fan_of(game.slug), "rating": rating}
    return render(request, "lobby/open_table.html", context, status=status)


@page_view("GET", "HEAD")
def invitation(request: HttpRequest, key: str) -> HttpResponse:
    """An invitation link: from now on this visitor may see that table."""
    access = open_invitation(request.user, key)
    remember_invitation(request, key)
    return redirect(access.match)


@page_view("POST")
def join(request: HttpRequest, match_id: str) -> HttpResponse:
    access = open_for(request, match_id)
    try:
        match = lobby.join(
            request.user,
            match_id,
            sure=request.POST.get("sure") == "yes",
            nonce=request.POST.get("nonce", ""),
        )
    except SeatedElsewhere as refusal:
        context = {
            "match": access.match,
            "room": waiting_room(access),
            "sure": refusal_text(refusal),
        }
        return render(request, "lobby/waiting.html", context, status=refusal.status)
    return redirect(match)


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
    match: Match = lobby.fill_with_bots(request.user, match_id, request.POST.get("level", "normal"))
    return redirect(match)
