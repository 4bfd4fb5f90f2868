"""Swiss rounds of two, and the matching on which arenas are based.

The pairing is the perfect matching with the smallest cost, found as a matching of maximum weight
(Edmonds' blossom algorithm). With more than NEAREST players only the NEAREST cheapest pairs of each
are considered, unless players would then meet again, or the bye go to another one. The cost has
levels; a lower one only decides among pairings that are equally good in all levels above it, summed
over all pairs:

1. pairs that have met (n² for n times), and second byes
2. the rank of the player with the bye, counted from the last
3. pairs in which a player would get the same seat for the third time running, or three times more
   often than the other one
4. the squares of the differences in points
5. floats: players who meet an opponent with more points, or with less, although they did so in one
   of the last two rounds (2 for the last, 1 for the one before)
6. pairs whose players are due the same seat, by how much the one who loses it is due it
7. the squared distance from the fold: in a group of equal points the first of the upper half meets
   the first of the lower half, and a player who leaves a group is its last and meets the first of
   the other group
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from heapq import nsmallest
from itertools import combinations

from games.tournaments.rounds.history import History, ranked
from games.tournaments.rounds.model import Entrant, Plan, Round
from games.tournaments.rounds.seats import ABSOLUTE, Due, due, seat_two

LEVEL = 1 << 24
"""More than any level's sum over all pairs of 256 players."""
MEETINGS_AND_BYES = LEVEL**5
"""Divides a cost down to its two first levels."""
NEAREST = 64
Two = tuple[int, int]


def pair_two(plan: Plan, entrants: Sequence[Entrant], history: History) -> Round:
    """Pair the players of a Swiss round of two."""
    order = ranked(plan, entrants, history)
    count = len(order)
    costs = _Costs(order, history)
    pairs = {(one, other): costs.of(one, other) for one, other in combinations(range(count), 2)}
    if count % 2:
        pairs |= {(one, count): costs.of_bye(one) for one in range(count)}
    matched = matching(pairs, nearest=NEAREST)
    # No meeting again, and no bye at all or the best one: the remaining pairs can't do better.
    least = min((pairs[one, count] for one in range(count) if count % 2), default=0)
    if sum(pairs[pair] // MEETINGS_AND_BYES for pair in matched) > least // MEETINGS_AND_BYES:
        matched = matching(pairs)
    tables = []
    byes: tuple[int, ...] = ()
    for one, other in sorted(matched):
        if other == count:
            byes = (order[one],)
        else:
            tables.append(seat_two(history, plan.seed, order[one], order[other]))
    return Round(tuple(tables), byes)


def matching(costs: Mapping[Two, int], nearest: int | None = None) -> list[Two]:
    """Return as many pairs as possible, with the smallest sum of costs.

    Args:
        costs: The cost of each possible pair, the smaller number first.
        nearest: Use only the cheapest pairs of each number, at least this many; but all if they
            leave a number alone that need not be.
    """
    # Most of the site never pairs players, and starts faster without it.
    import networkx

    numbers = {number for pair in costs for number in pair}
    graph = networkx.Graph()
    graph.add_nodes_from(sorted(numbers))
    used = _cheapest(costs, nearest) if nearest else list(costs)
    graph.add_weighted_edges_from((*pair, -costs[pair]) for pair in used)
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    if len(used) < len(costs) and len(found) < len(numbers) // 2:
        return matching(costs)
    return [(min(pair), max(pair)) for pair in found]


def _cheapest(costs: Mapping[Two, int], nearest: int) -> list[Two]:
    """Return the pairs that are among the cheapest of one of the two."""
    of_number: dict[int, list[tuple[int, Two]]] = {}
    for pair, cost in costs.items():
        for number in pair:
            of_number.setdefault(number, []).append((cost, pair))
    return sorted({pair for own in of_number.values() for _cost, pair in nsmallest(nearest, own)})


class _Costs:
    """The costs of pairs of players, who are numbered by rank."""

    def __init__(self, order: Sequence[int], history: History) -> None:
        self._order = order
        self._history = history
        self._points = [int(2 * history.points[entrant]) for entrant in order]
        self._due = [due(history, entrant) for entrant in order]
        floats = _Floats(history)
        self._floats = [floats.of(entrant) for entrant in order]
        self._begin: list[int] = []
        self._size: list[int] = []
        for points in self._points:
            self._begin.append(self._points.index(points))
            self._size.append(self._points.count(points))

    def of(self, better: int, other: int) -> int:
        """Return the cost of a pair."""
        met = self._history.met[frozenset((self._order[better], self._order[other]))]
        apart = self._points[better] - self._points[other]
        floated = self._floats[better][0] + self._floats[other][1] if apart else 0
        lost = _lost(self._due[better], self._due[other])
        if apart:
            begin, size = self._begin[better], self._size[better]
            fold = (begin + size - 1 - better) ** 2 + (other - self._begin[other]) ** 2
        else:
            fold = (other - better - self._size[better] // 2) ** 2
        levels = (met**2, 0, lost == ABSOLUTE, apart**2, floated, lost, fold)
        return _joined(levels)

    def of_bye(self, place: int) -> int:
        """Return the cost of a bye."""
        had = self._history.byes[self._order[place]]
        return _joined((had**2, len(self._order) - 1 - place, 0, 0, 0, 0, 0))


class _Floats:
    """The players who had opponents with more points or fewer, in the last two rounds."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._before: dict[int, dict[int, Fraction]] = {}
        for number in (history.last - 1, history.last):
            self._before[number] = {
                entrant: sum(
                    (score.points for score in scores if score.round < number), Fraction(0)
                )
                for entrant, scores in history.scores.items()
            }

    def of(self, entrant: int) -> tuple[int, int]:
        """Return the costs of floating down and up."""
        down = up = 0
        for score in self._history.scores[entrant]:
            before = self._before.get(score.round)
            if before is None:
                continue
            weight = 1 + (score.round == self._history.last)
            if not score.against:
                # A bye or a match that did not take place counts as a float down, as in chess.
                down += weight * (score.points > 0)
                continue
            opponent = score.against[0][0]
            down += weight * (before[entrant] > before[opponent])
            up += weight * (before[entrant] < before[opponent])
        return down, up


def _lost(one: Due, other: Due) -> int:
    """Return how much the player is due a seat who does not get it, if both are due the same."""
    return 0 if one.seat is None or one.seat != other.seat else min(one.strength, other.strength)


def _joined(levels: Sequence[int]) -> int:
    """Return one number in which every level outweighs the sum of the lower ones."""
    total = 0
    for level in levels:
        total = total * LEVEL + level
    return total
