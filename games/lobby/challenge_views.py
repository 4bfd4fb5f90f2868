"""Challenges: the choice of a game, the form, and the same form as an answer to a challenge."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_noop

from accounts.services.guests import name_in_words
from accounts.services.people import active_users_named
from core.refusals import Refusal
from games.engine.contract import Game
from games.ladders.services.ratings import rating_of
from games.lobby.challenge_forms import ChallengeForm
from games.lobby.presenters.lobby import game_cards
from games.lobby.presenters.often import often_words
from games.lobby.services import challenges
from games.matches.decorators import known_game, open_for, page_view
from games.matches.presenters.boards import card_preview_of
from games.matches.refusals import SignInFirst
from games.matches.viewing import Access

NAMED = 12
"""The most names read from an address."""


@page_view("GET", "HEAD")
def choose_game(request: HttpRequest) -> HttpResponse:
    """Show the games for a challenge; `?to=` is passed on."""
    if not request.user.is_authenticated:
        raise SignInFirst(gettext_noop("Sign in to challenge a player."))
    names = [name for name in request.GET.getlist("to") if name][:NAMED]
    known = {user.username.upper(): user.name for user in active_users_named(names)}
    shown = [name_in_words(known.get(name.upper(), name)) for name in names]
    context = {"games": game_cards(), "names": names, "shown": shown}
    return render(request, "lobby/challenge_game.html", context)


@page_view("GET", "HEAD", "POST")
def challenge(request: HttpRequest, slug: str) -> HttpResponse:
    """Challenge players to a game; `?match=` fills in the terms of that match."""
    game = known_game(slug)
    if request.method == "POST":
        return _send(request, game, ChallengeForm(game, request.POST))
    model = request.GET.get("match", "")
    if model:
        access = open_for(request, model)
        if access.match.game == game.slug:
            return _page(request, game, ChallengeForm.like(game, access.match, _others(access)))
    return _page(request, game, ChallengeForm.prefilled(game, request.GET))


@page_view("GET", "HEAD", "POST")
def counter(request: HttpRequest, match_id: str) -> HttpResponse:
    """Answer a challenge by another one, for which the form is filled in with the same terms."""
    access = open_for(request, match_id)
    known = challenges.open_challenge_to(request.user, match_id)
    game = known_game(known.match.game)
    if request.method == "POST":
        return _send(request, game, ChallengeForm(game, request.POST), access)
    form = ChallengeForm.like(game, access.match, _others(access))
    return _page(request, game, form, instead_of=access)


def _others(access: Access) -> list[str]:
    """Return the usernames of the users at a table, without the visitor's own."""
    me = access.user.pk if access.user is not None else None
    return [one.user.username for one in access.players if one.user and one.user_id != me]


def _send(
    request: HttpRequest, game: Game, form: ChallengeForm, instead_of: Access | None = None
) -> HttpResponse:
    """Send the challenge of the form, or show the form again with what is wrong."""
    if not request.user.is_authenticated:
        raise SignInFirst(gettext_noop("Sign in to challenge a player."))
    status = 400
    if form.is_valid():
        terms = form.terms(instead_of.match.id if instead_of is not None else "")
        given = form.cleaned_data
        try:
            match = challenges.challenge(
                request.user,
                form.table_request(),
                terms,
                sure=given["sure"],
                nonce_hash=given["nonce_hash"],
            )
            return redirect(match)
        except Refusal as refusal:
            status = form.refuse(refusal)
    return _page(request, game, form, status=status, instead_of=instead_of)


def _page(
    request: HttpRequest,
    game: Game,
    form: ChallengeForm,
    *,
    status: int = 200,
    instead_of: Access | None = None,
) -> HttpResponse:
    if not request.user.is_authenticated:
        raise SignInFirst(gettext_noop("Sign in to challenge a player."))
    context = {
        "form": form,
        "game": game,
        "card_preview": card_preview_of(game.slug),
        "rating": rating_of(request.user, game.slug, game.seats[0]),
        "often": often_words(request.user, form.invited_people()),
        "instead_of": None if instead_of is None else instead_of.match,
    }
    return render(request, "lobby/challenge.html", context, status=status)
