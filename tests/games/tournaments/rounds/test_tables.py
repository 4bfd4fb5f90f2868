"""Swiss rounds at tables of three to six: sizes, seats, and who meets."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from games.tournaments.rounds import Bye, Entrant, Format, Plan, Result, pair_round
from games.tournaments.rounds.tables import table_sizes


@pytest.mark.parametrize(
    ("count", "size", "allowed", "sizes"),
    [
        (48, 4, {4}, [4] * 12),
        (10, 4, {3, 4, 5}, [4, 3, 3]),
        (11, 4, {3, 4}, [4, 4, 3]),
        (13, 6, {2, 3, 4, 5, 6}, [5, 4, 4]),
        (7, 3, {2, 3}, [3, 2, 2]),
        (7, 3, {3, 4}, [4, 3]),
        # Only tables of four: the rest has a bye.
        (10, 4, {4}, [4, 4]),
        (3, 4, {4}, []),
        (0, 4, {4}, []),
    ],
)
def test_table_sizes(count: int, size: int, allowed: set[int], sizes: list[int]) -> None:
    assert table_sizes(count, size, frozenset(allowed)) == sizes


def play(plan: Plan, players: int) -> list[Result]:
    entrants = [Entrant(number, 2000 - number) for number in range(players)]
    results: list[Result] = []
    byes: list[Bye] = []
    for number in range(1, plan.rounds + 1):
        found = pair_round(plan, entrants, results, byes, number)
        byes += [Bye(number, one) for one in found.byes]
        # The better rated wins.
        results += [
            Result(number, table, tuple(sorted(table).index(one) + 1 for one in table))
            for table in found.tables
        ]
    return results


def test_first_round_gives_each_table_one_of_each_part() -> None:
    results = play(Plan(Format.SWISS, 4, 1, seed=2), 16)
    for result in results:
        assert sorted(one // 4 for one in result.entrants) == [0, 1, 2, 3]


@pytest.mark.parametrize(("players", "size", "rounds"), [(48, 4, 6), (36, 6, 3), (27, 3, 6)])
def test_no_players_meet_again_and_seats_rotate(players: int, size: int, rounds: int) -> None:
    results = play(Plan(Format.SWISS, size, rounds, seed=2), players)
    met = Counter(frozenset(pair) for one in results for pair in combinations(one.entrants, 2))
    assert set(met.values()) == {1}
    sat = Counter((player, seat) for one in results for seat, player in enumerate(one.entrants))
    assert max(sat.values()) <= rounds // size + 2


def test_players_with_similar_points_sit_together() -> None:
    results = play(Plan(Format.SWISS, 4, 2, seed=2), 64)
    first = [one for one in results if one.round == 1]
    place = {
        player: at
        for one in first
        for player, at in zip(one.entrants, one.places or (), strict=True)
    }
    for result in results:
        if result.round == 2:
            assert len({place[player] for player in result.entrants}) == 1


def test_small_tables_and_byes_go_round() -> None:
    results = play(Plan(Format.SWISS, 4, 3, seed=2, sizes=(3, 4)), 23)
    small = [one for result in results if len(result.entrants) == 3 for one in result.entrants]
    assert len(small) == len(set(small)) == 9, "no player sits at a table of three twice"
    entrants = [Entrant(number, 2000 - number) for number in range(9)]
    plan = Plan(Format.SWISS, 4, 3, seed=2)
    byes: list[Bye] = []
    for number in (1, 2, 3):
        byes += [Bye(number, one) for one in pair_round(plan, entrants, [], byes, number).byes]
    assert len({bye.entrant for bye in byes}) == 3
