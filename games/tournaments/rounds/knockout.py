"""Knock-outs: brackets of two, and tables from which the better half goes on.

**Brackets.** The field is filled up to a power of two with empty places, and seeded so that the two
best can only meet in the final (1-16, 8-9, …); so the best have byes in the first round. Who did
not come, or has withdrawn, is out. After a tie the player with the better seed goes on. The losers
of the semi-finals play for third place in the round of the final.

**Tables.** Half of a full table goes on: two of four or five, three of six, one of three. So that
the next tables are full again, lucky losers fill them: those with most points in the round, then
in all rounds, then with the better seed. Each table gets one of the best, one of the next best and
so on (a snake), and of those divisions the one in which the fewest meet again. The last table is
the final.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from games.tournaments.rounds.history import History, first_order
from games.tournaments.rounds.model import Entrant, Plan, Result, Round
from games.tournaments.rounds.search import REPEAT, improved
from games.tournaments.rounds.seats import seat_table, seat_two
from games.tournaments.rounds.tables import add_meetings, table_sizes

SAME_TIER = 1000 * REPEAT
"""The cost of two of the same tier at one table, which never pays."""


class Knockout:
    """A knock-out, as far as it has been played."""

    def __init__(self, plan: Plan, entrants: Sequence[Entrant], results: Sequence[Result]) -> None:
        """Read the results.

        Raises:
            ValueError: A player enters after the first round.
        """
        if any(entrant.first_round > 1 for entrant in entrants):
            raise ValueError("A knock-out takes no late entries.")
        self.plan = plan
        self.entrants = {entrant.id: entrant for entrant in entrants}
        self.order = first_order(plan, entrants)
        self.seed = {entrant: place for place, entrant in enumerate(self.order)}
        self.results: dict[int, list[Result]] = {}
        for result in results:
            self.results.setdefault(result.round, []).append(result)
        self.history = History(entrants, results, [])

    def field(self, number: int) -> list[int]:
        """Return the players who reached a round, also those who have withdrawn since."""
        raise NotImplementedError

    def round(self, number: int) -> Round:
        """Return the tables and byes of a round; it is empty after the final."""
        raise NotImplementedError

    def before(self, number: int) -> History:
        """Return the history before a round."""
        results = [one for played in self.results.values() for one in played]
        return History(self.entrants.values(), results, [], before=number)

    def plays_in(self, entrant: int, number: int) -> bool:
        return self.entrants[entrant].plays_in(number)


class Bracket(Knockout):
    """A knock-out of two."""

    def __init__(self, plan: Plan, entrants: Sequence[Entrant], results: Sequence[Result]) -> None:
        super().__init__(plan, entrants, results)
        places = [0]
        while len(places) < len(self.order):
            total = 2 * len(places)
            places = [seed for place in places for seed in (place, total - 1 - place)]
        self.last = len(places).bit_length() - 1
        found: list[int | None] = [
            self.order[place] if place < len(self.order) else None for place in places
        ]
        self._slots = [found]

    def field(self, number: int) -> list[int]:
        return [entrant for entrant in self._slots_of(number) if entrant is not None]

    def round(self, number: int) -> Round:
        if number > self.last:
            return Round(())
        history = self.before(number)
        tables, byes = [], []
        for pair in self._pairs(number):
            here = [one for one in pair if one is not None and self.plays_in(one, number)]
            if len(here) == 2:
                tables.append(self._seated(history, here))
            else:
                byes += here
        if number == self.last:
            losers = self._losers(number - 1)
            third = [one for one in losers if self.plays_in(one, number)]
            if len(third) == 2:
                tables.append(self._seated(history, third))
        return Round(tuple(tables), tuple(byes))

    def _seated(self, history: History, pair: Sequence[int]) -> tuple[int, int]:
        better, other = sorted(pair, key=self.seed.__getitem__)
        return seat_two(history, self.plan.seed, better, other)

    def _slots_of(self, number: int) -> list[int | None]:
        while len(self._slots) < number:
            played = len(self._slots)
            self._slots.append([self._through(played, *pair) for pair in self._pairs(played)])
        return self._slots[number - 1]

    def _pairs(self, number: int) -> list[tuple[int | None, int | None]]:
        slots = self._slots_of(number)
        return list(zip(slots[::2], slots[1::2], strict=True)) if len(slots) > 1 else []

    def _losers(self, number: int) -> list[int]:
        if number < 1:
            return []
        through = self._slots_of(number + 1)
        return [
            entrant
            for entrant in self.field(number)
            if entrant not in through and self.plays_in(entrant, number)
        ]

    def _through(self, number: int, one: int | None, other: int | None) -> int | None:
        """Return the player of a pair who goes on."""
        here = [
            entrant
            for entrant in (one, other)
            if entrant is not None and self.plays_in(entrant, number)
        ]
        if len(here) < 2:
            return here[0] if here else None
        points = dict.fromkeys(here, Fraction(0))
        came: set[int] = set()
        met = False
        for result in self.results.get(number, ()):
            if set(here) == set(result.entrants):
                met = True
                came.update(set(here) - result.absent)
        if met and not came:
            return None
        for entrant in here:
            points[entrant] = sum(
                (score.points for score in self.history.scores[entrant] if score.round == number),
                Fraction(0),
            )
        return min(here, key=lambda entrant: (-points[entrant], self.seed[entrant]))


class TableKnockout(Knockout):
    """A knock-out at tables of three to six."""

    def __init__(self, plan: Plan, entrants: Sequence[Entrant], results: Sequence[Result]) -> None:
        super().__init__(plan, entrants, results)
        self._fields = [self.order]

    def field(self, number: int) -> list[int]:
        while len(self._fields) < number:
            self._fields.append(self._next(len(self._fields)))
        return self._fields[number - 1]

    def round(self, number: int) -> Round:
        history = self.before(number)
        field = self._here(number)
        if len(field) < 2:
            return Round((), tuple(field))
        sizes = table_sizes(len(field), self.plan.size, self.plan.allowed)
        rank = sorted(field, key=lambda entrant: (-history.points[entrant], self.seed[entrant]))
        byes = self._byes(rank, number, len(rank) - sum(sizes))
        rank = [entrant for entrant in rank if entrant not in byes]
        groups, tiers = snake(sizes)
        costs = [[SAME_TIER * (one == other) for other in tiers] for one in tiers]
        add_meetings(costs, rank, history)
        nowhere = [[0] * len(sizes) for _entrant in rank]
        groups = improved(groups, costs, nowhere, seed=self.plan.seed + number)
        tables = (
            seat_table(history, self.plan.seed, [rank[place] for place in sorted(group)])
            for group in groups
        )
        return Round(tuple(tables), tuple(byes))

    def _here(self, number: int) -> list[int]:
        return [one for one in self.field(number) if self.plays_in(one, number)]

    def _byes(self, rank: Sequence[int], number: int, count: int) -> list[int]:
        """Return the players with a bye: of those who have had fewest, the best."""
        had = {
            entrant: sum(self._had_bye(entrant, earlier) for earlier in range(1, number))
            for entrant in rank
        }
        return sorted(rank, key=had.__getitem__)[:count]

    def _had_bye(self, entrant: int, number: int) -> bool:
        return not any(entrant in result.entrants for result in self.results.get(number, ()))

    def _next(self, number: int) -> list[int]:
        """Return the players who go on after a round."""
        field = self._here(number)
        sizes = table_sizes(len(field), self.plan.size, self.plan.allowed)
        if len(sizes) < 2 and sum(sizes) == len(field):
            return []
        points = self._points_of(number)
        before = self.before(number).points
        through: list[int] = []
        others: list[int] = []
        for result in self.results.get(number, ()):
            here = [one for one in result.entrants if one in field]
            here.sort(key=lambda one: (-points[one], -before[one], self.seed[one]))
            came = [one for one in here if one not in result.absent]
            better = came[: half_of(self.plan.size, len(result.entrants))]
            through += better
            others += came[len(better) :]
        through += [one for one in field if self._had_bye(one, number)]
        through = [one for one in through if self.plays_in(one, number + 1)]
        lucky = [one for one in others if self.plays_in(one, number + 1)]
        lucky.sort(key=lambda one: (-points[one], -before[one], self.seed[one]))
        wanted = size_after(len(through), len(field), self.plan.size)
        through += lucky[: max(0, wanted - len(through))]
        return sorted(through, key=self.seed.__getitem__)

    def _points_of(self, number: int) -> dict[int, Fraction]:
        return {
            entrant: sum((score.points for score in scores if score.round == number), Fraction(0))
            for entrant, scores in self.history.scores.items()
        }


def knockout(plan: Plan, entrants: Sequence[Entrant], results: Sequence[Result]) -> Knockout:
    """Return the knock-out of a plan."""
    return (Bracket if plan.size == 2 else TableKnockout)(plan, entrants, results)


def half_of(size: int, seats: int) -> int:
    """Return how many go on from a table with a number of seats."""
    return min(size // 2, seats - 1)


def size_after(through: int, field: int, size: int) -> int:
    """Return the number of players of the next round: full tables, but fewer players than now."""
    wanted = -(-through // size) * size
    return wanted if through < wanted < field else through


def snake(sizes: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """Return the groups of a snake, and the tier of each player by rank.

    Three tables of three: 0 5 6, 1 4 7, 2 3 8.
    """
    groups: list[list[int]] = [[] for _size in sizes]
    tiers: list[int] = []
    for tier in range(max(sizes, default=0)):
        open_tables = [table for table, size in enumerate(sizes) if size > tier]
        for table in reversed(open_tables) if tier % 2 else open_tables:
            groups[table].append(len(tiers))
            tiers.append(tier)
    return groups, tiers


def rounds_of(players: int, size: int, allowed: frozenset[int]) -> int:
    """Return the number of rounds of a knock-out to which everyone comes."""
    if size == 2:
        return max(1, (players - 1).bit_length())
    rounds = 0
    while sizes := table_sizes(players, size, allowed):
        rounds += 1
        alone = players - sum(sizes)
        if len(sizes) == 1 and not alone:
            break
        through = alone + sum(half_of(size, one) for one in sizes)
        players = size_after(through, players, size)
    return rounds
