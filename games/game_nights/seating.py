"""The draw of a round: who sits at which table, so that players meet as few as possible again.

Pure functions: nothing here reads the database.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

Pair = frozenset[int]
Seat = tuple[int, int]
"""A table and a place at it, both counted from 0."""
TRIES = 20
"""The local search starts from this number of shuffled tables; the best result counts."""
MOST_SWAPS = 400
"""The most swaps that improve one start."""
APART = 10**6
"""The cost of a table with a pair that must not meet."""


@dataclass(frozen=True)
class Seats:
    """The size of a table, and how many of its seats are for people; bots get the rest."""

    size: int
    people: int


@dataclass(frozen=True)
class Drawn:
    """The people of each table with its size, and those who have no seat in this round."""

    tables: list[tuple[int, list[int]]] = field(default_factory=list)
    left_out: list[int] = field(default_factory=list)


def draw(
    people: Sequence[int],
    sizes: Collection[int],
    *,
    met: Mapping[Pair, int],
    rested: Mapping[int, int],
    apart: Collection[Pair] = (),
    bots: bool = False,
    seed: int,
) -> Drawn:
    """Draw the tables of a round.

    Args:
        people: The players who are here.
        sizes: The allowed table sizes.
        met: How often each pair has met; pairs that have met less are put together.
        rested: How often each player had no seat; the players who rested most are seated first.
        apart: The pairs that must not sit at one table.
        bots: Whether bots fill a table that lacks people.
        seed: Decides among equally good draws.
    """
    chance = Random(seed)
    waiting = sorted(people)
    chance.shuffle(waiting)
    waiting.sort(key=lambda one: -rested.get(one, 0))
    left_out: list[int] = []
    while True:
        tables = table_sizes(len(waiting), sizes, bots=bots)
        seated = sum(table.people for table in tables)
        playing, spare = waiting[:seated], waiting[seated:]
        costs = _costs(playing, met, apart)
        groups = _groups(playing, [table.people for table in tables], costs, chance)
        clash = next(
            (two for group in groups for two in _pairs(group) if two in apart),
            None,
        )
        if clash is None:
            drawn = [
                (table.size, sorted(group)) for table, group in zip(tables, groups, strict=True)
            ]
            return Drawn(drawn, sorted(left_out + spare))
        # No better draw was found: the one of the two who rested less waits for the next round.
        last = max(clash, key=waiting.index)
        waiting.remove(last)
        left_out.append(last)


def table_sizes(count: int, sizes: Collection[int], *, bots: bool = False) -> list[Seats]:
    """Return the tables for a number of people, the largest first.

    As many people as possible get a seat, at as few tables as possible. With bots all do, at
    tables that need as few bots as possible, spread over the tables.
    """
    allowed = sorted(set(sizes), reverse=True)
    if not allowed or count <= 0:
        return []
    most = count + (allowed[0] if bots else 0)
    fewest = _fewest_tables(most, allowed)
    totals = range(count, most + 1) if bots else range(count, 0, -1)
    total = next((total for total in totals if fewest[total]), 0)
    chosen = fewest[total] or []
    people = list(chosen)
    for _bot in range(max(0, total - count)):
        # The table with the most people gives its seat: no one plays only with bots if avoidable.
        people[people.index(max(people))] -= 1
    return [Seats(size, seats) for size, seats in zip(chosen, people, strict=True) if seats]


def _fewest_tables(most: int, allowed: Sequence[int]) -> list[list[int] | None]:
    """Return, for each total up to `most`, the fewest tables with exactly that many seats."""
    fewest: list[list[int] | None] = [[]]
    for total in range(1, most + 1):
        options = [
            sorted([*rest, size], reverse=True)
            for size in allowed
            if size <= total and (rest := fewest[total - size]) is not None
        ]
        # Of equally many tables, those of the most equal sizes.
        fewest.append(min(options, key=lambda one: (len(one), max(one) - min(one)), default=None))
    return fewest


def _pairs(group: Collection[int]) -> list[Pair]:
    return [frozenset(two) for two in combinations(group, 2)]


def _costs(
    people: Sequence[int], met: Mapping[Pair, int], apart: Collection[Pair]
) -> dict[Pair, int]:
    """Return the cost of each pair at one table; a second repetition costs more than the first."""
    here = set(people)
    costs = {pair: times**2 for pair, times in met.items() if times and pair <= here}
    return costs | dict.fromkeys((pair for pair in apart if pair <= here), APART)


def _groups(
    people: Sequence[int], shares: Sequence[int], costs: Mapping[Pair, int], chance: Random
) -> list[list[int]]:
    """Return groups of these sizes with small costs."""
    if shares and set(shares) == {2}:
        return _matched(people, costs, chance)
    best: list[list[int]] = []
    best_cost: int | None = None
    for _try in range(TRIES):
        order = list(people)
        chance.shuffle(order)
        groups, at = [], 0
        for share in shares:
            groups.append(order[at : at + share])
            at += share
        cost = _improve(groups, costs)
        if best_cost is None or cost < best_cost:
            best, best_cost = groups, cost
        if not best_cost:
            break
    return best


def _matched(people: Sequence[int], costs: Mapping[Pair, int], chance: Random) -> list[list[int]]:
    """Return the pairs with the smallest sum of costs, by a matching of maximum weight."""
    # Most of the site never draws pairs, and starts faster without it.
    import networkx

    order = list(people)
    chance.shuffle(order)
    graph = networkx.Graph()
    for one, other in combinations(order, 2):
        graph.add_edge(one, other, weight=-costs.get(frozenset((one, other)), 0))
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return [list(pair) for pair in found]


def _improve(groups: list[list[int]], costs: Mapping[Pair, int]) -> int:
    """Swap people between groups while that makes it cheaper; return the cost that is left."""
    for _swap in range(MOST_SWAPS):
        swap = _best_swap(groups, costs)
        if swap is None:
            break
        (g, p), (h, q) = swap
        groups[g][p], groups[h][q] = groups[h][q], groups[g][p]
    return sum(costs.get(pair, 0) for group in groups for pair in _pairs(group))


def _best_swap(groups: list[list[int]], costs: Mapping[Pair, int]) -> tuple[Seat, Seat] | None:
    """Return the best swap for the person who costs most at their table, among those who gain."""
    met: set[int] = set().union(*costs)
    worst = sorted(
        (
            (_cost_at(person, group, costs), (g, p))
            for g, group in enumerate(groups)
            for p, person in enumerate(group)
            if person in met
        ),
        reverse=True,
    )
    swaps = (_swap_from(seat, cost, groups, costs) for cost, seat in worst if cost)
    return next((swap for swap in swaps if swap is not None), None)


def _swap_from(
    seat: Seat, cost: int, groups: list[list[int]], costs: Mapping[Pair, int]
) -> tuple[Seat, Seat] | None:
    """Return the swap with another table that saves most; None if none saves anything."""
    g, p = seat
    person, best, most = groups[g][p], None, 0
    for h, group in enumerate(groups):
        if h == g:
            continue
        there = _cost_at(person, group, costs)
        for q, other in enumerate(group):
            before = cost + _cost_at(other, group, costs)
            own = there - costs.get(frozenset((person, other)), 0)
            after = own + _cost_at(other, groups[g], costs, without=person)
            if before - after > most:
                most, best = before - after, (seat, (h, q))
    return best


def _cost_at(
    person: int, group: Sequence[int], costs: Mapping[Pair, int], without: int | None = None
) -> int:
    """Return what a person would cost at a table, without one of those who sit there."""
    others = (one for one in group if one not in (person, without))
    return sum(costs.get(frozenset((person, one)), 0) for one in others)
