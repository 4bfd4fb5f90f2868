"""Divisions, schedules and standings, from numbers only."""

from __future__ import annotations

from collections import Counter

import pytest

from games.leagues.divisions import Meeting, divided, meetings, seeded, sizes, table
from games.tournaments.rounds import Entrant

FOUR = [Entrant(number, 1500) for number in (1, 2, 3, 4)]


@pytest.mark.parametrize("most", range(4, 11))
def test_sizes_add_up_and_differ_by_one(most: int) -> None:
    for players in range(4, 60):
        found = sizes(players, most)
        assert sum(found) == players
        assert max(found) - min(found) <= 1
        assert min(found) >= 4
        assert max(found) <= max(most, 7)


@pytest.mark.parametrize("players", range(4, 11))
def test_everyone_meets_once_and_at_most_once_a_round(players: int) -> None:
    found = meetings(range(players), seed=5)
    pairs = Counter(frozenset((one.first, one.second)) for one in found)
    assert set(pairs.values()) == {1}
    assert len(pairs) == players * (players - 1) // 2
    rounds = Counter((one.round, who) for one in found for who in (one.first, one.second))
    assert set(rounds.values()) == {1}


def test_best_and_last_change_places() -> None:
    order = seeded([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]], moving=1)
    assert divided(order, 4) == [[1, 2, 3, 5], [4, 6, 7, 9], [8, 10, 11, 12]]
    assert seeded([[3, 1, 2, 4]], moving=2) == [3, 1, 2, 4]


def test_two_of_four_move() -> None:
    order = seeded([[1, 2, 3, 4], [5, 6, 7, 8]], moving=2)
    assert divided(order, 4) == [[1, 2, 5, 6], [3, 4, 7, 8]]


def points(*met: Meeting, entrants: list[Entrant] = FOUR) -> dict[int, str]:
    return {line.entrant: str(line.points) for line in table(entrants, met, seed=1)}


def test_wins_and_shared_places_give_points() -> None:
    found = points(Meeting(1, 1, 2, (2, 0)), Meeting(1, 3, 4, (1, 1)), Meeting(2, 1, 3))
    assert found == {1: "1", 2: "0", 3: "1/2", 4: "1/2"}


def test_absent_players_get_nothing() -> None:
    one = Meeting(1, 1, 2, (2, 0), frozenset({2}))
    both = Meeting(1, 3, 4, (0, 0), frozenset({3, 4}))
    assert points(one, both) == {1: "1", 2: "0", 3: "0", 4: "0"}


def test_points_of_beaten_opponents_decide_among_equals() -> None:
    met = [
        *(Meeting(1, 1, 2, (0, 2)), Meeting(1, 3, 4, (2, 0))),
        *(Meeting(2, 1, 3, (2, 0)), Meeting(2, 2, 4, (0, 2))),
        *(Meeting(3, 1, 4, (2, 0)), Meeting(3, 2, 3, (2, 0))),
    ]
    places = [(line.entrant, line.place) for line in table(FOUR, met, seed=1)]
    assert places == [(2, 1), (1, 2), (4, 3), (3, 4)]


def test_matches_of_early_withdrawal_do_not_count() -> None:
    entrants = [Entrant(1, 0), Entrant(2, 0), Entrant(3, 0), Entrant(4, 0, withdrawn_after=1)]
    early = table(entrants, [Meeting(1, 1, 4, (0, 2)), Meeting(2, 2, 4, (2, 0), frozenset({4}))], 1)
    assert all(line.points == 0 for line in early)
