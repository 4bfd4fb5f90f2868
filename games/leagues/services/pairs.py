"""Start a match of two players who are not at the table, and read its result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction

from accounts.models import User
from accounts.permissions import may_play_rated, may_sit_down
from accounts.services.blocks import apart_from
from accounts.services.people import lock_people
from core.refusals import Refusal
from games.lobby.services import dealing
from games.lobby.services.lobby import TableRequest, create_table, sit_down
from games.matches.models import Match, Player

WON, SHARED, LOST = 2, 1, 0
"""Half points."""
Points = tuple[int, int]
OpenTable = Callable[[TableRequest], Match]
"""Creates a table without players."""


@dataclass(frozen=True)
class Started:
    """The match of two players; without one, the points that both get, and who may not play."""

    match: Match | None
    points: Points = (SHARED, SHARED)
    absent: tuple[bool, bool] = (False, False)


def start(
    one: User | None,
    other: User | None,
    game: str,
    *,
    clock: str,
    rated: bool,
    public: bool,
    open_table: OpenTable | None = None,
) -> Started:
    """Start a match of two players.

    A player who is gone, or may not play, loses it. Two who have blocked each other get half each,
    so that the block is not revealed.

    Args:
        one: A player; None if the account is gone.
        other: The other player.
        game: The game.
        clock: The name of the clock.
        rated: Whether it is rated.
        public: Whether everyone may see it.
        open_table: Creates the table, if it has the cards of others.
    """
    may = may_play_rated if rated else may_sit_down
    people = [person for person in (one, other) if person is not None]
    fit = {person.pk for person in lock_people([p.pk for p in people]) if may(person)}
    absent = one is None or one.pk not in fit, other is None or other.pk not in fit
    if any(absent):
        return Started(None, without(absent), absent)
    first, second = people
    if second.pk in apart_from(first.pk, [second.pk]):
        return Started(None)
    try:
        with transaction.atomic():
            request = TableRequest(game, 2, public=public, rated=rated, clock=clock)
            match = create_table(request, host=None) if open_table is None else open_table(request)
            for person in people:
                sit_down(match, person, "")
            dealing.start_if_full(match)
    except Refusal:
        return Started(None)
    return Started(match)


def without(absent: tuple[bool, bool]) -> Points:
    """Return the points of two of whom some are absent: they get none, the other one wins."""
    return (LOST if absent[0] else WON, LOST if absent[1] else WON)


def result(players: list[Player], one: int | None, other: int | None) -> Points:
    """Return the points of two users at the end of a match."""
    places = {player.user_id: player.place or 2 for player in players}
    first, second = places.get(one, 2), places.get(other, 2)
    if first == second:
        return (SHARED, SHARED)
    return (WON, LOST) if first < second else (LOST, WON)
