"""Arenas: who is seated first, and who does not meet again at once."""

from __future__ import annotations

from dataclasses import replace

from games.tournaments.rounds import Entrant, Format, Plan, Result, is_over, pair_waiting

TWO = Plan(Format.ARENA, size=2, rounds=0, seed=1)
FOUR = Plan(Format.ARENA, size=4, rounds=0, seed=1, sizes=(3, 4))
PLAYERS = [Entrant(number, 2000 - 10 * number) for number in range(12)]
WON = (1, 2)


def test_neighbours_by_rating_meet_at_first() -> None:
    found = pair_waiting(TWO, [3, 1, 0, 2], PLAYERS, [])
    assert sorted(sorted(table) for table in found.tables) == [[0, 1], [2, 3]]


def test_player_who_came_last_waits() -> None:
    assert sorted(pair_waiting(TWO, [2, 0, 1], PLAYERS, []).tables[0]) == [0, 2]
    tables = pair_waiting(FOUR, [4, 3, 2, 1, 0], PLAYERS, []).tables
    assert [sorted(table) for table in tables] == [[1, 2, 3, 4]]


def test_two_who_just_met_wait_while_others_play() -> None:
    met = Result(1, (0, 1), WON)
    others = Result(1, (2, 3), None)
    assert pair_waiting(TWO, [0, 1], PLAYERS, [met, others]).tables == ()
    # No other will come: they play again, with the seats changed.
    assert pair_waiting(TWO, [0, 1], PLAYERS, [met]).tables == ((1, 0),)
    found = pair_waiting(TWO, [0, 1, 4, 5], PLAYERS, [met]).tables
    assert [0, 1] not in [sorted(table) for table in found]


def test_table_that_just_met_waits_or_is_mixed() -> None:
    met = Result(1, (0, 1, 2, 3), (1, 2, 3, 4))
    others = Result(1, (8, 9, 10, 11), None)
    assert pair_waiting(FOUR, [0, 1, 2, 3], PLAYERS, [met, others]).tables == ()
    assert len(pair_waiting(FOUR, [0, 1, 2, 3], PLAYERS, [met]).tables) == 1
    second = Result(1, (4, 5, 6, 7), (1, 2, 3, 4))
    found = pair_waiting(FOUR, list(range(8)), PLAYERS, [met, second]).tables
    # Two of each is the best that two tables can do.
    assert all(sum(one < 4 for one in table) == 2 for table in found)


def test_players_kept_apart_wait() -> None:
    apart = frozenset({frozenset({0, 1})})
    assert pair_waiting(replace(TWO, apart=apart), [0, 1], PLAYERS, []).tables == ()
    assert pair_waiting(replace(FOUR, apart=apart), [0, 1, 2, 3], PLAYERS, []).tables == ()
    found = pair_waiting(replace(FOUR, apart=apart), list(range(8)), PLAYERS, []).tables
    assert len(found) == 2


def test_arena_is_never_over_by_itself() -> None:
    assert not is_over(TWO, PLAYERS, [Result(1, (0, 1), WON)], [], 1)
