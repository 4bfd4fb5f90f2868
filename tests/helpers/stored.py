"""Finished matches with all their events, written directly into the database.

match = stored([anna, berta], number=3)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from accounts.models import User
from games.engine.achievements import Played
from games.matches.models import Event, Match, MatchSecret
from tests.helpers.played import match_seed, random_match
from tests.helpers.ratings import finished


def stored(
    seated: Sequence[User | str], number: int = 0, *, game: str = "condottiere", **more: Any
) -> Match:
    """Write a random match, with the same moves for the same number; `more` as for `finished`."""
    one = random_match(game, number, len(seated))
    return write(one, seated, match_seed(number), **more)


def write(one: Played, seated: Sequence[User | str], seed: bytes, **more: Any) -> Match:
    """Write a match with these decisions and this outcome."""
    game = one.end.game.slug
    match = finished(seated, list(one.outcome.places), game=game, **more)
    Event.objects.bulk_create(
        Event(match=match, number=number, kind="move", seat=each.seat, data=each.move.dump())
        for number, each in enumerate(one.decisions, start=1)
    )
    match.outcome, match.last_number = one.outcome.dump(), len(one.decisions)
    match.options = dict(one.end.options)
    match.save(update_fields=["outcome", "last_number", "options"])
    MatchSecret.objects.create(match=match, seed=seed.hex())
    return match
