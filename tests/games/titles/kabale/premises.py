"""The premises of the reasons that Kabale's guide gives."""

from __future__ import annotations

from games.boards.guides import Reason
from games.engine.chance import Chance
from games.engine.contract import Json, Move
from games.titles.kabale.rules.award import award
from games.titles.kabale.rules.moves import Cloak, Place
from games.titles.kabale.rules.position import Kabale

CHANCE = Chance(bytes(32), 1)


def at_home(position: Kabale, seat: int, move: Move, reason: Reason) -> bool:
    """Check what the card counts if it is alone in this column."""
    assert isinstance(move, Place)
    goal = position.columns[move.column].goal
    return award(goal, [(seat, move.card)]).sums == {seat: reason.facts["home"]}


def uncovered(position: Kabale, seat: int, move: Move) -> Json | None:
    """Return the facts of the card that a move uncovers."""
    effects = position.apply(seat, move, CHANCE)
    return next((effect.facts for effect in effects if effect.kind == "uncovered"), None)


def uncovers_own(position: Kabale, seat: int, move: Move, reason: Reason) -> bool:
    facts = uncovered(position, seat, move)
    return facts is not None and (facts["seat"], facts["card"]) == (seat, reason.facts["card"])


def uncovers(position: Kabale, seat: int, move: Move, reason: Reason) -> bool:
    return uncovered(position, seat, move) is not None


def hidden(position: Kabale, seat: int, move: Move, reason: Reason) -> bool:
    assert isinstance(move, Cloak)
    before = list(position.hands[seat])
    kinds = [effect.kind for effect in position.apply(seat, move, CHANCE)]
    return move.card in before and "hid" in kinds and "drew" in kinds


PREMISES = {
    "at-home": at_home,
    "uncovers-own": uncovers_own,
    "uncovers": uncovers,
    "hidden": hidden,
}
