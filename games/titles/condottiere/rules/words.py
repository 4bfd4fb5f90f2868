"""Why a move is not possible now, in words a player understands."""

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
    "battle": noted("A battle is on: play a card or pass."),
    "discard": noted("Keep your hand or discard all of it."),
}


def why_not(position: Condottiere, seat: int, move: Move) -> IllegalMove:
    """The refusal of a move of this game that is not legal now for a seat that is to move."""
    if position.phase == "choose" and isinstance(move, Choose):
        if position.cities.get(move.city) == position.holder:
            return IllegalMove("That city is your own already.")
        return IllegalMove("That city is conquered already.")
    if position.phase == "choose" and isinstance(move, Decline):
        return IllegalMove("Everyone has declined: you must choose a city.")
    if position.phase == "battle" and isinstance(move, Play):
        return _why_no_card(position, seat, move)
    return IllegalMove(_ASKED[position.phase])


def _why_no_card(position: Condottiere, seat: int, move: Play) -> IllegalMove:
    if move.card not in position.hands[seat]:
        return IllegalMove("You do not hold that card.")
    if move.card != "scarecrow":
        return IllegalMove("Only a scarecrow takes a card back.")
    if move.take not in MERCENARIES:
        return IllegalMove("A scarecrow takes back a mercenary, nothing else.")
    return IllegalMove("You have no such mercenary in this battle.")
