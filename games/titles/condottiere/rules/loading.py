"""Read a given position, all but its plain fields (spec: Position).

Nothing is dealt or drawn, and the end is not tested. Of several faults the first is refused: fields
are read and checked in this order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.fields import is_seat, refuse, refuse_more
from games.engine.refusals import BadPosition
from games.titles.condottiere.rules.cards import COPIES, is_army
from games.titles.condottiere.rules.cities import CITIES, largest_group

if TYPE_CHECKING:
    from games.engine.contract import Json
    from games.titles.condottiere.rules.position import Condottiere


def fill(position: Condottiere, given: Json) -> None:
    """Fill an empty table with a given position; BadPosition."""
    position.read(given, "phase", "holder", "city", "cities")
    for city, seat in position.cities.items():
        refuse(city not in CITIES, "There is no city “{city}”.", city=city)
        refuse(not is_seat(seat, position.seats), "A city must be held by a seat.")
    position.read(given, "declines", "final")
    if position.final is not None:
        refuse(len(position.final) < 2, "“final” must list the tied seats.")
        rising = position.final == sorted(set(position.final))
        refuse(not rising, "“final” must list the tied seats in rising order.")
    position.read(given, "hands", "armies", "passed")
    _check_copies(position, given.get("rest", []))
    _check_battle(position)
    position.read(given, "answers")
    _check_discard(position)
    _read_turn(position, given)
    _check_cities(position)
    position.read(given, "series")
    target = position.options["points"]
    refuse(any(position.series) and not target, "Series points need the option “points”.")
    refuse(bool(target) and max(position.series) >= target, "The series is already won.")


def _check_copies(position: Condottiere, rest: Any) -> None:
    refuse(not is_army(rest, position.seats), "“rest” must be a list of cards.")
    cards = [card for pile in (rest, *position.hands, *position.armies) for card in pile]
    refuse_more(cards, COPIES, "There are only {n} of {card}.")


def _check_battle(position: Condottiere) -> None:
    if position.phase != "battle":
        refuse(position.city is not None, "A city is only fought for in a battle.")
        refuse(any(position.armies), "Only a battle has armies.")
        refuse(any(position.passed), "Seats only pass in a battle.")
        refuse(position.final is not None, "A final must be a battle.")
        return
    refuse(position.declines > 0, "“declines” only counts while a city is being chosen.")
    if position.final is not None:
        refuse(position.city is not None, "In a final no city is at stake.")
        refuse(bool(position.options["points"]), "A series has no final battle.")
        return
    city = position.city
    refuse(city is None, "A battle needs a city.")
    assert city is not None
    refuse(not position.may_be_fought_for(city), "That city can’t be fought for.")
    owner = position.cities.get(city)
    if owner is not None:
        out_too_soon = position.passed[owner] and not position.armies[owner]
        refuse(out_too_soon, "The owner can’t be out before playing a first card.")


def _check_discard(position: Condottiere) -> None:
    if position.phase != "discard":
        refuse(any(position.answers), "Answers belong to the discard phase only.")
        return
    refuse(position.declines > 0, "“declines” only counts while a city is being chosen.")
    asked = position.asked()
    refuse(not asked, "No seat is asked to discard here.")
    for seat, answer in enumerate(position.answers):
        refuse(
            answer is not None and seat not in asked,
            "A seat that isn’t asked can’t have an answer.",
        )
    refuse(all(position.answers[seat] for seat in asked), "All answers are already in.")


def _read_turn(position: Condottiere, given: Json) -> None:
    """Read `turn`; left out, it is the holder's, or in a battle that of the seat to lead."""
    if position.phase == "discard":
        refuse("turn" in given, "A position in the discard phase has no “turn”.")
        position.turn = None
        return
    turn = given["turn"] if "turn" in given else _default_turn(position)
    if not is_seat(turn, position.seats):
        raise BadPosition("“turn” must be a seat that can act.")
    if position.phase == "choose":
        refuse(turn != position.holder, "The holder of the pawn must be the one to choose.")
    else:
        refuse(not position.may_act(turn), "The seat to act can’t act.")
    position.turn = turn


def _default_turn(position: Condottiere) -> int | None:
    if position.phase == "choose":
        return position.holder
    for seat in position.clockwise_from(position.holder):
        if position.hands[seat] and (position.final is None or seat in position.final):
            return seat
    return None


def _check_cities(position: Condottiere) -> None:
    for seat in range(position.seats):
        held = {city for city, owner in position.cities.items() if owner == seat}
        refuse(largest_group(held) >= position.group_needed(), "A seat has already won.")
    taken = len(position.cities) == len(CITIES)
    refuse(taken and position.final is None, "All cities are already taken.")
