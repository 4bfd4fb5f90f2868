"""Arenas: players who wait are paired again and again until the time is over.

Points are those of all matches added up, at tables of every size (history.py). There is no bonus
for series of wins: at tables of four or six a series is mostly luck, and without one points of all
players add up to half of the seats that were played.

The players who have waited longest are seated first. Players who have just met are kept apart: two
who would meet again at once wait for others, as long as others are playing; so do the players of a
table who would all meet again. The cost of a pair, of which the sum is kept small:

1. REPEAT, if they met in the last match of one of them
2. d² + MET · n², for d ranks between them among those who are seated, by points and then by rating,
   if they have met n times

For two it is the smallest sum there is (swiss.py), for tables a local search (search.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from games.tournaments.rounds.history import History, ranked
from games.tournaments.rounds.model import Entrant, Plan, Result, Round
from games.tournaments.rounds.search import REPEAT, improved
from games.tournaments.rounds.seats import seat_table, seat_two
from games.tournaments.rounds.swiss import NEAREST, matching
from games.tournaments.rounds.tables import table_sizes

MET = 4
WAITED = 10**13
"""What it costs to leave a player waiting, times those who came later."""


def pair_arena(
    plan: Plan, waiting: Sequence[int], entrants: Sequence[Entrant], results: Sequence[Result]
) -> Round:
    """Seat players who wait, those who have waited longest first in `waiting`."""
    history = History(entrants, results, [])
    here = set(waiting)
    rank = [one for one in ranked(plan, entrants, history) if one in here]
    others_play = any(result.places is None for result in results)
    last = {entrant: _last_opponents(history, entrant) for entrant in rank}
    turn = {entrant: place for place, entrant in enumerate(waiting)}
    pair = _pair_two if plan.size == 2 else _pair_tables
    return Round(tuple(pair(plan, rank, turn, history, last, others_play)))


def _pair_two(
    plan: Plan,
    rank: Sequence[int],
    turn: dict[int, int],
    history: History,
    last: dict[int, frozenset[int]],
    others_play: bool,
) -> list[tuple[int, ...]]:
    costs = {}
    for better, other in combinations(range(len(rank)), 2):
        one, two = rank[better], rank[other]
        again = _just_met(one, two, last)
        if not (again and others_play):
            # The sum over the pairs is smallest if those wait who came last.
            seated = sum(len(rank) - turn[entrant] for entrant in (one, two))
            met = history.met[frozenset((one, two))]
            costs[better, other] = (
                REPEAT * again + (other - better) ** 2 + MET * met**2 - WAITED * seated
            )
    matched = matching(costs, nearest=NEAREST)
    return [
        seat_two(history, plan.seed, rank[better], rank[other]) for better, other in sorted(matched)
    ]


def _pair_tables(
    plan: Plan,
    rank: Sequence[int],
    turn: dict[int, int],
    history: History,
    last: dict[int, frozenset[int]],
    others_play: bool,
) -> list[tuple[int, ...]]:
    sizes = table_sizes(len(rank), plan.size, plan.allowed)
    longest = sorted(rank, key=turn.__getitem__)[: sum(sizes)]
    rank = [entrant for entrant in rank if entrant in longest]
    costs = [
        [
            REPEAT * _just_met(one, two, last)
            + (place - there) ** 2
            + MET * history.met[frozenset((one, two))] ** 2
            if one != two
            else 0
            for there, two in enumerate(rank)
        ]
        for place, one in enumerate(rank)
    ]
    groups, begin = [], 0
    for size in sizes:
        groups.append(list(range(begin, begin + size)))
        begin += size
    nowhere = [[0] * len(sizes) for _entrant in rank]
    groups = improved(groups, costs, nowhere, seed=plan.seed + history.last)
    tables = []
    for group in groups:
        table = [rank[place] for place in sorted(group)]
        again = all(last[one] == frozenset(table) - {one} for one in table)
        if not (again and others_play):
            tables.append(seat_table(history, plan.seed, table))
    return tables


def _last_opponents(history: History, entrant: int) -> frozenset[int]:
    """Return the opponents of a player's last match."""
    for score in reversed(history.scores[entrant]):
        if score.against:
            return frozenset(opponent for opponent, _points in score.against)
    return frozenset()


def _just_met(one: int, two: int, last: dict[int, frozenset[int]]) -> bool:
    return two in last[one] or one in last[two]
