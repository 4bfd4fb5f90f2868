"""Which card of a hand that is being halved is the least useful."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import Move
from games.titles.babel.rules.cards import RUN
from games.titles.babel.rules.moves import Discard
from games.titles.babel.rules.position import Babel

USES = {"assyrian": 1.0, "hittite": 0.9, "persian": 0.7, "sumerian": 0.7, "mede": 0.5}
"""What a run of a tribe is good for, roughly."""


def least_useful(position: Babel, seat: int, moves: Sequence[Move]) -> Move:
    """The discard that leaves the best hand."""

    def left_by(move: Move) -> float:
        assert isinstance(move, Discard)
        hand = list(position.hands[seat])
        hand.remove(move.tribe)
        return usefulness(position, seat, hand)

    return max(moves, key=left_by)


def usefulness(position: Babel, seat: int, hand: Sequence[str]) -> float:
    """Cards to travel with where there is something to do, and cards that make runs."""
    total = 0.0
    for tribe, use in USES.items():
        count = hand.count(tribe)
        if not count:
            continue
        if position.stones[seat] != tribe:
            total += 0.4 + 0.15 * len(position.tribes[seat][tribe])
        # A run grows on what lies on top of a row; two of three are less than half of it.
        tops = max(trailing(row, tribe) for row in position.tribes[seat].values())
        total += 0.15 * count + use * (min(RUN, count + tops) / RUN) ** 2
    return total


def trailing(row: Sequence[str], tribe: str) -> int:
    """How many cards of a tribe lie on top of a row."""
    count = 0
    while count < len(row) and row[-1 - count] == tribe:
        count += 1
    return count
