"""`manage.py arena`: bots play each other, and the wins are counted. Needs no database."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.bots import Bot, Question, questions
from games.engine.confidence import wilson
from games.engine.contract import Move, Options, Outcome, Position
from games.engine.refusals import Refusal
from games.titles.registry import all_games, bot_for, newest


@dataclass
class Score:
    """How one bot of the arena did."""

    level: str
    games: int = 0
    wins: float = 0.0
    answers: int = 0
    thinking: float = 0.0
    slowest: float = 0.0

    def dump(self) -> dict[str, Any]:
        low, high = wilson(self.wins, self.games)
        return {
            "level": self.level,
            "games": self.games,
            "wins": round(self.wins, 2),
            "rate": round(self.wins / self.games, 4) if self.games else 0.0,
            "low": round(low, 4),
            "high": round(high, 4),
            "mean_ms": round(1000 * self.thinking / self.answers, 3) if self.answers else 0.0,
            "slowest_ms": round(1000 * self.slowest, 3),
        }


@dataclass
class Arena:
    """Games between bots who change seats from game to game, so that each sits everywhere."""

    rules: type[Position]
    options: Options
    bots: list[Bot]
    seed: int
    scores: list[Score] = field(init=False)
    moves: int = 0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self.scores = [Score(bot.level) for bot in self.bots]

    def play(self, games: int) -> None:
        started = perf_counter()
        for number in range(games):
            self._play_one(number)
        self.seconds += perf_counter() - started

    def _play_one(self, number: int) -> None:
        count = len(self.bots)
        sitting = [(seat + number) % count for seat in range(count)]
        rng = Random(f"{self.seed}/{number}")
        outcome: Outcome | None = None
        for position, question, play in questions(self.rules, count, self.options, rng):
            play(self._ask(question, sitting[question.seat], rng))
            self.moves += 1
            outcome = position.outcome()
        assert outcome is not None
        self._count(sitting, outcome)

    def _ask(self, question: Question, who: int, rng: Random) -> Move:
        started = perf_counter()
        move = self.bots[who].choose(question, rng)
        took = perf_counter() - started
        score = self.scores[who]
        score.answers += 1
        score.thinking += took
        score.slowest = max(score.slowest, took)
        return move

    def _count(self, sitting: list[int], outcome: Outcome) -> None:
        """A shared first place is a share of a win."""
        first = outcome.places.count(1)
        for seat, who in enumerate(sitting):
            self.scores[who].games += 1
            if outcome.places[seat] == 1:
                self.scores[who].wins += 1 / first

    def dump(self) -> dict[str, Any]:
        games = self.scores[0].games
        return {
            "game": self.rules.game.slug,
            "seats": len(self.bots),
            "options": dict(self.options),
            "seed": self.seed,
            "games": games,
            "mean_moves": round(self.moves / games, 1),
            "seconds": round(self.seconds, 2),
            "bots": [score.dump() for score in self.scores],
        }


class Command(BaseCommand):
    help = "Let bots play each other and count the wins. Needs no database."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", default=all_games()[0].slug)
        parser.add_argument("--seats", default="normal,easy", help="levels, parted by commas")
        parser.add_argument("--games", type=int, default=100, help="rounded up: all sit everywhere")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--options", default="{}", help="a JSON object")
        parser.add_argument("--json", action="store_true", help="JSON instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["games"] < 1:
            raise CommandError("--games takes a number above 0.")
        arena = self._arena(options)
        count = len(arena.bots)
        arena.play(-(-options["games"] // count) * count)
        result = arena.dump()
        self.stdout.write(json.dumps(result) if options["json"] else as_table(result))

    def _arena(self, options: dict[str, Any]) -> Arena:
        levels = options["seats"].split(",")
        try:
            rules = newest(options["game"])
            rules.game.read_seats(len(levels))
            agreed = rules.game.read_options(json.loads(options["options"]))
            bots = [bot_for(options["game"], level) for level in levels]
        except json.JSONDecodeError as error:
            raise CommandError("--options takes a JSON object.") from error
        except Refusal as refusal:
            raise CommandError(refusal.reason) from refusal
        except KeyError as error:
            raise CommandError(str(error.args[0])) from error
        return Arena(rules, agreed, bots, options["seed"])


def as_table(result: dict[str, Any]) -> str:
    title = "{game}, {seats} seats, {games} games, {mean_moves} moves each, {seconds} s"
    lines = [title.format(**result)]
    lines.append(f"{'bot':<12}{'wins':>8}{'rate':>8}{'95 %':>16}{'mean ms':>10}{'slowest ms':>12}")
    for number, bot in enumerate(result["bots"]):
        spread = f"{bot['low']:.1%}-{bot['high']:.1%}"
        lines.append(
            f"{number} {bot['level']:<10}{bot['wins']:>8g}{bot['rate']:>8.1%}{spread:>16}"
            f"{bot['mean_ms']:>10.2f}{bot['slowest_ms']:>12.2f}"
        )
    return "\n".join(lines)
