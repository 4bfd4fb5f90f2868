"""A given position: read, defaults filled in, and refused where it cannot stand (rules: Position).

A given position is taken as it stands: nothing is dealt or drawn, no end is tested.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from games.engine.chance import Chance
from games.engine.fields import given_keys, is_int
from games.engine.refusals import BadPosition
from games.rules.kabale.cards import AREAS, CARDS, GOALS, Goal
from games.rules.kabale.rounds import ROUNDS
from games.rules.kabale.table import Column, Laid

if TYPE_CHECKING:
    from games.engine.contract import Json
    from games.rules.kabale.position import Kabale

_KEYS = frozenset(
    ("round", "phase", "turn", "pending", "columns", "hands", "stacks", "discards", "goals", "won")
)


def fill(position: Kabale, data: Any, chance: Chance) -> None:
    """Lay the given position on an empty table; BadPosition."""
    data = given_keys(data, _KEYS)
    _read_pieces(position, data)
    _read_columns(position, data)
    for key in ("hands", "discards", "stacks"):
        if key in data:
            piles = _per_seat(position, data, key, _are_cards)
            setattr(position, key, [list(pile) for pile in piles])
    if "won" in data:
        won = _per_seat(position, data, "won", _are_goals)
        position.won = [[_goal(goal) for goal in goals] for goals in won]
    if "goals" in data:
        _refuse(not _are_goals(data["goals"]), "“goals” lists goals.")
        position.goals = [_goal(goal) for goal in data["goals"]]
    _check_cards(position)
    _check_goals(position)
    _fill_rest(position, data, chance)
    _check_goals_to_come(position)
    _check_pending(position)
    _check_turn(position)


def _refuse(wrong: bool, template: str, **facts: Any) -> None:
    if wrong:
        raise BadPosition(template, **facts)


def _only_keys(data: Any, known: Iterable[str], what: str) -> None:
    _refuse(not isinstance(data, dict), "{what} is an object.", what=what)
    for key in data:
        _refuse(key not in known, "{what} has no “{key}”.", what=what, key=key)


def _per_seat(position: Kabale, data: Json, key: str, fits: Callable[[Any], bool]) -> list[Any]:
    value = data[key]
    _refuse(
        not isinstance(value, list) or len(value) != position.seats,
        "“{key}” needs one entry per seat.",
        key=key,
    )
    _refuse(not all(map(fits, value)), "“{key}” has an entry that does not fit.", key=key)
    return list(value)


def _is_card(value: Any) -> bool:
    return isinstance(value, str) and value in CARDS


def _are_cards(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_card, value))


def is_goal(value: Any) -> bool:
    """An area and its points, as JSON: ["music", 3]."""
    if not isinstance(value, list) or len(value) != 2:
        return False
    area, points = value
    return isinstance(area, str) and area in AREAS and is_int(points) and 1 <= points <= 5


def _are_goals(value: Any) -> bool:
    return isinstance(value, list) and all(map(is_goal, value))


def _goal(value: list[Any]) -> Goal:
    return Goal(value[0], value[1])


def _is_seat(position: Kabale, value: Any) -> bool:
    return is_int(value) and 0 <= value < position.seats


# --- The pieces, one by one.


def _read_pieces(position: Kabale, data: Json) -> None:
    if "round" in data:
        fits = is_int(data["round"]) and 1 <= data["round"] <= ROUNDS
        _refuse(not fits, "A round is one of {rounds}.", rounds=ROUNDS)
        position.round = data["round"]
    if "phase" in data:
        phase = data["phase"]
        known = isinstance(phase, str) and phase in ("place", "cloak", "swap")
        _refuse(not known, "A position is in phase place, cloak or swap.")
        position.phase = phase
    if "turn" in data:
        _refuse(not _is_seat(position, data["turn"]), "“turn” is no seat.")
        position.turn = data["turn"]
    pending = data.get("pending")
    if pending is not None:
        _only_keys(pending, ("seat", "column"), "“pending”")
        fits = all(_is_seat(position, pending.get(key)) for key in ("seat", "column"))
        _refuse(not fits, "“pending” names a seat and a column.")
        position.pending = (pending["seat"], pending["column"])


def _read_columns(position: Kabale, data: Json) -> None:
    columns = data.get("columns")
    _refuse(
        not isinstance(columns, list) or len(columns) != position.seats,
        "There are as many columns as seats.",
    )
    assert isinstance(columns, list)
    position.columns = [_read_column(position, column) for column in columns]


def _read_column(position: Kabale, data: Any) -> Column:
    _only_keys(data, ("goal", "storm", "cards"), "A column")
    _refuse(not is_goal(data.get("goal")), "A column has a goal: an area and its points.")
    storm, cards = data.get("storm", False), data.get("cards")
    _refuse(not isinstance(storm, bool), "“storm” is true or false.")
    _refuse(not isinstance(cards, list), "A column has a list of cards.")
    return Column(_goal(data["goal"]), [_read_laid(position, laid) for laid in cards], storm)


def _read_laid(position: Kabale, data: Any) -> Laid:
    _only_keys(data, ("seat", "card", "up", "cloaked"), "A card in a column")
    _refuse(not _is_seat(position, data.get("seat")), "A card in a column names its seat.")
    _refuse(not _is_card(data.get("card")), "There is no such card.")
    up, cloaked = data.get("up", True), data.get("cloaked", False)
    fits = isinstance(up, bool) and isinstance(cloaked, bool)
    _refuse(not fits, "“up” and “cloaked” are true or false.")
    return Laid(data["seat"], data["card"], up, cloaked)


# --- What is left out, and whether all of it can stand.


def _check_cards(position: Kabale) -> None:
    for seat in range(position.seats):
        cards = position.cards_of(seat)
        _refuse(len(set(cards)) < len(cards), "Every seat has each card once.")


def _check_goals(position: Kabale) -> None:
    counted = Counter([*position.known_goals(), *position.goals])
    for goal, copies in counted.items():
        _refuse(copies > GOALS.count(goal), "There are not that many goals of one kind.")


def _fill_rest(position: Kabale, data: Json, chance: Chance) -> None:
    """Stacks and goals left out hold what is not mentioned: stacks in seat order, then goals."""
    if "stacks" not in data:
        for seat in range(position.seats):
            mentioned = set(position.cards_of(seat))
            rest = [card for card in CARDS if card not in mentioned]
            position.stacks[seat] = chance.shuffle(rest)
    if "goals" not in data:
        unseen = list(GOALS)
        for goal in position.known_goals():
            unseen.remove(goal)
        kept = (ROUNDS - position.round) * position.seats
        # The last ones of the shuffled rest; none in the last round.
        shuffled = chance.shuffle(unseen)
        position.goals = shuffled[max(0, len(shuffled) - kept) :]


def _check_goals_to_come(position: Kabale) -> None:
    needed = (ROUNDS - position.round) * position.seats
    _refuse(
        len(position.goals) != needed, "There must be {needed} goals still to come.", needed=needed
    )


def _check_pending(position: Kabale) -> None:
    if position.phase == "place":
        _refuse(position.pending is not None, "In phase place nobody else is asked.")
        return
    card = "cloak" if position.phase == "cloak" else "traitor"
    if position.pending is None:
        raise BadPosition("“pending” must name whose {card} was uncovered.", card=card)
    seat, at = position.pending
    asking = any(
        laid.seat == seat and laid.card == card and laid.up for laid in position.columns[at].cards
    )
    _refuse(not asking, "“pending” names no face-up {card}.", card=card)
    empty = position.phase == "cloak" and not position.hands[seat]
    _refuse(empty, "A seat with an empty hand is not asked for its cloak.")


def _check_turn(position: Kabale) -> None:
    if position.phase == "place":
        assert position.turn is not None
        _refuse(not position.hands[position.turn], "The seat to act has no card.")
        _refuse(not position.open_columns(), "Storms have closed every column.")
