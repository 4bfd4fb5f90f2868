"""The lobby, and a table before it starts."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_noop as _

from accounts.services.reports import unread_answers
from games.access import open_invitation
from games.engine.refusals import Refusal
from games.forms import TableForm
from games.models import Match
from games.presenters.lobby import game_cards, lobby_for, waiting_room
from games.presenters.quick import last_words, search_of
from games.presenters.sheet import fan, map_of
from games.presenters.words import say
from games.quick_form import LAST
from games.services import lobby
from games.services.ratings import rating_of
from games.services.refusals import SeatedElsewhere, SignInFirst, status_of
from games.services.tickets import lasting_tickets, others_waiting
from games.views.doors import door, open_for, remember_invitation
from games.views.help import known_game
from games.views.quick import quick_form


@door("GET", "HEAD")
def home(request: HttpRequest) -> HttpResponse:
    shelf = game_cards()
    context = {"lobby": lobby_for(request.user), "games": shelf}
    if request.user.is_authenticated:
        last = last_words(request.session.get(LAST))
        context |= {"quick": quick_form(request), "last": last}
        context["searches"] = [search_of(one) for one in lasting_tickets(request.user)]
        context["answers"] = unread_answers(request.user)
        context["others"] = others_waiting(request.user)
    else:
        context["map"] = map_of(shelf[0]["game"].slug)
    return render(request, "games/lobby.html", context)


@door("GET", "HEAD", "POST")
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
                form.ask_if_sure(say(refusal))
                status = status_of(refusal)
            except Refusal as refusal:
                form.add_error(None, say(refusal))
                status = status_of(refusal)
        else:
            status = 400
    rating = rating_of(request.user, game.slug, game.seats[0])
    context = {"form": form, "game": game, "fan": fan(game.slug), "rating": rating}
    return render(request, "games/open_table.html", context, status=status)


@door("GET", "HEAD")
def invitation(request: HttpRequest, key: str) -> HttpResponse:
    """An invitation link: from now on this visitor may see that table."""
    access = open_invitation(request.user, key)
    remember_invitation(request, key)
    return redirect(access.match)


@door("POST")
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
        context = {"match": access.match, "room": waiting_room(access), "sure": say(refusal)}
        return render(request, "games/waiting.html", context, status=status_of(refusal))
    return redirect(match)


@door("POST")
def leave(request: HttpRequest, match_id: str) -> HttpResponse:
    open_for(request, match_id)
    lobby.leave(request.user, match_id)
    return redirect("home")


@door("POST")
def take_down(request: HttpRequest, match_id: str) -> HttpResponse:
    open_for(request, match_id)
    lobby.take_down(request.user, match_id)
    return redirect("home")


@door("POST")
def fill(request: HttpRequest, match_id: str) -> HttpResponse:
    open_for(request, match_id)
    match: Match = lobby.fill_with_bots(request.user, match_id, request.POST.get("level", "normal"))
    return redirect(match)
