"""Seventeen cities, thirty-four borders, and the numbers the rules give to check them by."""

from __future__ import annotations

import pytest

from games.titles.condottiere.rules.cities import (
    BORDERS,
    CITIES,
    NEIGHBOURS,
    group_of,
    largest_group,
)
from tests.helpers.condottiere import ALL_TAKEN

# The borders once more, each city with all its neighbours, so that a slip in either shows.
EXPECTED = {
    "torino": "milano genova",
    "milano": "torino genova parma modena mantova venezia",
    "genova": "torino milano parma",
    "venezia": "milano mantova ferrara",
    "mantova": "milano venezia modena ferrara",
    "ferrara": "venezia mantova modena bologna",
    "parma": "milano genova modena lucca",
    "modena": "milano mantova ferrara parma bologna lucca firenze",
    "bologna": "ferrara modena firenze urbino",
    "lucca": "parma modena firenze",
    "firenze": "modena bologna lucca siena urbino spoleto roma",
    "siena": "firenze roma",
    "urbino": "bologna firenze spoleto ancona",
    "ancona": "urbino spoleto napoli",
    "spoleto": "firenze urbino ancona roma napoli",
    "roma": "firenze siena spoleto napoli",
    "napoli": "ancona spoleto roma",
}


def connected_sets(size: int) -> set[frozenset[str]]:
    """Every connected set of so many cities, grown one neighbour at a time."""
    found = {frozenset((city,)) for city in CITIES}
    for _ in range(size - 1):
        found = {
            cities | {other}
            for cities in found
            for city in cities
            for other in NEIGHBOURS[city]
            if other not in cities
        }
    return found


def test_there_are_17_cities_and_34_borders() -> None:
    assert len(CITIES) == len(set(CITIES)) == 17
    assert len(BORDERS) == 34
    assert set(CITIES) == set(NEIGHBOURS) == set(EXPECTED)


@pytest.mark.parametrize("city", CITIES)
def test_each_city_borders_on_the_listed_ones(city: str) -> None:
    assert set(NEIGHBOURS[city]) == set(EXPECTED[city].split())


def test_borders_are_mutual_and_no_city_borders_on_itself() -> None:
    assert all(city in NEIGHBOURS[other] for city in CITIES for other in NEIGHBOURS[city])
    assert all(len(border) == 2 for border in BORDERS)


def test_genova_and_lucca_do_not_touch() -> None:
    assert "lucca" not in NEIGHBOURS["genova"]


@pytest.mark.parametrize(("size", "count"), [(1, 17), (2, 34), (3, 84), (4, 209), (5, 489)])
def test_connected_sets_are_as_many_as_the_rules_say(size: int, count: int) -> None:
    sets = connected_sets(size)
    assert len(sets) == count
    assert all(largest_group(cities) == size for cities in sets)


@pytest.mark.parametrize(
    ("held", "size"),
    [
        ("", 0),
        ("roma", 1),
        ("milano napoli", 1),
        ("torino venezia firenze spoleto", 2),
        ("milano venezia firenze spoleto siena", 3),
        ("milano venezia firenze spoleto siena ancona", 4),
        ("bologna firenze siena spoleto napoli", 5),
        (" ".join(CITIES), 17),
    ],
)
def test_largest_groups_are_as_the_rules_say(held: str, size: int) -> None:
    assert largest_group(held.split()) == size


def test_a_group_is_what_hangs_together_with_a_city() -> None:
    held = ["torino", "genova", "roma", "napoli"]
    assert group_of("torino", held) == {"torino", "genova"}
    assert group_of("napoli", held) == {"roma", "napoli"}
    assert group_of("siena", held) == {"siena", "roma", "napoli"}


@pytest.mark.parametrize(("counts", "most"), [("5543", 2), ("6542", 2), ("44432", 2), ("665", 3)])
def test_the_tests_own_full_maps_hold_no_winning_group(counts: str, most: int) -> None:
    owners = ALL_TAKEN[counts]
    held = [{city for city in owners if owners[city] == seat} for seat in range(len(counts))]
    assert set(owners) == set(CITIES)
    assert [len(cities) for cities in held] == [int(count) for count in counts]
    assert max(map(largest_group, held)) <= most
