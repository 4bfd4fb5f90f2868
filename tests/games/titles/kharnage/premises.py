"""The premises of the reasons that Kharnage's guide gives."""

from __future__ import annotations

from games.boards.guides import Reason
from games.engine.chance import Chance
from games.engine.contract import Move
from games.titles.kharnage.rules.position import Kharnage

CHANCE = Chance(bytes(32), 1)


def generals_wait(position: Kharnage, seat: int, move: Move, reason: Reason) -> bool:
    before = list(position.generals[seat])
    position.apply(seat, move, CHANCE)
    return bool(before) and position.generals[seat] == before


def cost(position: Kharnage, seat: int, move: Move, reason: Reason) -> bool:
    """Check the strength before and after the blow, apart from trampling."""
    assert position.attack is not None
    before, trample = position.attack.targets[0][1], position.attack.trample
    effects = position.apply(seat, move, CHANCE)
    left = next(effect.facts["left"] for effect in effects if effect.kind == "destroyed")
    gone = before - reason.facts["cost"]
    return reason.facts["left"] == before and left in (gone, gone + trample)


PREMISES = {"generals-wait": generals_wait, "cost": cost}
