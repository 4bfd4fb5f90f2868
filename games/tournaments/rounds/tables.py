"""Swiss rounds at tables of three to six.

The cost of a round, summed over all pairs at a table, is kept small by a local search (search.py):

- REPEAT · n² for two players who have met n times. This outweighs all the rest.
- d² for a difference of d units in points (120 units are a point)
- SAME_PART for two players of equal points who are of the same part by rating: of the players with
  equal points each table should get one of the best, one of the next best, and so on
- SMALL · n² for a player at a table smaller than others who has had a smaller one n times
"""

from __future__ import annotations

from collections.abc import Sequence

from games.tournaments.rounds.history import UNITS, History, ranked
from games.tournaments.rounds.model import Entrant, Plan, Round
from games.tournaments.rounds.search import REPEAT, improved
from games.tournaments.rounds.seats import seat_table

SAME_PART = 50
SMALL = (UNITS // 2) ** 2


def table_sizes(count: int, size: int, allowed: frozenset[int]) -> list[int]:
    """Return the sizes of the tables for a number of players, the largest first.

    As few players as possible stay without a table. Sizes differ by one at most, and are as near to
    the wanted size as can be; of equally near ones the smaller are taken.
    """
    for seated in range(count, 0, -1):
        options = []
        for tables in range(1, seated + 1):
            small, larger = divmod(seated, tables)
            sizes = [small + 1] * larger + [small] * (tables - larger)
            if allowed.issuperset(sizes):
                options.append((sum(abs(one - size) for one in sizes), small, sizes))
        if options:
            return min(options)[2]
    return []


def pair_tables(plan: Plan, entrants: Sequence[Entrant], history: History) -> Round:
    """Seat the players of a Swiss round at tables."""
    order = ranked(plan, entrants, history)
    sizes = table_sizes(len(order), plan.size, plan.allowed)
    byes = choose_byes(order, history, len(order) - sum(sizes))
    order = [entrant for entrant in order if entrant not in byes]
    units = [history.units(entrant) for entrant in order]
    groups = improved(
        deal(units, sizes),
        _pair_costs(order, units, history, sizes),
        _place_costs(order, history, sizes),
        seed=plan.seed + history.last,
    )
    return Round(
        tuple(
            seat_table(history, plan.seed, [order[place] for place in sorted(group)])
            for group in groups
        ),
        tuple(byes),
    )


def choose_byes(order: Sequence[int], history: History, count: int) -> list[int]:
    """Return the players with a bye: of those who have had fewest, the last."""
    last_first = list(reversed(order))
    last_first.sort(key=lambda entrant: history.byes[entrant])
    return last_first[:count]


def deal(units: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Return the first groups: by points, and players of equal points spread over their tables.

    Args:
        units: The points of each player, in the order of rank.
        sizes: The sizes of the tables.
    """
    seats = [(table, seat) for table, size in enumerate(sizes) for seat in range(size)]
    groups: list[list[int]] = [[] for _size in sizes]
    begin = 0
    while begin < len(units):
        end = begin + units.count(units[begin])
        # The best of them go one to each table, then the next best.
        spread = sorted(seats[begin:end], key=lambda seat: (seat[1], seat[0]))
        for player, (table, _seat) in enumerate(spread, start=begin):
            groups[table].append(player)
        begin = end
    return groups


def _pair_costs(
    order: Sequence[int], units: Sequence[int], history: History, sizes: Sequence[int]
) -> list[list[int]]:
    parts = _parts(units, sizes)
    costs = [
        [(mine - yours) ** 2 + SAME_PART * (part == other) for yours, other in parts]
        for mine, part in parts
    ]
    add_meetings(costs, order, history)
    return costs


def add_meetings(costs: list[list[int]], order: Sequence[int], history: History) -> None:
    """Add the costs of players who have met; the cost of a player with themself is none."""
    place = {entrant: number for number, entrant in enumerate(order)}
    for pair, times in history.met.items():
        one, other = (place.get(entrant) for entrant in pair)
        if one is not None and other is not None:
            costs[one][other] += REPEAT * times**2
            costs[other][one] += REPEAT * times**2
    for number in range(len(order)):
        costs[number][number] = 0


def _parts(units: Sequence[int], sizes: Sequence[int]) -> list[tuple[int, int]]:
    """Return the points of each player, and their part among those of equal points."""
    size = max(sizes, default=1)
    parts = []
    for place, points in enumerate(units):
        begin, count = units.index(points), units.count(points)
        parts.append((points, (place - begin) * size // max(count, size)))
    return parts


def _place_costs(order: Sequence[int], history: History, sizes: Sequence[int]) -> list[list[int]]:
    largest = max(sizes, default=0)
    costs = []
    for entrant in order:
        small = SMALL * history.small[entrant] ** 2
        costs.append([small * (size < largest) for size in sizes])
    return costs
