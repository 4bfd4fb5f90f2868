"""The premises of the reasons that Kabale's guide gives."""

from __future__ import annotations

from games.boards.guides import Reason
from games.engine.chance import Chance
from games.engine.contract import Json, Move
from games.titles.kabale.rules.award import award
from games.titles.kabale.rules.cards import ACTS_AT_ONCE, SPECIALISTS
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


def counts_much(position: Kabale, seat: int, move: Move) -> bool:
    """Check what the card counts without others: at least as much as a specialist at home."""
    assert isinstance(move, Place)
    sums = award(position.columns[move.column].goal, [(seat, move.card)]).sums
    return sums[seat] >= 12


def round_goes_on(position: Kabale, seat: int, move: Move) -> bool:
    """Check that the card ends no round, unless by uncovering a card, such as a storm."""
    before = position.round
    effects = position.apply(seat, move, CHANCE)
    goes_on = position.round == before and position.outcome() is None
    return goes_on or any(effect.kind == "uncovered" for effect in effects)


def acts_at_award(position: Kabale, seat: int, move: Move) -> bool:
    """Check that the card is one of those that act in the award."""
    numbered = {"king", "queen", "juliet", *SPECIALISTS}
    return isinstance(move, Place) and move.card not in numbered | ACTS_AT_ONCE


def cloak_or_traitor(position: Kabale, seat: int, move: Move) -> bool:
    return position.phase in ("cloak", "swap")


def last_round(position: Kabale, seat: int, move: Move) -> bool:
    return position.round == 6


WHYS = {
    "strength": counts_much,
    "at-once": round_goes_on,
    "tricks": acts_at_award,
    "cloak-and-traitor": cloak_or_traitor,
    "last-round": last_round,
}
