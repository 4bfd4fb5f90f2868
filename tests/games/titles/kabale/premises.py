"""The premises of the reasons that Kabale's guide gives."""

from __future__ import annotations

from typing import Any

from games.boards.guides import Reason
from games.engine.chance import Chance
from games.engine.contract import Json, Move
from games.titles.kabale.rules.award import award
from games.titles.kabale.rules.cards import ACTS_AT_ONCE, SPECIALISTS, UNKNOWN, Goal
from games.titles.kabale.rules.moves import Cloak, Place, Swap
from games.titles.kabale.rules.position import Kabale
from games.titles.kabale.rules.rounds import score

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


def taken(position: Kabale, seat: int, move: Move | None = None) -> list[tuple[int | None, Goal]]:
    """Return who would take which goal, by column, from what a seat sees, now or after a move."""
    seen = position.clone()
    for column in seen.columns:
        column.cards = [
            laid if laid.up or laid.seat == seat else laid._replace(card=UNKNOWN)
            for laid in column.cards
        ]
    effects = [] if move is None else seen.apply(seat, move, CHANCE)
    awards: Any = [effect.facts for effect in effects if effect.kind == "awarded"]
    if awards:
        return [(facts["winner"], Goal(*facts["goal"])) for facts in awards]
    return [
        (award(column.goal, [(laid.seat, laid.card) for laid in column.cards]).winner, column.goal)
        for column in seen.columns
    ]


def points(position: Kabale, seat: int, move: Move | None = None) -> int:
    """Return the score of a seat with the goals that it would take, now or after a move."""
    return score(
        position.won[seat] + [goal for who, goal in taken(position, seat, move) if who == seat]
    )


def takes(position: Kabale, seat: int, move: Move, reason: Reason) -> bool:
    one = seat, reason.facts["goal"]
    more = taken(position, seat, move).count(one) > taken(position, seat).count(one)
    pays = points(position, seat, move) > points(position, seat)
    return more and (pays or not isinstance(move, Swap))


def loses(position: Kabale, seat: int, move: Move, reason: Reason) -> bool:
    one = reason.facts["seat"], reason.facts["goal"]
    less = taken(position, seat, move).count(one) < taken(position, seat).count(one)
    return less and one[0] != seat and points(position, seat, move) >= points(position, seat)


def hides_nothing(position: Kabale, seat: int, move: Move, reason: Reason) -> bool:
    """Check that the seat takes the goal without a hidden card, or with none of its cards."""
    assert position.pending is not None
    tried = [move] if reason.facts["wins"] else position.moves(seat)
    takers = {taken(position, seat, one)[position.pending[1]][0] for one in tried}
    return (seat in takers) == bool(reason.facts["wins"])


def no_swap_pays(position: Kabale, seat: int, move: Move, reason: Reason) -> bool:
    now = points(position, seat)
    return all(points(position, seat, swap) <= now for swap in position.moves(seat))


def fulfils(position: Kabale, seat: int, move: Move, reason: Reason) -> bool:
    assert isinstance(move, Place)
    before = position.columns[move.column].fulfilled()
    position.apply(seat, move, CHANCE)
    return position.columns[move.column].fulfilled() and not before


def ends_round(position: Kabale, seat: int, move: Move, reason: Reason) -> bool:
    return any(effect.kind == "round-ended" for effect in position.apply(seat, move, CHANCE))


PREMISES = {
    "at-home": at_home,
    "uncovers-own": uncovers_own,
    "uncovers": uncovers,
    "hidden": hidden,
    "takes": takes,
    "loses": loses,
    "hides-nothing": hides_nothing,
    "no-swap-pays": no_swap_pays,
    "fulfils": fulfils,
    "ends-round": ends_round,
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
