"""The draw of a round: table sizes, players who met, players without a seat."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.game_nights.seating import Drawn, Pair, draw, table_sizes


class Night:
    """The rounds of one game night."""

    def __init__(self) -> None:
        self.met: Counter[Pair] = Counter()
        self.rested: Counter[int] = Counter()
        self.again: list[int] = []

    def draw(
        self,
        people: range,
        sizes: set[int],
        apart: frozenset[Pair] = frozenset(),
        bots: bool = False,
    ) -> Drawn:
        drawn = draw(
            people,
            sizes,
            met=self.met,
            rested=self.rested,
            apart=apart,
            bots=bots,
            seed=len(self.again),
        )
        pairs = [frozenset(two) for _size, group in drawn.tables for two in combinations(group, 2)]
        self.again.append(sum(self.met[pair] > 0 for pair in pairs))
        self.met.update(pairs)
        self.rested.update(drawn.left_out)
        return drawn


@pytest.mark.parametrize(
    ("count", "size", "rounds"), [(8, 2, 7), (9, 2, 9), (9, 3, 4), (16, 4, 3), (64, 4, 8)]
)
def test_no_two_meet_again_while_it_can_be_avoided(count: int, size: int, rounds: int) -> None:
    night = Night()
    for _round in range(rounds):
        night.draw(range(count), {size})
    assert night.again == [0] * rounds


def test_pairs_that_met_least_meet_again() -> None:
    night = Night()
    for _round in range(6):
        night.draw(range(4), {2})
    assert night.again == [0, 0, 0, 2, 2, 2]
    assert set(night.met.values()) == {2}, "each pair twice"


@pytest.mark.parametrize(
    ("count", "sizes", "bots", "expected"),
    [
        (7, {3, 4}, False, [(4, 4), (3, 3)]),
        (9, {3, 4}, False, [(3, 3), (3, 3), (3, 3)]),
        (5, {3, 4}, False, [(4, 4)]),
        (5, {4}, True, [(4, 2), (4, 3)]),
        (9, {4}, True, [(4, 3), (4, 3), (4, 3)]),
        (1, {4}, True, [(4, 1)]),
        (3, {4}, False, []),
        (0, {4}, True, []),
        (3, set(), False, []),
    ],
)
def test_tables_fit_number_of_players(
    count: int, sizes: set[int], bots: bool, expected: list[tuple[int, int]]
) -> None:
    found = table_sizes(count, sizes, bots=bots)
    assert [(table.size, table.people) for table in found] == expected


def test_players_take_turns_in_having_no_seat() -> None:
    night = Night()
    for _round in range(10):
        assert len(night.draw(range(5), {4}).left_out) == 1
    assert [night.rested[one] for one in range(5)] == [2] * 5


def test_late_players_meet_those_who_are_there() -> None:
    night = Night()
    night.draw(range(4), {2})
    drawn = night.draw(range(6), {2})
    assert (night.again[-1], drawn.left_out) == (0, [])


def test_players_who_must_not_meet_sit_apart() -> None:
    apart = frozenset({frozenset({0, 1}), frozenset({2, 3})})
    night = Night()
    for _round in range(6):
        drawn = night.draw(range(8), {4}, apart)
        assert len(drawn.tables) == 2
    assert not any(night.met[pair] for pair in apart)
    alone = Night().draw(range(2), {2}, apart)
    assert (alone.tables, alone.left_out) == ([], [0, 1])


@given(
    count=st.integers(0, 40),
    sizes=st.sets(st.integers(2, 6), max_size=4),
    bots=st.booleans(),
    blocked=st.sets(st.tuples(st.integers(0, 39), st.integers(0, 39)), max_size=8),
)
def test_each_player_has_at_most_one_seat_at_table_of_allowed_size(
    count: int, sizes: set[int], bots: bool, blocked: set[tuple[int, int]]
) -> None:
    apart = frozenset(frozenset(two) for two in blocked if len(set(two)) == 2)
    drawn = Night().draw(range(count), sizes, apart, bots)
    seated = [one for _size, group in drawn.tables for one in group]
    assert sorted([*seated, *drawn.left_out]) == list(range(count))
    for size, group in drawn.tables:
        assert size in sizes
        assert 1 <= len(group) <= size
        assert bots or len(group) == size
        assert not any(frozenset(two) in apart for two in combinations(group, 2))
