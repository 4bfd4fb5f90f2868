"""A given position: read, defaults filled in, and refused where it cannot stand (spec: Position).

A given position is taken as it stands: nothing is dealt or drawn, no end is tested.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.engine.fields import (
    Given,
    among,
    is_bool,
    is_int,
    listed,
    pile,
    refuse,
    refuse_more,
    whole,
)
from games.engine.refusals import BadPosition
from games.titles.condottiere.rules.cards import COPIES
from games.titles.condottiere.rules.cities import CITIES, largest_group

if TYPE_CHECKING:
    from games.engine.contract import Json
    from games.titles.condottiere.rules.position import Condottiere

_PHASES = ("choose", "battle", "discard")
_are_cards = pile(COPIES)


def fill(position: Condottiere, data: Any) -> None:
    """Lay the given position on an empty table; BadPosition."""
    given = Given(position, data)
    _read_pieces(position, given)
    _read_cards(position, given)
    _check_battle(position)
    _check_discard(position, given)
    _check_turn(position, given.data)
    _check_cities(position)
    _read_series(position, given)


def _read_pieces(position: Condottiere, given: Given) -> None:
    is_seat = whole(0, position.seats - 1)
    given.take("phase", among(_PHASES), "A position is in phase choose, battle or discard.")
    given.take("holder", is_seat, "“holder” is no seat.")
    given.take("city", among(CITIES), "“city” is no city.")
    given.take("cities", lambda value: isinstance(value, dict), "“cities” is an object.")
    for city, seat in position.cities.items():
        refuse(city not in CITIES, "There is no city “{city}”.", city=city)
        refuse(not is_seat(seat), "A city is held by a seat.")
    up_to_seats = whole(0, position.seats)
    given.take("declines", up_to_seats, "“declines” counts from 0 to the number of seats.")
    given.take("final", listed(is_seat), "“final” lists the tied seats.")
    if position.final is not None:
        refuse(len(position.final) < 2, "“final” lists the tied seats.")
        rising = position.final == sorted(set(position.final))
        refuse(not rising, "“final” lists the tied seats, rising.")


def _read_cards(position: Condottiere, given: Given) -> None:
    given.take_per_seat("hands", _are_cards)
    given.take_per_seat("armies", _are_cards)
    given.take_per_seat("passed", is_bool)
    rest = given.data.get("rest", [])
    refuse(not _are_cards(rest), "“rest” lists cards.")
    cards = [card for pile in (rest, *position.hands, *position.armies) for card in pile]
    refuse_more(cards, COPIES, "There are only {n} of {card}.")


def _check_battle(position: Condottiere) -> None:
    if position.phase != "battle":
        refuse(position.city is not None, "A city is fought for in a battle only.")
        refuse(any(position.armies), "Armies stand in a battle only.")
        refuse(any(position.passed), "Seats pass in a battle only.")
        refuse(position.final is not None, "A final is a battle.")
        return
    refuse(position.declines > 0, "“declines” counts while a city is being chosen only.")
    if position.final is not None:
        refuse(position.city is not None, "In a final no city is at stake.")
        refuse(bool(position.options["points"]), "A series has no final battle.")
        return
    city = position.city
    refuse(city is None, "A battle is fought for a city.")
    assert city is not None
    refuse(not position.may_be_fought_for(city), "That city may not be fought for.")
    owner = position.cities.get(city)
    if owner is not None:
        out_too_soon = position.passed[owner] and not position.armies[owner]
        refuse(out_too_soon, "The owner is not out before his first card.")


def _check_discard(position: Condottiere, given: Given) -> None:
    given.take_per_seat("answers", among((None, "keep", "discard")))
    if position.phase != "discard":
        refuse(any(position.answers), "Answers are given in the discard phase only.")
        return
    refuse(position.declines > 0, "“declines” counts while a city is being chosen only.")
    asked = position.asked()
    refuse(not asked, "There is nobody to ask.")
    for seat, answer in enumerate(position.answers):
        refuse(answer is not None and seat not in asked, "A seat answered that is not asked.")
    refuse(all(position.answers[seat] for seat in asked), "All answers are in already.")


def _check_turn(position: Condottiere, data: Json) -> None:
    if position.phase == "discard":
        refuse("turn" in data, "In the discard phase it is nobody's turn.")
        position.turn = None
        return
    turn = data["turn"] if "turn" in data else _default_turn(position)
    if not is_int(turn) or not 0 <= turn < position.seats:
        raise BadPosition("“turn” is no seat that can act.")
    if position.phase == "choose":
        refuse(turn != position.holder, "The holder of the pawn chooses.")
    else:
        refuse(not position.may_act(turn), "The seat to act cannot act.")
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
        refuse(largest_group(held) >= position.group_needed(), "A seat has already won.")
    taken = len(position.cities) == len(CITIES)
    refuse(taken and position.final is None, "All cities are taken already.")


def _read_series(position: Condottiere, given: Given) -> None:
    target = position.options["points"]
    given.take_per_seat("series", whole(0))
    refuse(any(position.series) and not target, "Series points need the option “points”.")
    refuse(bool(target) and max(position.series) >= target, "The series is won already.")
