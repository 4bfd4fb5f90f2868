"""What every turn tells, kept ready: there are few ways to say it, and it is said all the time.

Happenings are told and never changed, so that one may be told again.
"""

from __future__ import annotations

from functools import cache

from games.engine.contract import Happening
from games.titles.kabale.rules.cards import MOST_SEATS

ONLY = tuple(frozenset((seat,)) for seat in range(MOST_SEATS))
"""Who may know of a seat's own secrets."""


@cache
def placed(seat: int, at: int, card: str) -> tuple[Happening, ...]:
    """All see where a card was laid, its owner also which."""
    return (
        Happening("placed", {"seat": seat, "column": at}),
        Happening("placed-own", {"seat": seat, "column": at, "card": card}, ONLY[seat]),
    )


@cache
def uncovered(at: int, seat: int, card: str) -> Happening:
    return Happening("uncovered", {"column": at, "seat": seat, "card": card})


@cache
def drew(seat: int, card: str) -> tuple[Happening, ...]:
    """All see that a seat drew a card, only the seat which."""
    return (
        Happening("drew", {"seat": seat, "count": 1}),
        Happening("drew-own", {"seat": seat, "card": card}, ONLY[seat]),
    )
