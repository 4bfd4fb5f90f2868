"""`manage.py arena`: let bots play each other and count the wins. Needs no database."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.module_loading import import_string

from games.engine.arena import Played, Setup, Sprt
from games.engine.bots import Bot
from games.engine.confidence import wilson
from games.engine.contract import Json, Options, Position
from games.engine.mistakes import Compared, Reviewing, difference, mistakes_of
from games.engine.refusals import Refusal
from games.titles.registry import all_games, bot_for, newest, reviewer_of

T = TypeVar("T")
U = TypeVar("U")


@dataclass
class Score:
    """The results of one bot."""

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


def each(do: Callable[[T], U], things: Iterable[T], jobs: int = 1) -> Iterator[U]:
    """Apply a function to each item in `jobs` processes; yield the results in order."""
    if jobs == 1:
        yield from map(do, things)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        try:
            yield from pool.map(do, things)
        finally:
            # If the caller stops early, the remaining results are not needed.
            pool.shutdown(wait=False, cancel_futures=True)


@dataclass
class Arena:
    """Games between bots; each bot plays at every seat."""

    rules: type[Position]
    options: Options
    bots: Sequence[Bot]
    seed: int
    sprt: Sprt | None = None
    setup: Setup = field(init=False)
    scores: list[Score] = field(init=False)
    played: list[Played] = field(default_factory=list)
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self.scores = [Score(bot.level) for bot in self.bots]
        self.setup = Setup(self.rules, self.options, tuple(self.bots), self.seed)

    def play(self, games: int, jobs: int = 1) -> None:
        """Play a number of games, or until the sequential test has decided."""
        started = perf_counter()
        for game in each(self.setup.play, range(games), jobs):
            self._count(game)
            if self._is_decided():
                break
        self.seconds += perf_counter() - started

    def _count(self, game: Played) -> None:
        self.played.append(game)
        wins = game.wins()
        for score, won, took in zip(self.scores, wins, game.took, strict=True):
            score.games += 1
            score.wins += won
            score.answers += took.answers
            score.thinking += took.seconds
            score.slowest = max(score.slowest, took.slowest)
        if self.sprt is not None:
            self.sprt = self.sprt.after(wins[0])

    def _is_decided(self) -> bool:
        """Return whether the test is decided and all bots had each seat equally often."""
        whole = len(self.played) % len(self.scores) == 0
        return whole and self.sprt is not None and self.sprt.accepted is not None

    @property
    def moves(self) -> int:
        """The number of moves in all games."""
        return sum(len(game.moves) for game in self.played)

    def dump(self) -> dict[str, Any]:
        games = len(self.played)
        result = {
            "game": self.rules.game.slug,
            "seats": len(self.scores),
            "options": dict(self.options),
            "seed": self.seed,
            "games": games,
            "mean_moves": round(self.moves / games, 1),
            "seconds": round(self.seconds, 2),
            "bots": [score.dump() for score in self.scores],
        }
        if self.sprt is not None:
            test = self.sprt
            result["sprt"] = {
                "low": test.low,
                "high": test.high,
                "alpha": test.alpha,
                "beta": test.beta,
                "accepted": test.accepted,
            }
        return result

    def write_records(self, folder: Path) -> None:
        """Write each game as a record with the bot at each seat."""
        folder.mkdir(parents=True, exist_ok=True)
        for game in self.played:
            written: Json = {**game.record(self.setup).dump(), "outcome": game.outcome.dump()}
            levels = [{"name": "", "bot": self.scores[who].level} for who in game.sitting]
            text = json.dumps({**written, "players": levels}, indent=1)
            (folder / f"{game.number:05}.json").write_text(text, "utf-8")

    def review(self, jobs: int = 1) -> list[Compared]:
        """Review all decisions of all games."""
        reviewing = Reviewing(self.setup, reviewer_of(self.rules.game.slug))
        return [one for game in each(reviewing.review, self.played, jobs) for one in game]

    def describe_mistakes(self, compared: Sequence[Compared]) -> dict[str, Any]:
        """Return the mistakes of each bot, and p-values of the first bot against the others."""
        found = mistakes_of(len(self.scores), compared)
        apart = [difference(found[0], other) for other in found[1:]]
        return {
            "bots": [
                {
                    "level": score.level,
                    "decisions": len(mistakes.costs),
                    "mistakes": mistakes.count,
                    "given_away": round(mistakes.given_away, 5),
                }
                for score, mistakes in zip(self.scores, found, strict=True)
            ],
            "chance": [
                {name: float(f"{chance:.3g}") for name, chance in one._asdict().items()}
                for one in apart
            ],
        }

    def describe_blunders(self, compared: Sequence[Compared], most: int) -> list[dict[str, Any]]:
        """Return the most expensive decisions."""
        found = [one for one in compared if one.verdict.better is not None]
        found.sort(key=lambda one: -one.verdict.cost)
        return [self._describe(one) for one in found[:most]]

    def _describe(self, one: Compared) -> dict[str, Any]:
        verdict = one.verdict
        return {
            "game": one.game,
            "move": one.move,
            "bot": self.scores[one.bot].level,
            "made": one.chosen.dump(),
            "better": None if verdict.better is None else verdict.better.dump(),
            "cost": round(verdict.cost, 3),
            "error": round(verdict.cost_error, 3),
        }


class Command(BaseCommand):
    help = "Let bots play each other and count the wins. Needs no database."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", default=all_games()[0].slug)
        parser.add_argument(
            "--seats",
            help="levels, or level:character, separated by commas; normal,easy if left out",
        )
        parser.add_argument(
            "--bot", action="append", metavar="PATH", help="a class of your own; it sits first"
        )
        parser.add_argument("--games", type=int, default=100, help="rounded up: all sit everywhere")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--options", default="{}", help="a JSON object")
        parser.add_argument("--jobs", type=int, default=1, help="number of processes")
        parser.add_argument(
            "--sprt", type=float, nargs=2, metavar=("LOW", "HIGH"), help="end when it is decided"
        )
        parser.add_argument("--alpha", type=float, default=0.05)
        parser.add_argument("--beta", type=float, default=0.05)
        parser.add_argument("--dump", type=Path, metavar="FOLDER", help="write all records there")
        parser.add_argument("--review", action="store_true", help="count the mistakes of each bot")
        parser.add_argument("--blunders", type=int, default=0, help="show this number of the worst")
        parser.add_argument("--json", action="store_true", help="JSON instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        for name in ("games", "jobs"):
            if options[name] < 1:
                raise CommandError(f"--{name} takes a number above 0.")
        arena = self._arena(options)
        count = len(arena.scores)
        arena.play(-(-options["games"] // count) * count, options["jobs"])
        result = arena.dump()
        if options["dump"] is not None:
            arena.write_records(options["dump"])
        if options["review"] or options["blunders"] > 0:
            compared = arena.review(options["jobs"])
            result["review"] = arena.describe_mistakes(compared)
            result["blunders"] = arena.describe_blunders(compared, options["blunders"])
        self.stdout.write(json.dumps(result) if options["json"] else as_table(result))

    def _arena(self, options: dict[str, Any]) -> Arena:
        own = [_own_bot(path) for path in options["bot"] or ()]
        usual = "normal" if own else "normal,easy"
        levels = (options["seats"] or usual).split(",")
        try:
            rules = newest(options["game"])
            rules.game.read_seats(len(own) + len(levels))
            agreed = rules.game.read_options(json.loads(options["options"]))
            bots = (*own, *(_bot_of(options["game"], level) for level in levels))
        except json.JSONDecodeError as error:
            raise CommandError("--options takes a JSON object.") from error
        except Refusal as refusal:
            raise CommandError(refusal.reason) from refusal
        except KeyError as error:
            raise CommandError(str(error.args[0])) from error
        return Arena(rules, agreed, bots, options["seed"], _sprt(options))


def _bot_of(game: str, wanted: str) -> Bot:
    """Return the bot of a level or of “level:character”; raises KeyError."""
    level, _colon, character = wanted.partition(":")
    return bot_for(game, level, character)


def _own_bot(path: str) -> Bot:
    """Return an instance of a bot class that Python can import."""
    try:
        bot: Any = import_string(path)()
        return bot if bot.level and callable(bot.choose) else _no_bot(path)
    except (ImportError, AttributeError, TypeError):
        return _no_bot(path)


def _no_bot(path: str) -> Bot:
    raise CommandError(f"{path} is not a bot class, which has a `level` and `choose`.")


def _sprt(options: dict[str, Any]) -> Sprt | None:
    if options["sprt"] is None:
        return None
    (low, high), alpha, beta = options["sprt"], options["alpha"], options["beta"]
    if not (0 < low < high < 1 and 0 < alpha < 0.5 and 0 < beta < 0.5):
        raise CommandError("--sprt takes two rates as in 0.5 0.6, --alpha and --beta errors < 0.5.")
    return Sprt(low, high, alpha, beta)


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
    if "sprt" in result:
        test = result["sprt"]
        found = "undecided" if test["accepted"] is None else f"{test['accepted']:g} is accepted"
        lines.append(f"{test['low']:g} or {test['high']:g}: {found}")
    if "review" in result:
        lines.append(f"{'review':<12}{'mistakes':>8}{'of':>8}{'given away, of 100':>20}")
        for number, bot in enumerate(result["review"]["bots"]):
            lines.append(
                f"{number} {bot['level']:<10}{bot['mistakes']:>8}{bot['decisions']:>8}"
                f"{100 * bot['given_away']:>20.2f}"
            )
        for number, chance in enumerate(result["review"]["chance"], start=1):
            lines.append(
                f"0 and {number} alike: p = {chance['more']:.3g} for more mistakes, "
                f"{chance['larger']:.3g} for more given away"
            )
    for one in result.get("blunders", ()):
        lines.append(
            "{cost:.2f} ± {error:.2f}  game {game}, move {move}, {bot}: ".format(**one)
            + f"{json.dumps(one['made'])}, better {json.dumps(one['better'])}"
        )
    return "\n".join(lines)
