"""When the game is over and who has won (spec: End)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.contract import Happening, Outcome, places_by

if TYPE_CHECKING:
    from games.titles.babel.rules.position import Babel

HIGH, LOW, HIGHEST = 15, 9, 20


def test(position: Babel) -> list[Happening]:
    """Rules 1 and 2, tested after every move."""
    low, high = sorted(position.totals)
    told = []
    if high >= HIGH and not position.end_phase:
        # Rule 1: one has 15 or more and the other 9 or fewer.
        if low <= LOW:
            return [end(position, "fifteen")]
        # Rule 2: one has 15 or more and the other at least 10; once begun, it stays.
        position.end_phase = True
        told.append(Happening("end-phase", {"totals": list(position.totals)}))
    if position.end_phase:
        # One move can begin the end phase and end the game.
        if high >= HIGHEST:
            told.append(end(position, "twenty"))
        elif low <= LOW:
            told.append(end(position, "nine"))
    return told


def end(position: Babel, reason: str) -> Happening:
    """The game is over: nothing more happens, and `turn` and `migrated` stay."""
    position.phase = "over"
    position.due = 0
    # The higher total wins; equal: more tribe cards in hand; still equal: a draw.
    ranked = list(zip(position.totals, map(len, position.hands), strict=True))
    position.ended = Outcome(tuple(position.totals), places_by(ranked), reason)
    return Happening("over", dict(position.ended.dump()))
