"""Random tournaments of every format: what holds whatever players do."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.rounds import (
    Bye,
    Entrant,
    Format,
    Plan,
    Result,
    Round,
    is_over,
    pair_round,
    pair_waiting,
    standings,
)
from games.tournaments.rounds.history import scores_of
from games.tournaments.rounds.knockout import knockout
from games.tournaments.rounds.model import LATE_ENTRY

SIZES = {2: (2,), 3: (2, 3, 4), 4: (3, 4), 5: (4, 5, 6), 6: (6,)}


@dataclass
class Played:
    """A tournament with its rounds as they were paired."""

    plan: Plan
    entrants: list[Entrant]
    results: list[Result] = field(default_factory=list)
    byes: list[Bye] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)


@st.composite
def tournaments(draw: st.DrawFn, format: Format) -> Played:
    size = 2 if format == Format.ROUND_ROBIN else draw(st.sampled_from(list(SIZES)))
    players = draw(st.integers(4, 26 if size > 2 else 17))
    seed = draw(st.integers(0, 999))
    rounds = players if format == Format.ROUND_ROBIN else draw(st.integers(1, 6))
    plan = Plan(format, size, rounds, seed, SIZES[size])
    ratings = draw(
        st.lists(st.integers(1, 3).map(lambda one: 100 * one), min_size=players, max_size=players)
    )
    irregular = draw(st.sampled_from((0, 0.1, 0.4)))
    return play(plan, ratings, irregular, Random(seed))


def play(plan: Plan, ratings: list[int], irregular: float, chance: Random) -> Played:
    """Play a tournament in rounds, in which players withdraw, come late and miss tables."""
    played = Played(plan, [Entrant(number, rating) for number, rating in enumerate(ratings)])
    while not is_over(plan, played.entrants, played.results, played.byes, len(played.rounds)):
        number = len(played.rounds) + 1
        for place, entrant in enumerate(played.entrants):
            if entrant.withdrawn_after is None and chance.random() < irregular / 4:
                played.entrants[place] = replace(entrant, withdrawn_after=number - 1)
        if plan.format in LATE_ENTRY and number > 1 and chance.random() < irregular:
            played.entrants.append(Entrant(len(played.entrants), 200, first_round=number))
        found = pair_round(plan, played.entrants, played.results, played.byes, number)
        played.rounds.append(found)
        played.byes += [Bye(number, entrant) for entrant in found.byes]
        played.results += [
            random_result(number, table, irregular, chance) for table in found.tables
        ]
        assert number < 60, "it comes to an end"
    return played


def random_result(number: int, table: tuple[int, ...], irregular: float, chance: Random) -> Result:
    absent = frozenset(player for player in table if chance.random() < irregular / 4)
    scores = [-1 if player in absent else chance.randrange(4) for player in table]
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    return Result(number, table, places, absent)


@pytest.mark.parametrize("format", [Format.SWISS, Format.ROUND_ROBIN, Format.KNOCKOUT])
@settings(max_examples=25)
@given(st.data())
def test_random_tournament_keeps_the_rules(format: Format, data: st.DataObject) -> None:
    played = data.draw(tournaments(format))
    check_seating(played)
    check_points(played)
    check_order_of_input(played, data.draw(st.randoms(use_true_random=False)))


def check_seating(played: Played) -> None:
    """Everyone who is in is at one table or has a bye, and tables have allowed sizes."""
    for number, found in enumerate(played.rounds, start=1):
        seated = [entrant for table in found.tables for entrant in table]
        assert len(set(seated + list(found.byes))) == len(seated) + len(found.byes)
        assert all(len(table) in played.plan.allowed for table in found.tables)
        sizes = [len(table) for table in found.tables]
        assert not sizes or max(sizes) - min(sizes) <= 1
        expected = {one.id for one in played.entrants if one.plays_in(number)}
        if played.plan.format == Format.KNOCKOUT:
            earlier = [result for result in played.results if result.round < number]
            field = knockout(played.plan, played.entrants, earlier).field(number)
            assert expected.issuperset(seated)
            expected &= set(field)
            # Those who play for third place are no longer in it.
            assert expected <= set(seated + list(found.byes))
        else:
            assert set(seated + list(found.byes)) == expected


def check_points(played: Played) -> None:
    """Every table gives half a point for each seat, less what was not taken."""
    total = Fraction(len(played.byes))
    for result in played.results:
        given_out = sum(score.points for score in scores_of(result).values())
        absent = len(result.absent)
        lost = Fraction(absent * (absent - 1), 2 * (len(result.entrants) - 1))
        assert given_out == Fraction(len(result.entrants), 2) - lost
        total += given_out
    lines = standings(played.plan, played.entrants, played.results, played.byes)
    assert sorted(line.entrant for line in lines) == sorted(one.id for one in played.entrants)
    places = [line.place for line in lines]
    assert places == sorted(places)
    assert all(places.index(place) == place - 1 for place in places), "shared places are left out"
    if played.plan.format != Format.ROUND_ROBIN:
        assert sum(line.points for line in lines) == total
        assert sum(line.played for line in lines) == sum(
            len(one.entrants) - len(one.absent) for one in played.results if one.is_played
        )


def check_order_of_input(played: Played, chance: Random) -> None:
    mixed = Played(played.plan, [*played.entrants], [*played.results], [*played.byes])
    chance.shuffle(mixed.entrants)
    chance.shuffle(mixed.results)
    chance.shuffle(mixed.byes)
    for number in {1, len(played.rounds)} - {0}:
        plain, shuffled = (
            pair_round(one.plan, one.entrants, one.results, one.byes, number)
            for one in (played, mixed)
        )
        assert plain == shuffled
    assert standings(played.plan, played.entrants, played.results, played.byes) == standings(
        mixed.plan, mixed.entrants, mixed.results, mixed.byes
    )


@settings(max_examples=25)
@given(st.integers(0, 999), st.sampled_from(list(SIZES)), st.integers(4, 14))
def test_random_arena_keeps_the_rules(seed: int, size: int, players: int) -> None:
    plan = Plan(Format.ARENA, size, 0, seed, SIZES[size])
    entrants = [Entrant(number, 100 * (number % 3)) for number in range(players)]
    chance = Random(seed)
    waiting = [one.id for one in entrants]
    results: list[Result] = []
    running: list[Result] = []
    for number in range(1, 20):
        found = pair_waiting(plan, waiting, entrants, [*results, *running])
        assert found == pair_waiting(plan, waiting, entrants[::-1], [*results, *running][::-1]), (
            "the order of entrants and results does not matter"
        )
        seated = [one for table in found.tables for one in table]
        assert len(set(seated)) == len(seated)
        assert set(seated) <= set(waiting)
        assert not found.byes
        if running and size == 2:
            for table in found.tables:
                assert not just_met(table, results), "two who have just met wait for others"
        waiting = [one for one in waiting if one not in seated]
        running += [Result(number, table, None) for table in found.tables]
        if running:
            over = running.pop(chance.randrange(len(running)))
            results.append(random_result(over.round, over.entrants, 0.1, chance))
            waiting += over.entrants
    lines = standings(plan, entrants, results, [])
    points = sum(sum(score.points for score in scores_of(one).values()) for one in results)
    assert sum(line.points for line in lines) == points


def just_met(table: tuple[int, ...], results: list[Result]) -> bool:
    last = {}
    for result in sorted(results, key=lambda one: one.round):
        if result.is_played:
            for one in set(result.entrants) - result.absent:
                last[one] = set(result.entrants) - result.absent - {one}
    return any(last.get(one) == set(table) - {one} for one in table)


@settings(max_examples=25)
@given(st.integers(0, 999), st.sampled_from((4, 6, 8, 9)), st.integers(2, 3), st.integers(1, 4))
def test_players_meet_again_only_if_they_must(
    seed: int, players: int, size: int, rounds: int
) -> None:
    """Compare with all ways to seat the players."""
    if players % size:
        size = 5 - size
    if players % size:
        size = 2 if players % 2 == 0 else 3
    played = play(
        Plan(Format.SWISS, size, rounds, seed), [100] * players, irregular=0, chance=Random(seed)
    )
    met: Counter[frozenset[int]] = Counter()
    for found in played.rounds:
        again = sum(
            met[frozenset(pair)] ** 2 for table in found.tables for pair in combinations(table, 2)
        )
        assert again == fewest(tuple(range(players)), size, met)
        met.update(frozenset(pair) for table in found.tables for pair in combinations(table, 2))


def fewest(players: tuple[int, ...], size: int, met: Counter[frozenset[int]]) -> int:
    """Return the smallest sum of meetings, squared, over all divisions into tables."""
    if not players:
        return 0
    first, *rest = players
    best = None
    for others in combinations(rest, size - 1):
        cost = sum(met[frozenset(pair)] ** 2 for pair in combinations((first, *others), 2))
        if best is None or cost < best:
            left = tuple(one for one in rest if one not in others)
            cost += fewest(left, size, met)
            best = cost if best is None else min(best, cost)
    assert best is not None
    return best
