"""The lobby, and a table before it starts."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_noop as _

from games.access import open_invitation
from games.engine.refusals import Refusal
from games.forms import TableForm
from games.models import Match
from games.presenters.lobby import game_cards, lobby_for, waiting_room
from games.presenters.words import say
from games.rules import newest
from games.services import lobby
from games.services.refusals import SeatedElsewhere, SignInFirst, status_of
from games.views.doors import door, open_for, remember_invitation


@door("GET", "HEAD")
def home(request: HttpRequest) -> HttpResponse:
    context = {"lobby": lobby_for(request.user), "games": game_cards()}
    return render(request, "games/lobby.html", context)


@door("GET", "HEAD", "POST")
def open_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose seats, options and bots, then sit down."""
    game = newest(slug).game
    if not request.user.is_authenticated:
        raise SignInFirst(_("Sign in to open a table."))
    form = TableForm(game, request.POST or None)
    status = 200
    if request.method == "POST":
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
    return render(request, "games/open_table.html", {"form": form, "game": game}, status=status)


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
