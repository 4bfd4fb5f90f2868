"""Read a given position, except its plain fields (spec: Position).

Nothing is dealt or drawn, and no end is tested. Of several faults the first is refused: fields are
read and checked in this order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from games.engine.chance import Chance
from games.engine.fields import flag, is_seat, refuse
from games.engine.piles import without
from games.engine.refusals import BadPosition
from games.titles.kabale.rules.cards import CARDS, GOALS, Goal, are_cards, is_goal
from games.titles.kabale.rules.rounds import ROUNDS
from games.titles.kabale.rules.table import Column, Laid

if TYPE_CHECKING:
    from games.engine.contract import Json
    from games.titles.kabale.rules.position import Kabale


def fill(position: Kabale, given: Json, chance: Chance) -> None:
    """Fill an empty table with a given position; raise BadPosition if it is not possible."""
    position.read(given, "round", "phase", "turn")
    if "pending" in given:
        position.pending = _read_pending(position, given["pending"])
    columns = given.get("columns")
    fits = isinstance(columns, list) and len(columns) == position.seats
    refuse(not fits, "There must be as many columns as seats.")
    position.columns = [_read_column(position, column) for column in columns or ()]
    position.read(given, "hands", "discards", "stacks", "won", "goals")
    for seat in range(position.seats):
        cards = position.cards_of(seat)
        refuse(len(set(cards)) < len(cards), "Each seat has each card only once.")
    for goal, copies in Counter([*position.known_goals(), *position.goals]).items():
        refuse(copies > GOALS.count(goal), "There aren’t that many goals of one kind.")
    needed = (ROUNDS - position.round) * position.seats
    _fill_rest(position, given, needed, chance)
    wrong = len(position.goals) != needed
    refuse(wrong, "There must be {needed} goals still to come.", needed=needed)
    if position.phase == "place":
        _check_placing(position)
    else:
        _check_asked(position, "cloak" if position.phase == "cloak" else "traitor")


def _object(data: object, known: Iterable[str], what: str) -> Json:
    """Return a JSON object that has only known keys."""
    if not isinstance(data, dict):
        raise BadPosition("{what} must be an object.", what=what)
    for key in data:
        refuse(key not in known, "{what} has no “{key}”.", what=what, key=key)
    return data


def _read_pending(position: Kabale, given: object) -> tuple[int, int]:
    data = _object(given, ("seat", "column"), "“pending”")
    fits = all(is_seat(data.get(key), position.seats) for key in ("seat", "column"))
    refuse(not fits, "“pending” must name a seat and a column.")
    return data["seat"], data["column"]


def _read_column(position: Kabale, given: object) -> Column:
    data = _object(given, ("goal", "storm", "cards"), "A column")
    storm = flag(data, "storm", False)
    fits = is_goal(data.get("goal"), position.seats)
    refuse(not fits, "A column needs a goal: an area and its points.")
    refuse(not isinstance(data.get("cards"), list), "A column needs a list of cards.")
    cards = [_read_laid(position, laid) for laid in data["cards"]]
    return Column(Goal(*data["goal"]), cards, storm)


def _read_laid(position: Kabale, given: object) -> Laid:
    data = _object(given, ("seat", "card", "up", "cloaked"), "A card in a column")
    up, cloaked = flag(data, "up", True), flag(data, "cloaked", False)
    refuse(not is_seat(data.get("seat"), position.seats), "A card in a column must name its seat.")
    refuse(not are_cards([data.get("card")], position.seats), "There is no such card.")
    return Laid(data["seat"], data["card"], up, cloaked)


# --- Fields that are left out, and checks across fields.


def _fill_rest(position: Kabale, given: Json, needed: int, chance: Chance) -> None:
    """Fill stacks and goals left out with the cards and goals not mentioned.

    Chance shuffles the stacks in seat order, then the goals.
    """
    if "stacks" not in given:
        for seat in range(position.seats):
            rest = set(CARDS).difference(position.cards_of(seat))
            position.stacks[seat] = chance.shuffle(list(rest))
    if "goals" not in given:
        shuffled = chance.shuffle(without(GOALS, position.known_goals()))
        # The last ones of the shuffled rest; none in the last round.
        position.goals = shuffled[max(0, len(shuffled) - needed) :]


def _check_placing(position: Kabale) -> None:
    refuse(position.pending is not None, "“pending” must be empty in phase place.")
    assert position.turn is not None
    refuse(not position.hands[position.turn], "The seat to act has no card.")
    refuse(not position.open_columns(), "Storms have closed every column.")


def _check_asked(position: Kabale, card: str) -> None:
    """Raise BadPosition unless a card of this name can ask its owner."""
    if position.pending is None:
        raise BadPosition("“pending” must name the owner of the uncovered {card}.", card=card)
    seat, at = position.pending
    asking = any(laid[:3] == (seat, card, True) for laid in position.columns[at].cards)
    refuse(not asking, "“pending” must name a face-up {card}.", card=card)
    empty = position.phase == "cloak" and not position.hands[seat]
    refuse(empty, "A seat with an empty hand isn’t asked about its cloak.")
