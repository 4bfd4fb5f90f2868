"""Swiss rounds of two: the levels of the cost, one by one."""

from __future__ import annotations

from games.tournaments.rounds import Bye, Entrant, Format, Plan, Result, pair_round
from games.tournaments.rounds.history import History
from games.tournaments.rounds.seats import ABSOLUTE, MILD, STRONG, due

PLAN = Plan(Format.SWISS, size=2, rounds=9, seed=4)
EIGHT = [Entrant(number, 2000 - number) for number in range(8)]
WON, DRAWN = (1, 2), (1, 1)


def pairs(
    entrants: list[Entrant], results: list[Result], byes: list[Bye], number: int
) -> set[frozenset[int]]:
    found = pair_round(PLAN, entrants, results, byes, number)
    return {frozenset(table) for table in found.tables}


def sets(*tables: tuple[int, int]) -> set[frozenset[int]]:
    return {frozenset(table) for table in tables}


def test_first_round_pairs_upper_with_lower_half() -> None:
    assert pairs(EIGHT, [], [], 1) == sets((0, 4), (1, 5), (2, 6), (3, 7))


def test_second_round_pairs_within_equal_points() -> None:
    results = [Result(1, (one, one + 4), WON) for one in range(4)]
    # Winners 0 1 2 3, losers 4 5 6 7, upper half against lower half.
    assert pairs(EIGHT, results, [], 2) == sets((0, 2), (1, 3), (4, 6), (5, 7))


def test_last_of_group_floats_to_first_of_next() -> None:
    # 0 1 2 won, 3 and 7 drew: of the three with 1 point one meets one of the two with ½.
    results = [Result(1, (one, one + 4), WON) for one in range(3)] + [Result(1, (7, 3), DRAWN)]
    assert pairs(EIGHT, results, [], 2) == sets((0, 1), (2, 3), (7, 4), (5, 6))


def test_bye_goes_to_last_who_has_had_none() -> None:
    five = EIGHT[:5]
    assert pair_round(PLAN, five, [], [], 1).byes == (4,)
    results = [Result(1, (0, 2), WON), Result(1, (1, 3), WON)]
    # 2 and 3 lost, 4 had the bye.
    assert pair_round(PLAN, five, results, [Bye(1, 4)], 2).byes == (3,)
    # An opponent who did not come was a bye, too.
    results[1] = Result(1, (3, 1), WON, absent=frozenset({1}))
    results.append(Result(2, (0, 4), WON))
    results.append(Result(2, (2, 3), WON))
    assert pair_round(PLAN, five, results, [Bye(1, 4), Bye(2, 1)], 3).byes == (2,)


def test_seats_balance_and_alternate() -> None:
    def after(*seats: int) -> tuple[int | None, int]:
        tables = [(0, 1) if seat == 0 else (1, 0) for seat in seats]
        results = [Result(number, table, WON) for number, table in enumerate(tables, start=1)]
        return due(History(EIGHT, results, []), 0)

    assert after() == (None, 0)
    assert after(0) == (1, STRONG)
    assert after(0, 1) == (0, MILD)
    assert after(1, 0, 1) == (0, STRONG)
    assert after(0, 1, 1) == (0, ABSOLUTE)
    assert after(0, 0) == (1, ABSOLUTE)


def test_no_player_sits_in_one_seat_three_times_running() -> None:
    # 0 and 1 sat first twice, 2 and 3 second: by points 0 would meet 1.
    results = [
        Result(1, (0, 2), WON),
        Result(1, (1, 3), WON),
        Result(2, (0, 3), WON),
        Result(2, (1, 2), WON),
    ]
    found = pair_round(PLAN, EIGHT[:4], results, [], 3)
    # Meeting again costs more than the seat.
    assert {frozenset(table) for table in found.tables} == sets((0, 1), (2, 3))
    results = [
        Result(1, (0, 4), WON),
        Result(1, (1, 5), WON),
        Result(1, (6, 2), (2, 1)),
        Result(1, (7, 3), (2, 1)),
        Result(2, (0, 5), WON),
        Result(2, (1, 4), WON),
        Result(2, (7, 2), (2, 1)),
        Result(2, (6, 3), (2, 1)),
    ]
    found = pair_round(PLAN, EIGHT, results, [], 3)
    firsts = [table[0] for table in found.tables]
    # The four with 2 points: 0 and 1 sat first, 2 and 3 second. They change.
    assert {2, 3} <= set(firsts)
    assert not {0, 1} & set(firsts)


def test_player_who_floated_down_does_not_again() -> None:
    twelve = [Entrant(number, 2000 - number) for number in range(12)]

    def third(*round_two: tuple[int, int]) -> set[frozenset[int]]:
        # 0 to 5 win; then 0, 1 and 2 win again. One of these three has to leave the group.
        results = [Result(1, (one, one + 6), WON) for one in range(6)]
        results += [Result(2, pair, (2, 1) if pair[1] < 3 else DRAWN) for pair in round_two]
        return pairs(twelve, results, [], 3)

    rest = ((7, 6), (11, 10))
    assert frozenset({0, 1}) in third((3, 0), (4, 1), (5, 2), (9, 8), *rest), "2 is the last"
    # In round 2 it met 8, who had fewer points.
    floated = third((3, 0), (4, 1), (8, 2), (9, 5), *rest)
    assert floated & {frozenset({0, 2}), frozenset({1, 2})}


def test_withdrawn_and_late_players_are_paired_in_their_rounds_only() -> None:
    players = [*EIGHT[:6], Entrant(6, 1900, first_round=2), Entrant(7, 1900, withdrawn_after=1)]
    first = pair_round(PLAN, players, [], [], 1)
    results = [Result(1, table, WON) for table in first.tables]
    byes = [Bye(1, one) for one in first.byes]
    assert 6 not in {one for table in first.tables for one in table} | set(first.byes)
    second = pair_round(PLAN, players, results, byes, 2)
    seated = {one for table in second.tables for one in table} | set(second.byes)
    assert seated == set(range(7))


def test_seed_decides_order_of_equal_ratings() -> None:
    equal = [Entrant(number, 1500) for number in range(16)]
    rounds = {
        pair_round(Plan(Format.SWISS, 2, 5, seed), equal, [], [], 1).tables for seed in range(5)
    }
    assert len(rounds) == 5
