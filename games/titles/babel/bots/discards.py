"""The choice of the least useful card of a hand that is being halved."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import Move
from games.titles.babel.rules.cards import RUN
from games.titles.babel.rules.moves import Discard
from games.titles.babel.rules.position import Babel

USES = {"assyrian": 1.0, "hittite": 0.9, "persian": 0.7, "sumerian": 0.7, "mede": 0.5}
"""A rough value for a run of each tribe."""


def least_useful(position: Babel, seat: int, moves: Sequence[Move]) -> Move:
    """Return the discard that leaves the best hand."""

    def left_by(move: Move) -> float:
        assert isinstance(move, Discard)
        hand = list(position.hands[seat])
        hand.remove(move.tribe)
        return usefulness(position, seat, hand)

    return max(moves, key=left_by)


def usefulness(position: Babel, seat: int, hand: Sequence[str]) -> float:
    """Estimate the value of a hand, by the travels and the runs that it allows."""
    total = 0.0
    for tribe, use in USES.items():
        count = hand.count(tribe)
        if not count:
            continue
        if position.stones[seat] != tribe:
            total += 0.4 + 0.15 * len(position.tribes[seat][tribe])
        # A run grows on top of a row; two of three cards are worth less than half of it.
        tops = max(trailing(row, tribe) for row in position.tribes[seat].values())
        total += 0.15 * count + use * (min(RUN, count + tops) / RUN) ** 2
    return total


def trailing(row: Sequence[str], tribe: str) -> int:
    """Return the number of cards of a tribe on top of a row."""
    count = 0
    while count < len(row) and row[-1 - count] == tribe:
        count += 1
    return count
