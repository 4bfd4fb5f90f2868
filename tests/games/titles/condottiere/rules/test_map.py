"""The map: seventeen cities, thirty-four borders, and the counts that the rules state."""

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

# A second list of the borders, each city with all its neighbours, to find errors in either.
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
    """Return every connected set of this size, grown one neighbour at a time."""
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


def test_map_has_17_cities_and_34_borders() -> None:
    assert len(CITIES) == len(set(CITIES)) == 17
    assert len(BORDERS) == 34
    assert set(CITIES) == set(NEIGHBOURS) == set(EXPECTED)


@pytest.mark.parametrize("city", CITIES)
def test_city_borders_match_the_rules(city: str) -> None:
    assert set(NEIGHBOURS[city]) == set(EXPECTED[city].split())


def test_borders_are_mutual_and_join_two_cities() -> None:
    assert all(city in NEIGHBOURS[other] for city in CITIES for other in NEIGHBOURS[city])
    assert all(len(border) == 2 for border in BORDERS)


def test_genova_does_not_border_lucca() -> None:
    assert "lucca" not in NEIGHBOURS["genova"]


@pytest.mark.parametrize(("size", "count"), [(1, 17), (2, 34), (3, 84), (4, 209), (5, 489)])
def test_connected_sets_have_documented_counts(size: int, count: int) -> None:
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
def test_largest_group_has_documented_size(held: str, size: int) -> None:
    assert largest_group(held.split()) == size


def test_group_of_city_contains_connected_cities() -> None:
    held = ["torino", "genova", "roma", "napoli"]
    assert group_of("torino", held) == {"torino", "genova"}
    assert group_of("napoli", held) == {"roma", "napoli"}
    assert group_of("siena", held) == {"siena", "roma", "napoli"}


@pytest.mark.parametrize(("counts", "most"), [("5543", 2), ("6542", 2), ("44432", 2), ("665", 3)])
def test_full_maps_of_the_tests_have_no_winning_group(counts: str, most: int) -> None:
    owners = ALL_TAKEN[counts]
    held = [{city for city in owners if owners[city] == seat} for seat in range(len(counts))]
    assert set(owners) == set(CITIES)
    assert [len(cities) for cities in held] == [int(count) for count in counts]
    assert max(map(largest_group, held)) <= most
