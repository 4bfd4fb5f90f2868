"""Positions that earn Condottiere's achievements, and similar ones that do not."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.achievements import Played
from games.engine.contract import Json
from games.titles.condottiere.achievements import COAST, INLAND
from games.titles.condottiere.board import map as art
from games.titles.condottiere.rules.cities import CITIES
from tests.helpers.condottiere import move, piles
from tests.helpers.played import choices, earned, played

SOUTH = {"roma": 0, "napoli": 0}
"""Two cities of seat 0: with Ancona they are a kingdom of four players."""


def battle(
    hands: str, *lines: str, city: str = "ancona", cities: Json | None = None, **more: Any
) -> Played:
    """Return a battle of four that begins with seat 0."""
    options, places = more.pop("options", None), more.pop("places", None)
    position = {
        "hands": piles(hands),
        "phase": "battle",
        "city": city,
        "cities": SOUTH if cities is None else cities,
        **more,
    }
    moves = [move(line) for line in lines]
    seats = len(position["hands"])
    return played(
        "condottiere", moves, seats=seats, options=options, position=position, places=places
    )


def test_coast_and_inland_match_the_map() -> None:
    assert {city for city in CITIES if f"{city} sea" in art._ARCS} == COAST == set(CITIES) - INLAND


def test_kingdom_on_the_coast_earns_coast() -> None:
    won = battle("m10 m1 | m1 | m1 | m1", "0 play m10", "1 pass", "2 pass", "3 pass", "0 pass")
    assert won.winner == 0
    assert earned(won, "coast") == {0}
    assert earned(won, "inland") == set()


def test_kingdom_of_coast_and_inland_earns_neither() -> None:
    lines = ("0 play m10", "1 pass", "2 pass", "3 pass", "0 pass")
    mixed = battle("m10 m1 | m1 | m1 | m1", *lines, city="spoleto")
    assert mixed.winner == 0
    assert earned(mixed, "coast") == earned(mixed, "inland") == set()


def test_kingdom_without_coast_earns_inland() -> None:
    lines = ("0 play m10", "1 pass", "2 pass", "3 pass", "0 pass")
    cities = {"milano": 0, "mantova": 0}
    assert earned(
        battle("m10 | m1 | m1 | m1", *lines[:4], city="torino", cities=cities), "inland"
    ) == {0}


def test_winning_by_winter_earns_winter() -> None:
    lines = ("0 play winter", "1 pass", "2 pass", "3 pass", "0 play m1")
    cold = battle("winter m1 | m1 | m1 | m1", *lines)
    assert earned(cold, "winter") == {0}
    warm = battle("m1 | m1 | m1 | m1", "0 play m1", "1 pass", "2 pass", "3 pass")
    assert earned(warm, "winter") == set()


def test_winning_by_own_surrender_earns_terms() -> None:
    own = battle(
        "m10 surrender | m1 | m1 | m1",
        *("0 play m10", "1 pass", "2 pass", "3 pass"),
        "0 play surrender",
    )
    assert earned(own, "terms") == {0}
    given = battle("m10 m1 | surrender | m1 | m1", "0 play m10", "1 play surrender")
    assert given.winner == 0
    assert earned(given, "terms") == set()


@pytest.mark.parametrize(
    ("hands", "lines", "who"),
    [
        ("m1 m2 | m1 | m1 | m1", ("0 play m1", "1 pass", "2 pass", "3 pass", "0 pass"), {0}),
        ("m2 m2 | m1 | m1 | m1", ("0 play m2", "1 pass", "2 pass", "3 pass", "0 pass"), set()),
        (
            "m1 drum m2 | m1 | m1 | m1",
            ("0 play m1", "1 pass", "2 pass", "3 pass", "0 play drum", "0 pass"),
            set(),
        ),
    ],
)
def test_city_won_with_one_m1_earns_one_penny(
    hands: str, lines: tuple[str, ...], who: set[int]
) -> None:
    assert earned(battle(hands, *lines, places=[1, 2, 3, 4], cities={}), "one-penny") == who


def test_three_heroines_in_one_army_earn_heroines() -> None:
    passes = ("1 pass", "2 pass", "3 pass")
    three = ("0 play heroine", *passes, "0 play heroine", "0 play heroine", "0 pass")
    hands = "heroine heroine heroine m1 | m1 | m1 | m1"
    assert earned(battle(hands, *three, places=[1, 2, 3, 4]), "heroines") == {0}
    two = ("0 play heroine", *passes, "0 play heroine", "0 pass")
    assert earned(battle(hands, *two, places=[1, 2, 3, 4]), "heroines") == set()


def campaign_of(third: str) -> Played:
    """Two battles won by seat 0 with 1 each, and a third one."""
    lines = []
    for city in ("torino", "venezia"):
        lines += [f"0 choose {city}", "0 play m2", "1 pass"]
        lines += ["0 pass"]
    lines += ["0 choose napoli", *third.split(", ")]
    position = {"hands": piles("m2 m2 m2 m3 | m1 m10 m1 m1")}
    return played("condottiere", [move(line) for line in lines], position=position, places=[1, 2])


def test_three_battles_won_in_a_row_earn_campaign() -> None:
    assert earned(campaign_of("0 play m2, 1 pass, 0 pass"), "campaign") == {0}
    assert earned(campaign_of("0 play m2, 1 play m10, 0 pass, 1 pass"), "campaign") == set()


def taking(hands: str, *lines: str) -> Played:
    """Seat 0 fights for Ancona, which seat 1 holds, with two cities of a kingdom."""
    cities = {"roma": 0, "napoli": 0, "ancona": 1}
    return battle(hands, *lines, cities=cities, options={"taking_cities": True})


def test_win_without_losing_a_city_earns_unbroken() -> None:
    won = taking("m10 | m1 | m1 | m1", "0 play m10", "1 play m1", "2 pass", "3 pass")
    assert won.winner == 0
    assert earned(won, "unbroken") == {0}
    plain = battle("m10 | m1 | m1 | m1", "0 play m10", "1 pass", "2 pass", "3 pass")
    assert earned(plain, "unbroken") == set()


def test_winner_who_lost_city_does_not_earn_unbroken() -> None:
    lines = ("0 play m3", "1 play m1", "2 pass", "3 pass", "0 pass")
    lost = taking("m3 m1 | m1 m2 | m1 | m1", *lines, "1 pass")
    assert lost.winner == 0
    again = battle(
        "m3 m1 | m1 m2 | m1 | m1",
        *lines,
        "1 pass",
        cities={"ancona": 1},
        options={"taking_cities": True},
        places=[2, 1, 3, 4],
    )
    assert earned(again, "unbroken") == set()
    assert earned(lost, "unbroken") == {0}


def test_habits_count_first_cities_and_cards() -> None:
    one = campaign_of("0 play m2, 1 pass, 0 pass")
    assert choices(one, "first-city") == {0: "torino"}
    assert choices(one, "card") == {}
    lines = ("0 play drum", "1 play scarecrow", "2 pass", "3 pass", "0 play m1", "1 play scarecrow")
    two = battle("drum m1 | scarecrow scarecrow | m1 | m1", *lines, places=[1, 2, 3, 4])
    assert choices(two, "card") == {0: "drum", 1: "scarecrow"}
