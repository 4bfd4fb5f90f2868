"""Knock-outs: seeds, byes, who goes on, and the final order."""

from __future__ import annotations

import pytest

from games.tournaments.rounds import (
    Entrant,
    Format,
    Plan,
    Result,
    is_over,
    pair_round,
    rounds_for,
    standings,
)

TWO = Plan(Format.KNOCKOUT, size=2, rounds=0, seed=1)
FOUR = Plan(Format.KNOCKOUT, size=4, rounds=0, seed=1, sizes=(3, 4))


def entrants(count: int, withdrawn: dict[int, int] | None = None) -> list[Entrant]:
    gone = withdrawn or {}
    return [
        Entrant(number, 3000 - number, withdrawn_after=gone.get(number))
        for number in range(1, count + 1)
    ]


def better_wins(number: int, tables: tuple[tuple[int, ...], ...]) -> list[Result]:
    return [
        Result(number, table, tuple(sorted(table).index(one) + 1 for one in table))
        for table in tables
    ]


def sets(tables: tuple[tuple[int, ...], ...]) -> list[list[int]]:
    return [sorted(table) for table in tables]


def test_two_best_meet_in_final_and_semi_final_losers_for_third_place() -> None:
    players, results = entrants(8), list[Result]()
    seen = []
    number = 0
    while not is_over(TWO, players, results, [], number):
        number += 1
        tables = pair_round(TWO, players, results, [], number).tables
        seen.append(sets(tables))
        results += better_wins(number, tables)
    assert seen == [
        [[1, 8], [4, 5], [2, 7], [3, 6]],
        [[1, 4], [2, 3]],
        [[1, 2], [3, 4]],
    ]
    lines = standings(TWO, players, results, [])
    assert [(line.entrant, line.place) for line in lines] == [
        *((1, 1), (2, 2), (3, 3), (4, 4)),
        *((5, 5), (6, 5), (7, 5), (8, 5)),
    ]


def test_best_seeds_have_byes() -> None:
    found = pair_round(TWO, entrants(5), [], [], 1)
    assert sets(found.tables) == [[4, 5]]
    assert sorted(found.byes) == [1, 2, 3]
    second = pair_round(TWO, entrants(5), better_wins(1, found.tables), [], 2)
    assert sets(second.tables) == [[1, 4], [2, 3]]


@pytest.mark.parametrize(
    ("result", "withdrawn", "second"),
    [
        # A tie: the better seed goes on.
        (Result(1, (1, 4), (1, 1)), {}, [[1, 2]]),
        (Result(1, (1, 4), (2, 1)), {}, [[2, 4]]),
        (Result(1, (1, 4), (1, 2), frozenset({1})), {}, [[2, 4]]),
        # Neither came, or the winner withdrew: the other finalist has no opponent.
        (Result(1, (1, 4), (1, 1), frozenset({1, 4})), {}, []),
        (Result(1, (1, 4), (1, 2)), {1: 1}, []),
    ],
)
def test_who_goes_on(result: Result, withdrawn: dict[int, int], second: list[list[int]]) -> None:
    players = entrants(4, withdrawn)
    results = [result, *better_wins(1, ((2, 3),))]
    found = pair_round(TWO, players, results, [], 2)
    assert sets(found.tables)[:1] == second or sets(found.tables) == [[3, 4]]
    assert list(found.byes) == ([] if second else [2])
    assert is_over(TWO, players, results, [], 2) is True


def test_two_of_four_go_on_and_lucky_losers_fill_the_tables() -> None:
    players = entrants(12)
    first = pair_round(FOUR, players, [], [], 1)
    # A snake over three tables.
    assert sorted(sets(first.tables)) == [[1, 6, 7, 12], [2, 5, 8, 11], [3, 4, 9, 10]]
    # 7 ties with 12 for third place, 8 and 9 are third alone: they have more points.
    results = [
        Result(1, (1, 6, 7, 12), (1, 2, 3, 3)),
        Result(1, (2, 5, 8, 11), (1, 2, 3, 4)),
        Result(1, (3, 4, 9, 10), (1, 2, 3, 4)),
    ]
    second = pair_round(FOUR, players, results, [], 2)
    assert sorted(one for table in second.tables for one in table) == [1, 2, 3, 4, 5, 6, 8, 9]
    together = [
        {1, 6} <= set(table) or {2, 5, 8} <= set(table) or {3, 4, 9} <= set(table)
        for table in second.tables
    ]
    assert not any(together)
    results += better_wins(2, second.tables)
    final = pair_round(FOUR, players, results, [], 3)
    assert len(final.tables) == 1
    assert len(final.tables[0]) == 4
    assert not is_over(FOUR, players, results, [], 2)
    results += better_wins(3, final.tables)
    assert is_over(FOUR, players, results, [], 3)
    lines = standings(FOUR, players, results, [])
    assert [line.entrant for line in lines][:4] == sorted(final.tables[0])
    assert rounds_for(Format.KNOCKOUT, 12, 4) == 3


def test_lucky_loser_replaces_player_who_withdraws() -> None:
    players = entrants(8, {1: 1})
    first = pair_round(FOUR, players, [], [], 1)
    results = better_wins(1, first.tables)
    # 1 and 2 were first, 3 and 4 second, 5 and 6 third: 5 has the better seed.
    final = pair_round(FOUR, players, results, [], 2)
    assert sets(final.tables) == [[2, 3, 4, 5]]


@pytest.mark.parametrize(
    ("players", "size", "sizes", "rounds"),
    [
        *((4, 2, (), 2), (5, 2, (), 3), (256, 2, (), 8)),
        # 256 → 128 → 64 → 32 → 16 → 8 → 4
        *((256, 4, (), 7), (20, 4, (), 4), (6, 6, (), 1), (9, 3, (), 2), (10, 4, (3, 4), 3)),
    ],
)
def test_rounds_of_knockout(players: int, size: int, sizes: tuple[int, ...], rounds: int) -> None:
    assert rounds_for(Format.KNOCKOUT, players, size, sizes) == rounds


def test_late_entry_is_refused() -> None:
    with pytest.raises(ValueError, match="late"):
        pair_round(TWO, [Entrant(1, 1), Entrant(2, 1, first_round=2)], [], [], 1)
