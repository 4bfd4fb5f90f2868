"""A given position: read, defaults filled in, and refused where it cannot stand (spec: Position).

A given position is taken as it stands: nothing is dealt or drawn, no end is tested.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from games.engine.chance import Chance
from games.engine.fields import (
    Given,
    among,
    is_bool,
    is_int,
    listed,
    per_seat,
    pile,
    refuse,
    whole,
)
from games.engine.piles import without
from games.engine.refusals import BadPosition
from games.titles.kabale.rules.cards import AREAS, CARDS, GOALS, Goal
from games.titles.kabale.rules.rounds import ROUNDS
from games.titles.kabale.rules.table import Column, Laid

if TYPE_CHECKING:
    from games.titles.kabale.rules.position import Kabale

_PHASES = ("place", "cloak", "swap")
_is_card, _are_cards = among(CARDS), pile(CARDS)


def fill(position: Kabale, data: Any, chance: Chance) -> None:
    """Lay the given position on an empty table; BadPosition."""
    given = Given(position, data)
    data = given.data
    _read_pieces(position, given)
    _read_columns(position, data.get("columns"))
    for key in ("hands", "discards", "stacks"):
        given.take_per_seat(key, _are_cards)
    if "won" in data:
        won = per_seat(data, "won", position.seats, _are_goals)
        position.won = [[_goal(goal) for goal in goals] for goals in won]
    if "goals" in data:
        refuse(not _are_goals(data["goals"]), "“goals” lists goals.")
        position.goals = [_goal(goal) for goal in data["goals"]]
    _check_cards(position)
    _check_goals(position)
    _fill_rest(position, given, chance)
    _check_goals_to_come(position)
    _check_pending(position)
    _check_turn(position)


def _only_keys(data: Any, known: Iterable[str], what: str) -> None:
    refuse(not isinstance(data, dict), "{what} is an object.", what=what)
    for key in data:
        refuse(key not in known, "{what} has no “{key}”.", what=what, key=key)


def is_goal(value: Any) -> bool:
    """An area and its points, as JSON: ["music", 3]."""
    if not isinstance(value, list) or len(value) != 2:
        return False
    area, points = value
    return isinstance(area, str) and area in AREAS and is_int(points) and 1 <= points <= 5


_are_goals = listed(is_goal)


def _goal(value: list[Any]) -> Goal:
    return Goal(value[0], value[1])


# --- The pieces, one by one.


def _read_pieces(position: Kabale, given: Given) -> None:
    is_seat = whole(0, position.seats - 1)
    given.take("round", whole(1, ROUNDS), "A round is one of {rounds}.", rounds=ROUNDS)
    given.take("phase", among(_PHASES), "A position is in phase place, cloak or swap.")
    given.take("turn", is_seat, "“turn” is no seat.")
    pending = given.data.get("pending")
    if pending is not None:
        _only_keys(pending, ("seat", "column"), "“pending”")
        fits = all(is_seat(pending.get(key)) for key in ("seat", "column"))
        refuse(not fits, "“pending” names a seat and a column.")
        position.pending = (pending["seat"], pending["column"])


def _read_columns(position: Kabale, columns: Any) -> None:
    fits = isinstance(columns, list) and len(columns) == position.seats
    refuse(not fits, "There are as many columns as seats.")
    position.columns = [_read_column(position, column) for column in columns]


def _read_column(position: Kabale, data: Any) -> Column:
    _only_keys(data, ("goal", "storm", "cards"), "A column")
    refuse(not is_goal(data.get("goal")), "A column has a goal: an area and its points.")
    storm, cards = data.get("storm", False), data.get("cards")
    refuse(not is_bool(storm), "“storm” is true or false.")
    refuse(not isinstance(cards, list), "A column has a list of cards.")
    return Column(_goal(data["goal"]), [_read_laid(position, laid) for laid in cards], storm)


def _read_laid(position: Kabale, data: Any) -> Laid:
    _only_keys(data, ("seat", "card", "up", "cloaked"), "A card in a column")
    is_seat = whole(0, position.seats - 1)
    refuse(not is_seat(data.get("seat")), "A card in a column names its seat.")
    refuse(not _is_card(data.get("card")), "There is no such card.")
    up, cloaked = data.get("up", True), data.get("cloaked", False)
    refuse(not (is_bool(up) and is_bool(cloaked)), "“up” and “cloaked” are true or false.")
    return Laid(data["seat"], data["card"], up, cloaked)


# --- What is left out, and whether all of it can stand.


def _check_cards(position: Kabale) -> None:
    for seat in range(position.seats):
        cards = position.cards_of(seat)
        refuse(len(set(cards)) < len(cards), "Every seat has each card once.")


def _check_goals(position: Kabale) -> None:
    counted = Counter([*position.known_goals(), *position.goals])
    for goal, copies in counted.items():
        refuse(copies > GOALS.count(goal), "There are not that many goals of one kind.")


def _fill_rest(position: Kabale, given: Given, chance: Chance) -> None:
    """Stacks and goals left out hold what is not mentioned: stacks in seat order, then goals."""
    if "stacks" not in given.data:
        for seat in range(position.seats):
            mentioned = set(position.cards_of(seat))
            rest = [card for card in CARDS if card not in mentioned]
            position.stacks[seat] = chance.shuffle(rest)
    if "goals" not in given.data:
        unseen = without(GOALS, position.known_goals())
        kept = (ROUNDS - position.round) * position.seats
        # The last ones of the shuffled rest; none in the last round.
        shuffled = chance.shuffle(unseen)
        position.goals = shuffled[max(0, len(shuffled) - kept) :]


def _check_goals_to_come(position: Kabale) -> None:
    needed = (ROUNDS - position.round) * position.seats
    refuse(
        len(position.goals) != needed, "There must be {needed} goals still to come.", needed=needed
    )


def _check_pending(position: Kabale) -> None:
    if position.phase == "place":
        refuse(position.pending is not None, "In phase place nobody else is asked.")
        return
    card = "cloak" if position.phase == "cloak" else "traitor"
    if position.pending is None:
        raise BadPosition("“pending” must name whose {card} was uncovered.", card=card)
    seat, at = position.pending
    asking = any(
        laid.seat == seat and laid.card == card and laid.up for laid in position.columns[at].cards
    )
    refuse(not asking, "“pending” names no face-up {card}.", card=card)
    empty = position.phase == "cloak" and not position.hands[seat]
    refuse(empty, "A seat with an empty hand is not asked for its cloak.")


def _check_turn(position: Kabale) -> None:
    if position.phase == "place":
        assert position.turn is not None
        refuse(not position.hands[position.turn], "The seat to act has no card.")
        refuse(not position.open_columns(), "Storms have closed every column.")
