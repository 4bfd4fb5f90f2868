"""Which actions are legal, step 2 of a turn (spec: Turn)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.contract import Move
from games.titles.babel.rules import duty, powers
from games.titles.babel.rules.building import may_build
from games.titles.babel.rules.cards import QUARRY, RUN
from games.titles.babel.rules.moves import BUILD, DISCARD, END, MIGRATE, SETTLE, TRAVEL

if TYPE_CHECKING:
    from games.titles.babel.rules.position import Babel


def legal(position: Babel) -> list[Move]:
    """Every legal move of the one seat that owes a decision."""
    seat = position.turn
    if position.phase == "halve":
        return [DISCARD[tribe] for tribe in dict.fromkeys(position.hands[1 - seat])]
    found = _actions(position, seat)
    if position.duty[seat]:
        # `end` is illegal before the first-turn build; so is what would make it impossible.
        return duty.allowed(position, seat, found)
    found.append(END)
    return found


def _actions(position: Babel, seat: int) -> list[Move]:
    stone = position.stones[seat]
    hand = dict.fromkeys(position.hands[seat])
    # Not to the site where the stone already stands, and never back to the quarry (spec: Turn).
    found = [TRAVEL[tribe] for tribe in hand if tribe != stone]
    if stone != QUARRY:
        found += [SETTLE[tribe] for tribe in hand]
        found += [BUILD[row] for row in (0, 1) if may_build(position, seat, row, step=1)]
        found += powers.legal(position, seat, stone)
    if not position.migrated:
        for source, row in position.tribes[seat].items():
            if len(row) >= RUN:
                found += MIGRATE[source]
    return found
