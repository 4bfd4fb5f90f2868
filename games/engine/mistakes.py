"""The mistakes of bots, as reviews of their games find them, and whether one makes more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from games.engine.arena import Played, Setup
from games.engine.confidence import fisher, flipped
from games.engine.contract import Move
from games.engine.review import Judging, Reviewer, Verdict, decisions


class Compared(NamedTuple):
    """A decision of an arena's game that was compared with what would have been stronger."""

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
        """Every decision of a game in which there was something to choose."""
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
    """What one bot gave away: the cost of each of its decisions, most of them nothing, by game."""

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
        """By each decision, of one victory."""
        return sum(self.costs) / len(self.costs) if self.costs else 0.0


def mistakes_of(bots: int, compared: Iterable[Compared]) -> list[Mistakes]:
    """Of so many bots, by their numbers."""
    found = [Mistakes() for _ in range(bots)]
    for one in compared:
        found[one.bot].add(one)
    return found


class Difference(NamedTuple):
    """How often chance alone would part two bots so far: by number and by size of mistakes."""

    more: float
    """After Fisher, over all decisions."""
    larger: float
    """What was given away by each decision, game by game: those of a game hang together."""


def difference(one: Mistakes, other: Mistakes) -> Difference:
    """Of one bot that makes more mistakes and greater ones, from games in which both sat."""
    more = fisher(one.count, len(one.costs), other.count, len(other.costs))
    both = [number for number in one.games if number in other.games]
    gaps = [_mean(one.games[number]) - _mean(other.games[number]) for number in both]
    return Difference(more, flipped(gaps))


def _mean(costs: list[float]) -> float:
    return sum(costs) / len(costs)
