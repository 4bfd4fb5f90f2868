"""The reasons why a move is illegal, in words that a player understands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.contract import Move
from games.engine.refusals import IllegalMove, noted
from games.titles.condottiere.rules.cards import MERCENARIES
from games.titles.condottiere.rules.moves import Choose, Decline, Play

if TYPE_CHECKING:
    from games.titles.condottiere.rules.position import Condottiere

_ASKED = {
    "choose": noted("Choose a city to fight for, or decline."),
    "battle": noted("There’s a battle: play a card or pass."),
    "discard": noted("Keep your hand or discard all of it."),
}


def why_not(position: Condottiere, seat: int, move: Move) -> IllegalMove:
    """Return the refusal of an illegal move of a seat that is to move."""
    if position.phase == "choose" and isinstance(move, Choose):
        if position.cities.get(move.city) == position.holder:
            return IllegalMove("That city is already yours.")
        return IllegalMove("That city is already conquered.")
    if position.phase == "choose" and isinstance(move, Decline):
        return IllegalMove("Everyone has declined, so you must choose a city.")
    if position.phase == "battle" and isinstance(move, Play):
        return _why_no_card(position, seat, move)
    return IllegalMove(_ASKED[position.phase])


def _why_no_card(position: Condottiere, seat: int, move: Play) -> IllegalMove:
    if move.card not in position.hands[seat]:
        return IllegalMove("You don’t have that card.")
    if move.card != "scarecrow":
        return IllegalMove("Only a scarecrow takes a card back.")
    if move.take not in MERCENARIES:
        return IllegalMove("A scarecrow only takes back mercenaries.")
    return IllegalMove("You have no such mercenary in this battle.")
