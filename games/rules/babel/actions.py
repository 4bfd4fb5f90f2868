"""Which actions are legal: the specification (rules: Turn, step 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.contract import Move
from games.rules.babel import duty, powers
from games.rules.babel.building import may_build
from games.rules.babel.cards import QUARRY, RUN
from games.rules.babel.moves import BUILD, DISCARD, END, MIGRATE, SETTLE, TRAVEL

if TYPE_CHECKING:
    from games.rules.babel.position import Babel


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
    # Ruling: not to the site where the stone already stands; and no card leads to the quarry.
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
