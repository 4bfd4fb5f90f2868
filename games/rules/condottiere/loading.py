"""A given position: read, defaults filled in, and refused where it cannot stand (rules: Position).

A given position is taken as it stands: nothing is dealt or drawn, no end is tested.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from games.engine.fields import given_keys, is_int
from games.engine.refusals import BadPosition
from games.rules.condottiere.cards import COPIES
from games.rules.condottiere.cities import CITIES, largest_group

if TYPE_CHECKING:
    from games.engine.contract import Json
    from games.rules.condottiere.position import Condottiere

_PIECES = ("phase", "holder", "turn", "city", "cities", "declines", "answers", "final", "series")
_KEYS = frozenset((*_PIECES, "hands", "armies", "passed", "rest"))


def fill(position: Condottiere, data: Any) -> None:
    """Lay the given position on an empty table; BadPosition."""
    data = given_keys(data, _KEYS)
    _read_pieces(position, data)
    _read_cards(position, data)
    _check_battle(position)
    _check_discard(position, data)
    _check_turn(position, data)
    _check_cities(position)
    _read_series(position, data)


def _refuse(wrong: bool, template: str, **facts: Any) -> None:
    if wrong:
        raise BadPosition(template, **facts)


def _per_seat(position: Condottiere, data: Json, key: str, fits: Callable[[Any], bool]) -> Any:
    value = data[key]
    _refuse(
        not isinstance(value, list) or len(value) != position.seats,
        "“{key}” needs one entry per seat.",
        key=key,
    )
    _refuse(not all(map(fits, value)), "“{key}” has an entry that does not fit.", key=key)
    return list(value)


def _is_cards(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(c, str) and c in COPIES for c in value)


def _read_pieces(position: Condottiere, data: Json) -> None:
    def is_seat(value: Any) -> bool:
        return is_int(value) and 0 <= value < position.seats

    if "phase" in data:
        phase = data["phase"]
        known = isinstance(phase, str) and phase in ("choose", "battle", "discard")
        _refuse(not known, "A position is in phase choose, battle or discard.")
        position.phase = phase
    if "holder" in data:
        _refuse(not is_seat(data["holder"]), "“holder” is no seat.")
        position.holder = data["holder"]
    if "city" in data:
        known = isinstance(data["city"], str) and data["city"] in CITIES
        _refuse(not known, "“city” is no city.")
        position.city = data["city"]
    if "cities" in data:
        cities = data["cities"]
        _refuse(not isinstance(cities, dict), "“cities” is an object.")
        for city, seat in cities.items():
            _refuse(city not in CITIES, "There is no city “{city}”.", city=city)
            _refuse(not is_seat(seat), "A city is held by a seat.")
        position.cities = dict(cities)
    if "declines" in data:
        declines = data["declines"]
        fits = is_int(declines) and 0 <= declines <= position.seats
        _refuse(not fits, "“declines” counts from 0 to the number of seats.")
        position.declines = declines
    if "final" in data:
        final = data["final"]
        fits = isinstance(final, list) and len(final) > 1 and all(map(is_seat, final))
        _refuse(not fits, "“final” lists the tied seats.")
        _refuse(final != sorted(set(final)), "“final” lists the tied seats, rising.")
        position.final = list(final)


def _read_cards(position: Condottiere, data: Json) -> None:
    if "hands" in data:
        position.hands = [list(h) for h in _per_seat(position, data, "hands", _is_cards)]
    if "armies" in data:
        position.armies = [list(a) for a in _per_seat(position, data, "armies", _is_cards)]
    if "passed" in data:
        position.passed = _per_seat(position, data, "passed", lambda p: isinstance(p, bool))
    rest = data.get("rest", [])
    _refuse(not _is_cards(rest), "“rest” lists cards.")
    counted: Counter[str] = Counter(rest)
    for pile in (*position.hands, *position.armies):
        counted.update(pile)
    for card, copies in counted.items():
        _refuse(copies > COPIES[card], "There are only {n} of {card}.", n=COPIES[card], card=card)


def _check_battle(position: Condottiere) -> None:
    if position.phase != "battle":
        _refuse(position.city is not None, "A city is fought for in a battle only.")
        _refuse(any(position.armies), "Armies stand in a battle only.")
        _refuse(any(position.passed), "Seats pass in a battle only.")
        _refuse(position.final is not None, "A final is a battle.")
        return
    _refuse(position.declines > 0, "“declines” counts while a city is being chosen only.")
    if position.final is not None:
        _refuse(position.city is not None, "In a final no city is at stake.")
        _refuse(bool(position.options["points"]), "A series has no final battle.")
        return
    city = position.city
    _refuse(city is None, "A battle is fought for a city.")
    assert city is not None
    _refuse(not position.may_be_fought_for(city), "That city may not be fought for.")
    owner = position.cities.get(city)
    if owner is not None:
        out_too_soon = position.passed[owner] and not position.armies[owner]
        _refuse(out_too_soon, "The owner is not out before his first card.")


def _check_discard(position: Condottiere, data: Json) -> None:
    if "answers" in data:
        position.answers = _per_seat(
            position, data, "answers", lambda a: a is None or a in ("keep", "discard")
        )
    if position.phase != "discard":
        _refuse(any(position.answers), "Answers are given in the discard phase only.")
        return
    _refuse(position.declines > 0, "“declines” counts while a city is being chosen only.")
    asked = position.asked()
    _refuse(not asked, "There is nobody to ask.")
    for seat, answer in enumerate(position.answers):
        _refuse(answer is not None and seat not in asked, "A seat answered that is not asked.")
    _refuse(all(position.answers[seat] for seat in asked), "All answers are in already.")


def _check_turn(position: Condottiere, data: Json) -> None:
    if position.phase == "discard":
        _refuse("turn" in data, "In the discard phase it is nobody's turn.")
        position.turn = None
        return
    turn = data["turn"] if "turn" in data else _default_turn(position)
    if not is_int(turn) or not 0 <= turn < position.seats:
        raise BadPosition("“turn” is no seat that can act.")
    if position.phase == "choose":
        _refuse(turn != position.holder, "The holder of the pawn chooses.")
    else:
        _refuse(not position.may_act(turn), "The seat to act cannot act.")
    position.turn = turn


def _default_turn(position: Condottiere) -> int | None:
    """The holder; in a battle the seat that would lead."""
    if position.phase == "choose":
        return position.holder
    for step in range(position.seats):
        seat = (position.holder + step) % position.seats
        if position.hands[seat] and (position.final is None or seat in position.final):
            return seat
    return None


def _check_cities(position: Condottiere) -> None:
    for seat in range(position.seats):
        held = {city for city, owner in position.cities.items() if owner == seat}
        _refuse(largest_group(held) >= position.group_needed(), "A seat has already won.")
    taken = len(position.cities) == len(CITIES)
    _refuse(taken and position.final is None, "All cities are taken already.")


def _read_series(position: Condottiere, data: Json) -> None:
    if "series" not in data:
        return
    target = position.options["points"]
    position.series = _per_seat(position, data, "series", lambda p: is_int(p) and p >= 0)
    _refuse(any(position.series) and not target, "Series points need the option “points”.")
    _refuse(bool(target) and max(position.series) >= target, "The series is won already.")
