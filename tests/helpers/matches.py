"""Matches with users and bots, made through the services like those of the site.

match = started(*people("Anna", "Berta"), bots=("easy",), seed=3)
act(match, seat, {"type": "pass"})
play_on(match)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any
from unittest.mock import patch

from asgiref.sync import async_to_sync
from django.db import transaction
from django.test import Client, TestCase

from accounts.models import User
from games.engine.contract import Json, Position
from games.lobby.services import dealing, lobby
from games.lobby.services.lobby import TableRequest
from games.matches import publish
from games.matches.access import access_to_change, match_cache, players_of
from games.matches.models import Match, Player
from games.matches.services import commands
from games.matches.services.append import append
from games.matches.services.commands import BotMove
from games.matches.services.event_store import MatchState, match_state
from games.matches.services.execute import Table, execute
from games.matches.viewing import Access

LONGEST = 2000
CHOOSE: Json = {"type": "choose", "city": "parma"}
"""A legal first move in every match."""
Pick = Callable[[Position, int], Json]


class Luck:
    """A repeatable replacement for `secrets` in the lobby."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def token_bytes(self, size: int) -> bytes:
        return self._rng.randbytes(size)

    def token_hex(self, size: int) -> str:
        return self.token_bytes(size).hex()


@contextmanager
def committed() -> Iterator[None]:
    """Run the callbacks that wait for the commit, also inside the transaction of a test."""
    with publish.collected() as outbox, TestCase.captureOnCommitCallbacks(execute=True):
        yield
    if outbox:
        async_to_sync(publish.deliver)(outbox)


def person(name: str) -> User:
    """Create a user without a password, because hashing one is slow."""
    return User.objects.create_user(name, f"{name.lower()}@example.org")


def people(*names: str) -> list[User]:
    return [person(name) for name in names]


def signed_in(user: User | None, **more: Any) -> Client:
    client = Client(**more)
    if user is not None:
        client.force_login(user)
    return client


def opened(host: User, *, seats: int = 2, seed: int = 1, **wish: Any) -> Match:
    with patch("games.lobby.services.lobby.secrets", Luck(seed)), committed():
        return lobby.open_table(host, _request(seats=seats, **wish), sure=True)


def started(*users: User, bots: tuple[str, ...] = (), seed: int = 1, **wish: Any) -> Match:
    """Start a match of these users and bots; equal seeds give equal seats and deals.

    The users get their seats without the lobby's checks, which take longer than all else here.
    """
    host, *friends = users
    request = _request(seats=len(users) + len(bots), bots=bots, **wish)
    with patch("games.lobby.services.lobby.secrets", Luck(seed)), committed(), transaction.atomic():
        match = lobby.create_table(request, host=host)
        _seat(match, host, 0)
        for level in bots:
            lobby.seat_bot(match, level)
        for number, friend in enumerate(friends, len(bots) + 1):
            _seat(match, friend, number)
        dealing.start_if_full(match)
    return fresh(match)


def _request(*, game: str = "condottiere", clock: str = "free", **wish: Any) -> TableRequest:
    return TableRequest(game=game, clock=clock, **wish)


def _seat(match: Match, user: User, joined: int) -> None:
    Player.objects.create(
        match=match, user=user, name=user.name, program=user.is_bot, joined=joined
    )


def only_bots(*levels: str, seed: int = 1, game: str = "condottiere") -> Match:
    """Start a match of bots of these levels."""
    match = started(person(f"Host{seed}"), bots=levels[1:], seed=seed, game=game)
    match.players.filter(bot="").update(user=None, bot=levels[0])
    return fresh(match)


def fresh(match: Match) -> Match:
    return Match.objects.get(id=match.id)


def position_of(match: Match) -> Position:
    """Return the current position of a match."""
    return match_state(fresh(match)).position


def player_at(match: Match, seat: int) -> Player:
    return Player.objects.select_related("user", "match").get(match=match, seat=seat)


def user_at(match: Match, seat: int) -> User:
    user = player_at(match, seat).user
    assert user is not None
    return user


def seat_of(match: Match, user: User) -> int:
    seat = Player.objects.get(match=match, user=user).seat
    assert seat is not None
    return seat


def seats_in(match: Match) -> list[int | None]:
    """Return the seats of all players, in order."""
    return list(match.players.order_by("seat").values_list("seat", flat=True))


def places_in(match: Match) -> list[int | None]:
    """Return the places of all players, best first."""
    return list(match.players.order_by("place").values_list("place", flat=True))


def turn_token(match: Match, seat: int) -> str:
    """Return the token of the question to this seat."""
    token = commands.turn_token_of(player_at(match, seat))
    assert token is not None, f"seat {seat} is asked nothing"
    return token


def mover(match: Match) -> int:
    """Return the first seat that has to move."""
    return position_of(match).to_move()[0]


def legal(match: Match, seat: int) -> list[Json]:
    return [move.dump() for move in position_of(match).moves(seat)]


def act(match: Match, seat: int, move: Json) -> int:
    """Make a move for the user or bot at this seat; return the number of its event."""
    player = player_at(match, seat)
    with committed():
        if player.person:
            assert player.user is not None
            after = commands.submit_move(
                player.user, match.id, move, commands.turn_token_of(player)
            )
            return after.match.last_number
        assert player.asked_at is not None
        assert execute(BotMove(match.id, player.id, player.asked_at, move)).event is not None
    return fresh(match).last_number


def move_on(match: Match) -> int:
    """Make the first legal move; return the number of its event."""
    seat = mover(match)
    return act(match, seat, legal(match, seat)[0])


def at_random(seed: int = 0) -> Pick:
    rng = Random(seed)
    return lambda position, seat: rng.choice(position.moves(seat)).dump()


def mercenaries_first(position: Position, seat: int) -> Json:
    """Choose moves that lead to hands without mercenaries, and so to the discard question."""
    moves = [move.dump() for move in position.moves(seat)]
    for move in moves:
        if move["type"] in ("choose", "keep") or move.get("card", "")[:1] == "m":
            return move
    return next(move for move in moves if move["type"] == "pass")


def play_on(
    match: Match, pick: Pick | None = None, until: Callable[[Position], Any] = lambda _: False
) -> Match:
    """Play on, by default at random, to the end or until a position fulfils `until`.

    Moves are judged and stored as by the services, without reading the match again for each.
    """
    pick = pick or at_random()
    access = Access(match := fresh(match), players_of(match), None, None)
    state = match_state(match)
    with patch("games.matches.publish._send"):  # No page follows, and sending is slow.
        for _ in range(LONGEST):
            position = state.position
            if not position.to_move() or until(position):
                return fresh(match)
            seat = position.to_move()[-1]
            access, state = _play(access, state, seat, pick(position, seat))
    raise AssertionError("this match does not end")


def _play(access: Access, before: MatchState, seat: int, move: Json) -> tuple[Access, MatchState]:
    """Make a move of a person or a bot; return the match and its state after it."""
    own = access_to_change(access.match, access.players, None)
    player = next(one for one in own.players if one.seat == seat)
    table = Table(replace(own, player=player), before)
    if player.person:
        commands.require_playing(table, player)
    change = commands.carry_out(table, player, move)
    with committed(), transaction.atomic():
        append([change])
    return replace(change.access, player=None), change.after


def change_rows(*matches: Match, **columns: Any) -> None:
    """Change columns that no event changes, and clear the cache of matches."""
    Match.objects.filter(id__in=[match.id for match in matches]).update(**columns)
    match_cache.clear()


def under_way(match: Match) -> Match:
    """Play until every player has made a few decisions, after which leaving counts as a loss."""
    return play_on(match, until=lambda _position: match_state(fresh(match)).under_way)


def both_discard(position: Position) -> bool:
    """Return whether at least two seats are asked, secretly and at once, to discard their hands."""
    return len(position.to_move()) >= 2


def match_with_secret_question(*users: User, **wish: Any) -> Match:
    """Start a match in which at least two seats are asked at once whether to discard."""
    for seed in count(1):
        match = play_on(started(*users, seed=seed, **wish), mercenaries_first, both_discard)
        if match.status == Match.Status.RUNNING:
            return match
        assert seed < 20, "no match comes to that question any more"
    raise AssertionError


def events(match: Match) -> list[tuple[int, str, int | None, Json]]:
    """Return all stored events."""
    return list(match.events.order_by("number").values_list("number", "kind", "seat", "data"))


@contextmanager
def nothing_written(match: Match) -> Iterator[None]:
    """Assert that the block writes no event, and changes no row of the match and its players."""

    def rows() -> Any:
        found = Match.objects.filter(id=match.id)
        return list(found.values()), list(match.players.order_by("id").values()), events(match)

    before = rows()
    yield
    assert rows() == before


def asked_against_bot(user: User) -> Match:
    """Start a match of a user and a bot, in which the user has to move."""
    match = started(user, bots=("easy",), seed=4)
    seat = seat_of(match, user)
    return play_on(match, until=lambda position: seat in position.to_move())
