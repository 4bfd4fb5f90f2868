"""Points, tie-breaks and places.

**Two players, Swiss.** Tie-breaks of FIDE, C.07 Tie-Break Regulations, as in force since 1 March
2026: Buchholz Cut-1, Buchholz, Sonneborn-Berger, direct encounter, games won. Unplayed rounds by
its article 16:

- A round without a match counts for the player as one against a dummy opponent who has as many
  points as the player (16.4).
- For their opponents, the rounds after the last one for which a player was available count as draws
  (16.3), so that a withdrawal does not lower the others' tie-breaks. An absence at a table, and a
  round missed between others, counts with the points that it gave.
- Cut-1 leaves out the smallest contribution of a round that the player missed by choice, which is
  any without a table and without a bye, or with a table to which they did not come; if there is
  none, the smallest of all (16.5).
- Games won (7.2) and the direct encounter (6) count matches that took place.

**Two players, round robin.** Sonneborn-Berger, direct encounter, games won. Rounds that did not
take place count against the opponent whom the schedule named.

**Tables.** First places that are not shared, the opponents' points, direct encounter. The opponents
of a round count with their mean, since tables may differ in size; unplayed rounds as above.

**Arena.** Wins, then direct encounter.

**Knock-out.** The round reached comes before the points.

The direct encounter decides among players who are equal in all that comes before, if all of them
have met: by the points that they got from each other, the mean if they met more than once. If some
have not met, a player comes first who would do so whatever the missing matches had given. Among
those who are equal after that, it is applied again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from games.tournaments.rounds.history import HALF, History, first_order
from games.tournaments.rounds.knockout import Knockout, knockout
from games.tournaments.rounds.model import (
    Bye,
    Entrant,
    Format,
    Plan,
    Result,
    Standing,
    TieBreak,
    TieBreakKind,
)
from games.tournaments.rounds.round_robin import annulled, scheduled

Kind = TieBreakKind
Stage = tuple[Fraction, Fraction, Fraction]


def standings(
    plan: Plan, entrants: Sequence[Entrant], results: Sequence[Result], byes: Sequence[Bye]
) -> tuple[Standing, ...]:
    """Return the standings, the first place first.

    Players who share a place are in their first order. A match that is being played counts for
    nothing yet.
    """
    if plan.format == Format.ROUND_ROBIN:
        out = annulled(plan, entrants, results)
        results, byes = _without(plan, entrants, results, byes, out)
    table = _Table(plan, entrants, results, byes)
    kinds = tiebreaks_of(plan)
    groups: list[list[int]] = [first_order(plan, entrants)]
    if plan.format == Format.KNOCKOUT:
        stage = _stages(knockout(plan, entrants, results))
        groups = _split(groups, stage.__getitem__)
    else:
        groups = _split(groups, table.points.__getitem__)
    values: dict[Kind, dict[int, Fraction]] = {}
    for kind in kinds:
        if kind == Kind.DIRECT_ENCOUNTER:
            values[kind] = table.encounters(groups)
            groups = [part for group in groups for part in table.by_encounter(group)]
        elif kind == Kind.ROUND_REACHED:
            values[kind] = {one: stage[one][0] for one in stage}
        else:
            found = {one: table.value(kind, one) for group in groups for one in group}
            values[kind] = found
            groups = _split(groups, found.__getitem__)
    lines = []
    place = 1
    for group in groups:
        for one in group:
            lines.append(
                Standing(
                    entrant=one,
                    place=place,
                    points=table.points[one],
                    tiebreaks=tuple(TieBreak(kind, values[kind][one]) for kind in kinds),
                    wins=table.wins(one),
                    played=sum(score.played for score in table.history.scores[one]),
                )
            )
        place += len(group)
    return tuple(lines)


def tiebreaks_of(plan: Plan) -> tuple[TieBreakKind, ...]:
    """Return the tie-breaks of a tournament in the order in which they decide."""
    if plan.format == Format.KNOCKOUT:
        return (Kind.ROUND_REACHED,)
    if plan.format == Format.ARENA:
        return (Kind.WINS if plan.size == 2 else Kind.FIRST_PLACES, Kind.DIRECT_ENCOUNTER)
    if plan.format == Format.ROUND_ROBIN:
        return (Kind.SONNEBORN_BERGER, Kind.DIRECT_ENCOUNTER, Kind.WINS)
    if plan.size == 2:
        return (
            Kind.BUCHHOLZ_CUT_1,
            Kind.BUCHHOLZ,
            Kind.SONNEBORN_BERGER,
            Kind.DIRECT_ENCOUNTER,
            Kind.WINS,
        )
    return (Kind.FIRST_PLACES, Kind.OPPONENTS, Kind.DIRECT_ENCOUNTER)


@dataclass(frozen=True)
class _Contribution:
    """What one round gives a player for the sums over opponents.

    Attributes:
        opponents: The points of the opponent, or the mean of all at the table.
        points: The player's own points in the round.
        by_choice: Whether the player missed the round by choice.
    """

    opponents: Fraction
    points: Fraction
    by_choice: bool


class _Table:
    """Values of players that the standings compare."""

    def __init__(
        self,
        plan: Plan,
        entrants: Sequence[Entrant],
        results: Sequence[Result],
        byes: Sequence[Bye],
    ) -> None:
        self.plan = plan
        self.history = History(entrants, results, byes)
        self.points = self.history.points
        self._scheduled: dict[tuple[int, int], int] = {}
        if plan.format == Format.ROUND_ROBIN:
            for number in range(1, self.history.last + 1):
                for one, other in scheduled(plan, entrants, number):
                    if one is not None and other is not None:
                        self._scheduled[number, one] = other
                        self._scheduled[number, other] = one
        self._adjusted = {one: self._as_opponent(one) for one in self.history.scores}
        self._contributions: dict[int, list[_Contribution]] = {
            one: list(self._rounds_of(one)) for one in self.history.scores
        }
        self._values: dict[Kind, Callable[[int], Fraction]] = {
            Kind.BUCHHOLZ: self._buchholz,
            Kind.BUCHHOLZ_CUT_1: self._buchholz_cut,
            Kind.SONNEBORN_BERGER: self._sonneborn_berger,
            Kind.OPPONENTS: self._buchholz,
            Kind.WINS: lambda one: Fraction(self.wins(one)),
            Kind.FIRST_PLACES: lambda one: Fraction(self.wins(one)),
        }

    def value(self, kind: Kind, entrant: int) -> Fraction:
        """Return the value of a tie-break that does not depend on who else is equal."""
        return self._values[kind](entrant)

    def wins(self, entrant: int) -> int:
        return sum(score.won for score in self.history.scores[entrant])

    def _as_opponent(self, entrant: int) -> Fraction:
        """Return a player's points as they count for the opponents."""
        scores = self.history.scores[entrant]
        if self.plan.format != Format.SWISS:
            return self.points[entrant]
        available = max((score.round for score in scores if not score.absent), default=0)
        with_table = {score.round for score in scores}
        after = range(available + 1, self.history.last + 1)
        return self.points[entrant] + HALF * sum(number not in with_table for number in after)

    def _rounds_of(self, entrant: int) -> Iterable[_Contribution]:
        own = self.points[entrant]
        scores = self.history.scores[entrant]
        for score in scores:
            if not score.finished:
                continue
            if score.against:
                total = sum(
                    (self._adjusted[opponent] for opponent, _points in score.against), Fraction(0)
                )
                yield _Contribution(total / len(score.against), score.points, by_choice=False)
            else:
                dummy = self._scheduled.get((score.round, entrant), entrant)
                yield _Contribution(self.points[dummy], score.points, by_choice=score.absent)
        if self.plan.format == Format.SWISS:
            with_table = {score.round for score in scores}
            for number in range(1, self.history.last + 1):
                if number not in with_table:
                    yield _Contribution(own, Fraction(0), by_choice=True)

    def _buchholz(self, entrant: int) -> Fraction:
        return sum((one.opponents for one in self._contributions[entrant]), Fraction(0))

    def _buchholz_cut(self, entrant: int) -> Fraction:
        rounds = self._contributions[entrant]
        by_choice = [one.opponents for one in rounds if one.by_choice]
        cut = min(by_choice or [one.opponents for one in rounds], default=Fraction(0))
        return self._buchholz(entrant) - cut

    def _sonneborn_berger(self, entrant: int) -> Fraction:
        return sum(
            (one.opponents * one.points for one in self._contributions[entrant]), Fraction(0)
        )

    def encounters(self, groups: Iterable[Sequence[int]]) -> dict[int, Fraction]:
        """Return the points of each player from those who are equal in all that comes before."""
        found = {}
        for group in groups:
            for one in group:
                met = self._met(one, group)
                found[one] = sum(met.values(), Fraction(0))
        return found

    def by_encounter(self, group: Sequence[int]) -> list[list[int]]:
        """Return a group of equal players, divided by the direct encounter."""
        if len(group) < 2:
            return [list(group)]
        met = {one: self._met(one, group) for one in group}
        sure = {one: sum(met[one].values(), Fraction(0)) for one in group}
        best = {one: sure[one] + len(group) - 1 - len(met[one]) for one in group}
        if sure == best:
            parts = _split([list(group)], sure.__getitem__)
        else:
            parts = [list(group)]
            for one in group:
                rest = [other for other in group if other != one]
                if all(sure[one] > best[other] for other in rest):
                    parts = [[one], rest]
        if len(parts) == 1:
            return parts
        return [smaller for part in parts for smaller in self.by_encounter(part)]

    def _met(self, entrant: int, group: Sequence[int]) -> dict[int, Fraction]:
        """Return the mean points of a player from each of the group whom they met."""
        found: dict[int, list[Fraction]] = {}
        for score in self.history.scores[entrant]:
            if score.finished:
                for opponent, points in score.against:
                    if opponent in group:
                        found.setdefault(opponent, []).append(points)
        return {one: sum(points, Fraction(0)) / len(points) for one, points in found.items()}


def _split(
    groups: Iterable[Sequence[int]], key: Callable[[int], Fraction | Stage]
) -> list[list[int]]:
    """Return groups divided by a key, the greatest first; the order of equals stays."""
    parts = []
    for group in groups:
        ordered = sorted(group, key=key, reverse=True)
        parts += [list(part) for _key, part in groupby(ordered, key=key)]
    return parts


def _without(
    plan: Plan,
    entrants: Sequence[Entrant],
    results: Sequence[Result],
    byes: Sequence[Bye],
    out: set[int],
) -> tuple[list[Result], list[Bye]]:
    """Return the results and byes of a round robin that players who are out have no part in."""
    if not out:
        return list(results), list(byes)
    because: set[Bye] = set()
    for number in {bye.round for bye in byes}:
        for one, other in scheduled(plan, entrants, number):
            for mine, yours in ((one, other), (other, one)):
                if mine is not None and yours in out:
                    because.add(Bye(number, mine))
    return (
        [result for result in results if not out.intersection(result.entrants)],
        [bye for bye in byes if bye not in because and bye.entrant not in out],
    )


def _stages(played: Knockout) -> dict[int, Stage]:
    """Return what the places of a knock-out are decided by.

    The last round that a player reached, the points since, and at tables all points. Who reaches
    the final of two is placed by it, the losers of the semi-finals by the match for third place.
    """
    reached = dict.fromkeys(played.entrants, 0)
    for number in range(1, played.history.last + 2):
        if number > 1 and any(one.places is None for one in played.results.get(number - 1, ())):
            break
        for entrant in played.field(number):
            reached[entrant] = number
    found = {}
    for entrant, number in reached.items():
        scores = played.history.scores[entrant]
        since = sum((one.points for one in scores if one.round >= number), Fraction(0))
        total = played.history.points[entrant] if played.plan.size > 2 else Fraction(0)
        found[entrant] = (Fraction(number), since, total)
    return found
