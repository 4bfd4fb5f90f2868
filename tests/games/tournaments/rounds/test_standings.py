"""Points, tie-breaks and places, with every figure computed by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.tournaments.rounds import (
    Bye,
    Entrant,
    Format,
    Plan,
    Result,
    Standing,
    TieBreakKind,
    pair_round,
    standings,
)
from games.tournaments.rounds.history import scores_of

SWISS = Plan(Format.SWISS, size=2, rounds=3, seed=1)
TABLES = Plan(Format.SWISS, size=4, rounds=2, seed=1, sizes=(3, 4))
ARENA = Plan(Format.ARENA, size=2, rounds=0, seed=1)
A, B, C, D, E, F, G = range(7)
WON, DRAWN, LOST = (1, 2), (1, 1), (2, 1)


def entrants(count: int, **changed: Entrant) -> list[Entrant]:
    return [changed.get(f"e{number}", Entrant(number, 1500)) for number in range(count)]


def by_entrant(lines: tuple[Standing, ...]) -> dict[int, Standing]:
    return {line.entrant: line for line in lines}


def values(line: Standing) -> dict[TieBreakKind, float]:
    return {one.kind: float(one.value) for one in line.tiebreaks}


@pytest.mark.parametrize(
    ("places", "absent", "points"),
    [
        ((1, 2), (), ("1", "0")),
        ((1, 1), (), ("1/2", "1/2")),
        # The absent player of two is beaten; if both are absent, no one gets anything.
        ((1, 1), (1,), ("1", "0")),
        ((1, 2), (0, 1), ("0", "0")),
        ((1, 2, 3), (), ("1", "1/2", "0")),
        ((2, 1, 4, 3), (), ("2/3", "1", "0", "1/3")),
        # Two share first place: they left 2 of 3 behind, and half of each other.
        ((1, 1, 3, 4), (), ("5/6", "5/6", "1/3", "0")),
        ((1, 1, 1, 1), (), ("1/2", "1/2", "1/2", "1/2")),
        # Seat 0 did not come, whatever its place: all others beat it.
        ((1, 2, 3, 3), (0,), ("0", "1", "1/2", "1/2")),
        ((6, 5, 4, 3, 2, 1), (), ("0", "1/5", "2/5", "3/5", "4/5", "1")),
    ],
)
def test_points_are_the_share_of_opponents_left_behind(
    places: tuple[int, ...], absent: tuple[int, ...], points: tuple[str, ...]
) -> None:
    scores = scores_of(Result(1, tuple(range(len(places))), places, frozenset(absent)))
    assert [scores[seat].points for seat in range(len(places))] == [Fraction(one) for one in points]


def test_swiss_of_two_without_unplayed_rounds() -> None:
    results = [
        Result(1, (A, B), WON),
        Result(1, (C, D), DRAWN),
        Result(2, (C, A), DRAWN),
        Result(2, (B, D), LOST),
        Result(3, (A, D), LOST),
        Result(3, (B, C), LOST),
    ]
    lines = standings(SWISS, entrants(4), results, [])
    # A 1 + ½ + 0 = 1½ · B 0 · C ½ + ½ + 1 = 2 · D ½ + 1 + 1 = 2½
    assert [(one.entrant, one.place, float(one.points)) for one in lines] == [
        (D, 1, 2.5),
        (C, 2, 2.0),
        (A, 3, 1.5),
        (B, 4, 0.0),
    ]
    assert [(one.wins, one.played) for one in lines] == [(2, 3), (1, 3), (1, 3), (0, 3)]
    found = {one.entrant: tuple(values(one).values())[:3] for one in lines}
    # Cut-1, Buchholz, Sonneborn-Berger
    # A met B 0, C 2, D 2½ = 4½; without B 4½; 1·0 + ½·2 + 0·2½ = 1
    # B met A 1½, D 2½, C 2 = 6; without A 4½; won nothing
    # C met D 2½, A 1½, B 0 = 4; without B 4; ½·2½ + ½·1½ + 1·0 = 2
    # D met C 2, B 0, A 1½ = 3½; without B 3½; ½·2 + 1·0 + 1·1½ = 2½
    assert found == {A: (4.5, 4.5, 1), B: (4.5, 6, 0), C: (4, 4, 2), D: (3.5, 3.5, 2.5)}


def test_unplayed_rounds_count_by_fide_article_16() -> None:
    players = entrants(5, e4=Entrant(E, 1500, withdrawn_after=1))
    results = [
        Result(1, (A, E), WON),
        Result(1, (B, C), WON),
        Result(2, (A, B), DRAWN),
        Result(2, (C, D), WON, absent=frozenset({C})),
        Result(3, (A, C), WON),
        Result(3, (B, D), DRAWN),
    ]
    lines = by_entrant(standings(SWISS, players, results, [Bye(1, D)]))
    # A 1 + ½ + 1 = 2½ · B 1 + ½ + ½ = 2 · C 0 · D 1 (bye) + 1 (C absent) + ½ = 2½ · E 0
    # For the opponents, E has 1: the two rounds after the withdrawal count as draws. C has 0: the
    # absence was at a table.
    # A: E 1 + B 2 + C 0 = 3; the smallest is 0: 3. 1·1 + ½·2 + 1·0 = 2
    # B: C 0 + A 2½ + D 2½ = 5; 5. 1·0 + ½·2½ + ½·2½ = 2½
    # C: B 2 + own 0 + A 2½ = 4½; missed by choice, 0: 4½
    # D: own 2½ + own 2½ + B 2 = 7; nothing by choice, so without B: 5. 2½ + 2½ + ½·2 = 6
    # E: A 2½ + own 0 + own 0 = 2½; 2½
    assert {one: (line.place, *list(values(line).values())[:3]) for one, line in lines.items()} == {
        D: (1, 5, 7, 6),
        A: (2, 3, 3, 2),
        B: (3, 5, 5, 2.5),
        C: (4, 4.5, 4.5, 0),
        E: (5, 2.5, 2.5, 0),
    }
    assert (lines[D].wins, lines[D].played) == (0, 1), "games won are games that took place"


def test_cut_1_leaves_out_round_missed_by_choice_first() -> None:
    players = entrants(4, e3=Entrant(D, 1500, first_round=2))
    results = [
        Result(1, (A, B), WON),
        Result(2, (D, A), WON),
        Result(2, (C, B), WON),
        Result(3, (B, D), LOST),
        Result(3, (A, C), DRAWN),
    ]
    line = by_entrant(standings(SWISS, players, results, [Bye(1, C)]))[D]
    # D: missed round 1, own 2 + A 1½ + B 0 = 3½; without the missed round 1½, although B has less.
    assert list(values(line).values())[:2] == [1.5, 3.5]


def test_match_that_is_played_counts_for_nothing_yet() -> None:
    results = [
        Result(1, (A, B), WON),
        Result(1, (C, D), WON),
        Result(2, (A, C), None),
        Result(2, (B, D), WON),
    ]
    lines = by_entrant(standings(SWISS, entrants(4), results, []))
    assert (float(lines[A].points), lines[A].played) == (1, 1)
    # A met only B so far, who has 1.
    assert values(lines[A])[TieBreakKind.BUCHHOLZ] == 1


@pytest.mark.parametrize(
    ("results", "places"),
    [
        # A beat B, B beat D, D beat A: all equal, each has 1 of 2 from the others.
        ([(A, B), (B, D), (D, A)], {A: 1, B: 1, D: 1, C: 4}),
        # A and B have a win each; A won against B.
        ([(A, B), (B, C), (D, A), (D, C)], {D: 1, A: 2, B: 3, C: 4}),
        # A, B and C have two wins each. A beat both, B and C have not met: A is first in any case.
        (
            [(A, B), (A, C), (B, D), (B, D), (C, D), (C, D)],
            {A: 1, B: 2, C: 2, D: 4},
        ),
        # A beat B, but C has met neither, and could beat A.
        ([(A, B), (B, D), (C, D)], {A: 1, B: 1, C: 1, D: 4}),
    ],
)
def test_direct_encounter(results: list[tuple[int, int]], places: dict[int, int]) -> None:
    played = [Result(number, pair, WON) for number, pair in enumerate(results, start=1)]
    lines = standings(ARENA, entrants(4), played, [])
    assert {line.entrant: line.place for line in lines} == places


def test_direct_encounter_takes_mean_of_several_matches() -> None:
    # A 1, B 2 of 3 between them; A's win elsewhere makes them equal: 2 points and 2 wins.
    pairs = [(A, B), (B, A), (B, A), (A, C)]
    played = [Result(number, pair, WON) for number, pair in enumerate(pairs, start=1)]
    first, second, _last = standings(ARENA, entrants(3), played, [])
    assert (first.entrant, second.entrant) == (B, A)
    assert values(first)[TieBreakKind.DIRECT_ENCOUNTER] == pytest.approx(2 / 3)


def test_tables_of_different_sizes() -> None:
    results = [
        Result(1, (A, B, C, D), (1, 2, 3, 4)),
        Result(1, (E, F, G), (1, 2, 3)),
        Result(2, (A, E, B, F), (1, 2, 3, 4)),
        Result(2, (C, G, D), (1, 1, 3)),
    ]
    lines = by_entrant(standings(TABLES, entrants(7), results, []))
    # A 1 + 1 · B ⅔ + ⅓ · C ⅓ + ¾ · D 0 + 0 · E 1 + ⅔ · F ½ + 0 · G 0 + ¾
    assert {one: str(line.points) for one, line in lines.items()} == {
        A: "2",
        B: "1",
        C: "13/12",
        D: "0",
        E: "5/3",
        F: "1/2",
        G: "3/4",
    }
    # A: (1 + 13/12 + 0) / 3 = 25/36, and (5/3 + 1 + 1/2) / 3 = 19/18: together 63/36.
    # C's first place was shared, and counts for none.
    assert {one.kind: str(one.value) for one in lines[A].tiebreaks} == {
        TieBreakKind.FIRST_PLACES: "2",
        TieBreakKind.OPPONENTS: "7/4",
        TieBreakKind.DIRECT_ENCOUNTER: "0",
    }
    assert values(lines[C])[TieBreakKind.FIRST_PLACES] == 0


def test_first_places_then_opponents_decide_at_tables() -> None:
    results = [
        Result(1, (A, B, C), (1, 2, 3)),
        Result(1, (D, E, F), (1, 2, 3)),
        Result(2, (A, E, B), (3, 1, 2)),
        Result(2, (D, C, F), (2, 2, 1)),
    ]
    plan = Plan(Format.SWISS, size=3, rounds=2, seed=1)
    lines = standings(plan, entrants(6), results, [])
    # A 1 + 0, B ½ + ½, E ½ + 1, F 0 + 1, D 1 + ¼, C 0 + ¼
    # A, B and F have 1: A and F won once. A met B 1, C ¼ (mean ⅝), E 1½, B 1 (1¼): 1⅞.
    # F met D 1¼, E 1½ (1⅜), D 1¼, C ¼ (¾): 2⅛.
    assert [line.entrant for line in lines] == [E, D, F, A, B, C]
    assert [line.place for line in lines] == [1, 2, 3, 4, 5, 6]


def test_late_withdrawal_from_round_robin_keeps_results_and_early_one_does_not() -> None:
    def points(after: int) -> dict[int, float]:
        players = entrants(4, e3=Entrant(D, 1500, withdrawn_after=after))
        results: list[Result] = []
        byes: list[Bye] = []
        for number in (1, 2, 3):
            paired = pair_round(plan, players, results, byes, number)
            results += [
                Result(number, table, WON if table[0] < table[1] else LOST)
                for table in paired.tables
            ]
            byes += [Bye(number, one) for one in paired.byes]
        lines = standings(plan, players, results, byes)
        return {line.entrant: float(line.points) for line in lines}

    plan = Plan(Format.ROUND_ROBIN, size=2, rounds=3, seed=1)
    # A beats all, B beats C. D played 1 of 3: it counts for none, also as a bye.
    assert points(1) == {A: 2, B: 1, C: 0, D: 0}
    # D lost 2 of 3: all three have a point against D, one of them by a bye.
    assert points(2) == {A: 3, B: 2, C: 1, D: 0}


def test_round_robin_counts_forfeits_against_scheduled_opponent() -> None:
    plan = Plan(Format.ROUND_ROBIN, size=2, rounds=3, seed=1)
    results = []
    for number in (1, 2, 3):
        for table in pair_round(plan, entrants(4), [], [], number).tables:
            missed = frozenset({D}) if set(table) == {A, D} else frozenset()
            places = WON if table[0] < table[1] else LOST
            results.append(Result(number, table, places, missed))
    lines = by_entrant(standings(plan, entrants(4), results, []))
    # A 3, B 2, C 1, D 0. A: 1·2 + 1·1 + 1·0 (D did not come) = 3, where a dummy would give 3 more.
    assert values(lines[A])[TieBreakKind.SONNEBORN_BERGER] == 3
