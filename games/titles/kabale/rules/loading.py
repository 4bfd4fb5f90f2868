"""A given position: all but its plain fields (spec: Position).

A given position is taken as it is: nothing is dealt or drawn, no end is tested. Of several
faults the first is refused: fields are read and checked in this order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from games.engine.chance import Chance
from games.engine.fields import is_seat, refuse
from games.engine.piles import without
from games.engine.refusals import BadPosition
from games.titles.kabale.rules.cards import CARDS, GOALS, Goal, are_cards, is_goal
from games.titles.kabale.rules.rounds import ROUNDS
from games.titles.kabale.rules.table import Column, Laid

if TYPE_CHECKING:
    from games.engine.contract import Json
    from games.titles.kabale.rules.position import Kabale


def fill(position: Kabale, given: Json, chance: Chance) -> None:
    """Fill an empty table with a given position; BadPosition."""
    position.read(given, "round", "phase", "turn")
    if "pending" in given:
        position.pending = _read_pending(position, given["pending"])
    columns = given.get("columns")
    fits = isinstance(columns, list) and len(columns) == position.seats
    refuse(not fits, "There are as many columns as seats.")
    position.columns = [_read_column(position, column) for column in columns or ()]
    position.read(given, "hands", "discards", "stacks", "won", "goals")
    for seat in range(position.seats):
        cards = position.cards_of(seat)
        refuse(len(set(cards)) < len(cards), "Every seat has each card once.")
    for goal, copies in Counter([*position.known_goals(), *position.goals]).items():
        refuse(copies > GOALS.count(goal), "There are not that many goals of one kind.")
    needed = (ROUNDS - position.round) * position.seats
    _fill_rest(position, given, needed, chance)
    wrong = len(position.goals) != needed
    refuse(wrong, "There must be {needed} goals still to come.", needed=needed)
    if position.phase == "place":
        _check_placing(position)
    else:
        _check_asked(position, "cloak" if position.phase == "cloak" else "traitor")


def _only_keys(data: Any, known: Iterable[str], what: str) -> None:
    refuse(not isinstance(data, dict), "{what} is an object.", what=what)
    for key in data:
        refuse(key not in known, "{what} has no “{key}”.", what=what, key=key)


def _read_pending(position: Kabale, data: Any) -> tuple[int, int]:
    _only_keys(data, ("seat", "column"), "“pending”")
    fits = all(is_seat(data.get(key), position.seats) for key in ("seat", "column"))
    refuse(not fits, "“pending” names a seat and a column.")
    return data["seat"], data["column"]


def _read_column(position: Kabale, data: Any) -> Column:
    _only_keys(data, ("goal", "storm", "cards"), "A column")
    goal, storm, cards = data.get("goal"), data.get("storm", False), data.get("cards")
    refuse(not is_goal(goal, position.seats), "A column has a goal: an area and its points.")
    refuse(not isinstance(storm, bool), "“storm” is true or false.")
    refuse(not isinstance(cards, list), "A column has a list of cards.")
    return Column(Goal(*goal), [_read_laid(position, laid) for laid in cards], storm)


def _read_laid(position: Kabale, data: Any) -> Laid:
    _only_keys(data, ("seat", "card", "up", "cloaked"), "A card in a column")
    seat, card = data.get("seat"), data.get("card")
    up, cloaked = data.get("up", True), data.get("cloaked", False)
    refuse(not is_seat(seat, position.seats), "A card in a column names its seat.")
    refuse(not are_cards([card], position.seats), "There is no such card.")
    flags = isinstance(up, bool) and isinstance(cloaked, bool)
    refuse(not flags, "“up” and “cloaked” are true or false.")
    return Laid(seat, card, up, cloaked)


# --- What is left out, and whether all of it fits together.


def _fill_rest(position: Kabale, given: Json, needed: int, chance: Chance) -> None:
    """Stacks and goals left out hold what is not mentioned: stacks in seat order, then goals."""
    if "stacks" not in given:
        for seat in range(position.seats):
            rest = set(CARDS).difference(position.cards_of(seat))
            position.stacks[seat] = chance.shuffle(list(rest))
    if "goals" not in given:
        shuffled = chance.shuffle(without(GOALS, position.known_goals()))
        # The last ones of the shuffled rest; none in the last round.
        position.goals = shuffled[max(0, len(shuffled) - needed) :]


def _check_placing(position: Kabale) -> None:
    refuse(position.pending is not None, "In phase place nobody else is asked.")
    assert position.turn is not None
    refuse(not position.hands[position.turn], "The seat to act has no card.")
    refuse(not position.open_columns(), "Storms have closed every column.")


def _check_asked(position: Kabale, card: str) -> None:
    """Whether a card of this name asks its owner."""
    if position.pending is None:
        raise BadPosition("“pending” must name whose {card} was uncovered.", card=card)
    seat, at = position.pending
    asking = any(laid[:3] == (seat, card, True) for laid in position.columns[at].cards)
    refuse(not asking, "“pending” names no face-up {card}.", card=card)
    empty = position.phase == "cloak" and not position.hands[seat]
    refuse(empty, "A seat with an empty hand is not asked for its cloak.")
