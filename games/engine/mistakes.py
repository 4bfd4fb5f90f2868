"""The mistakes of bots as reviews find them, and whether one bot makes more than another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from games.engine.arena import Played, Setup
from games.engine.confidence import fisher, flipped
from games.engine.contract import Move
from games.engine.review import Judging, Reviewer, Verdict, decisions


class Compared(NamedTuple):
    """A reviewed decision of an arena's game."""

    game: int
    move: int
    bot: int
    chosen: Move
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Reviewing:
    """How the games of an arena are reviewed; pickled to the processes that review."""

    setup: Setup
    reviewer: Reviewer

    def review(self, game: Played) -> list[Compared]:
        """Review every decision of a game that had at least two moves."""
        found = []
        for decision in decisions(game.record(self.setup).start(), game.seed, game.made()):
            if len(decision.question.moves) < 2:
                continue
            seed = f"{self.setup.seed}/{game.number} {decision.number}"
            judging = Judging(self.reviewer, decision, seed, weigh=False, compare=True)
            bot = game.sitting[decision.question.seat]
            found.append(
                Compared(game.number, decision.number, bot, decision.chosen, judging.verdict())
            )
        return found


@dataclass
class Mistakes:
    """The mistakes of one bot: the cost of each decision (mostly 0) by game."""

    games: dict[int, list[float]] = field(default_factory=dict)

    def add(self, one: Compared) -> None:
        self.games.setdefault(one.game, []).append(one.verdict.cost)

    @property
    def costs(self) -> list[float]:
        return [cost for costs in self.games.values() for cost in costs]

    @property
    def count(self) -> int:
        return sum(cost > 0 for cost in self.costs)

    @property
    def given_away(self) -> float:
        """Mean cost of a decision, as a share of a victory."""
        return sum(self.costs) / len(self.costs) if self.costs else 0.0


def mistakes_of(bots: int, compared: Iterable[Compared]) -> list[Mistakes]:
    """Return the mistakes of each bot, by its number."""
    found = [Mistakes() for _ in range(bots)]
    for one in compared:
        found[one.bot].add(one)
    return found


class Difference(NamedTuple):
    """One-sided p-values that the first bot makes more mistakes, and greater ones."""

    more: float
    """Fisher's exact test over all decisions."""
    larger: float
    """Permutation test of the mean cost by game, because decisions of one game are correlated."""


def difference(one: Mistakes, other: Mistakes) -> Difference:
    """Test whether `one` makes more and greater mistakes, from games in which both sat."""
    more = fisher(one.count, len(one.costs), other.count, len(other.costs))
    both = [number for number in one.games if number in other.games]
    gaps = [_mean(one.games[number]) - _mean(other.games[number]) for number in both]
    return Difference(more, flipped(gaps))


def _mean(costs: list[float]) -> float:
    return sum(costs) / len(costs)
