"""What happened so far: points, opponents, seats and byes of each player.

At a table a player gets the share of the opponents that they left behind, and half of a share for
a tie: of n players with distinct places, the one at place p gets (n - p) / (n - 1) points. So a
first place is one point and a last place none at tables of every size, and players of equal
strength can expect half a point. For two this is 1, ½ and 0. An absent player counts as beaten by
all who came.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from itertools import combinations

from games.tournaments.rounds.model import Bye, Entrant, Plan, Result

Pair = frozenset[int]
UNITS = 120
"""Points times this are whole numbers: it is divided by twice the opponents at every table."""
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Score:
    """What a player has from one round.

    Attributes:
        round: The round.
        points: The points.
        against: The points from each opponent who was met: 1, ½ or 0. Empty if there was no match.
        seat: The seat, if there was a match.
        size: The number of players at the table, also of those who did not come.
        absent: Whether the player had a table and did not come.
        finished: False while the match is played.
    """

    round: int
    points: Fraction
    against: tuple[tuple[int, Fraction], ...] = ()
    seat: int | None = None
    size: int = 1
    absent: bool = False
    finished: bool = True

    @property
    def played(self) -> bool:
        return bool(self.against) and self.finished

    @property
    def won(self) -> bool:
        return self.played and all(points == 1 for _opponent, points in self.against)


class History:
    """The scores of all players, up to a round.

    Attributes:
        scores: Each player's scores in the order of rounds.
        points: Each player's points.
        met: How often each pair has met.
        byes: How often each player has had full points without a match.
        small: How often each player sat at a table smaller than others of its round.
        last: The last round that has tables or byes.
    """

    def __init__(
        self,
        entrants: Iterable[Entrant],
        results: Iterable[Result],
        byes: Iterable[Bye],
        before: int | None = None,
    ) -> None:
        """Read the rounds before one, or all."""
        self.scores: dict[int, list[Score]] = {entrant.id: [] for entrant in entrants}
        self.met: Counter[Pair] = Counter()
        self.byes: Counter[int] = Counter()
        self.small: Counter[int] = Counter()
        results = [one for one in results if before is None or one.round < before]
        largest: dict[int, int] = {}
        for result in results:
            largest[result.round] = max(largest.get(result.round, 0), len(result.entrants))
        for result in results:
            if len(result.entrants) < largest[result.round]:
                self.small.update(result.entrants)
            for entrant, score in scores_of(result).items():
                self.scores.setdefault(entrant, []).append(score)
                if score.finished and not score.absent and not score.against:
                    self.byes[entrant] += 1
            if result.is_played:
                came = [one for one in result.entrants if one not in result.absent]
                self.met.update(frozenset(pair) for pair in combinations(came, 2))
        for bye in byes:
            if before is None or bye.round < before:
                score = Score(bye.round, Fraction(1))
                self.scores.setdefault(bye.entrant, []).append(score)
                self.byes[bye.entrant] += 1
        for own in self.scores.values():
            own.sort(key=lambda score: (score.round, score.finished, score.against))
        self.points = {
            entrant: sum((score.points for score in own), Fraction(0))
            for entrant, own in self.scores.items()
        }
        self.last = max((own[-1].round for own in self.scores.values() if own), default=0)

    def seats(self, entrant: int) -> list[Score]:
        """Return a player's scores of matches, in the order of rounds."""
        return [score for score in self.scores[entrant] if score.seat is not None]

    def units(self, entrant: int) -> int:
        """Return a player's points in whole units."""
        return int(self.points[entrant] * UNITS)


def scores_of(result: Result) -> dict[int, Score]:
    """Return what each player of a table has from it."""
    size = len(result.entrants)
    if result.places is None:
        return {
            entrant: Score(
                result.round,
                Fraction(0),
                against=tuple(
                    (other, Fraction(0)) for other in result.entrants if other != entrant
                ),
                seat=seat,
                size=size,
                finished=False,
            )
            for seat, entrant in enumerate(result.entrants)
        }
    place = dict(zip(result.entrants, result.places, strict=True))
    found = {}
    for seat, entrant in enumerate(result.entrants):
        if entrant in result.absent:
            found[entrant] = Score(result.round, Fraction(0), size=size, absent=True)
            continue
        against = tuple(
            (
                other,
                Fraction((place[entrant] < place[other]) - (place[entrant] > place[other]) + 1, 2),
            )
            for other in result.entrants
            if other != entrant and other not in result.absent
        )
        beaten = sum((points for _other, points in against), Fraction(len(result.absent)))
        found[entrant] = Score(
            result.round,
            beaten / (size - 1),
            against=against,
            seat=seat if against else None,
            size=size,
        )
    return found


def first_order(plan: Plan, entrants: Iterable[Entrant]) -> list[int]:
    """Return the players by rating, the best first; lots decide among equals."""
    return [
        entrant.id
        for entrant in sorted(
            entrants, key=lambda one: (-one.rating, lot(plan.seed, one.id), one.id)
        )
    ]


def lot(seed: int, number: int) -> bytes:
    """Return a player's lot. It does not depend on who else takes part."""
    return sha256(f"{seed}:{number}".encode()).digest()


def ranked(plan: Plan, entrants: Sequence[Entrant], history: History) -> list[int]:
    """Return the players by points, then by their first order."""
    order = first_order(plan, entrants)
    return sorted(order, key=lambda entrant: -history.points[entrant])
