"""Refusals of moves that are not legal now, in words a player understands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.contract import Move
from games.engine.refusals import IllegalMove, noted
from games.titles.kabale.rules.moves import Cloak, Place, Swap

if TYPE_CHECKING:
    from games.titles.kabale.rules.position import Kabale

_ASKED = {
    "place": noted("It’s your turn: lay a card at the end of a column."),
    "cloak": noted("Your cloak was uncovered: hide a card under it, or decline."),
    "swap": noted("Your traitor was uncovered: swap his goal with another, or decline."),
}


def why_not(position: Kabale, seat: int, move: Move) -> IllegalMove:
    """Return the refusal of a move that is not legal now for a seat that is to move."""
    if position.phase == "place" and isinstance(move, Place):
        if move.card not in position.hands[seat]:
            return IllegalMove("You don’t have that card.")
        return IllegalMove("A storm has closed that column.")
    if position.phase == "cloak" and isinstance(move, Cloak):
        return IllegalMove("You don’t have that card.")
    if position.phase == "swap" and isinstance(move, Swap):
        return IllegalMove("The traitor swaps with another column, not his own.")
    return IllegalMove(_ASKED[position.phase])
