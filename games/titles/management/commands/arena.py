"""`manage.py arena`: let bots play each other and count the wins. Needs no database."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from itertools import chain, combinations
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, TypeVar

from django.core.management.base import (
    BaseCommand,
    CommandError,
    CommandParser,
    OutputWrapper,
)
from django.utils.module_loading import import_string

from games.engine.arena import BotFailed, Played, Setup, Sprt, Times
from games.engine.bots import Bot
from games.engine.confidence import effective, paired
from games.engine.contract import Options, Position
from games.engine.exploit import BestResponse
from games.engine.mistakes import Compared, Reviewing, difference, mistakes_of
from games.engine.refusals import Refusal
from games.engine.strength import Counted
from games.titles.fitting import FIXED, anchors
from games.titles.registry import all_games, bot_for, judge_of, newest, reviewer_of

T = TypeVar("T")
U = TypeVar("U")
DRAWN = 200
"""How often the results of a league are drawn again for the intervals of its ratings."""


def _file_of(folder: Path, number: int) -> Path:
    return folder / f"{number:05}.json"


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
class Progress:
    """A line on the terminal that shows how far the games are."""

    out: OutputWrapper
    started: float = field(default_factory=perf_counter)

    def show(self, arena: Arena, games: int) -> None:
        if not arena.is_whole:
            return
        done, shares = len(arena.played), arena.shares(0)
        left = (games - done) * (perf_counter() - self.started) / done / 60
        levels = ", ".join(bot.level for bot in arena.bots)
        rate = sum(shares) / len(shares)
        text = f"{levels}: {done} of {games} games, {rate:.1%}, {left:.0f} min left"
        line = f"\r{text:<78}" if done < games else f"\r{'':<78}\r"
        self.out.write(line, ending="")
        self.out.flush()


@dataclass
class Arena:
    """Games between bots; each deal is played once for each way of seating them.

    With a folder every game is saved there as it is played, and saved games are not played again.
    """

    rules: type[Position]
    options: Options
    bots: Sequence[Bot]
    seed: int
    sprt: Sprt | None = None
    folder: Path | None = None
    setup: Setup = field(init=False)
    played: list[Played] = field(default_factory=list)
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self.setup = Setup(self.rules, self.options, tuple(self.bots), self.seed)

    def play(self, games: int, jobs: int = 1, progress: Progress | None = None) -> None:
        """Play a number of games, or until the sequential test has decided."""
        started = perf_counter()
        saved = list(self._saved(games))
        new = range(len(saved), games)
        for game in chain(saved, each(self.setup.play_dealt, new, jobs)):
            if self.folder is not None and game.number >= len(saved):
                self._save(self.folder, game)
            self.played.append(game)
            if self.is_whole and self.sprt is not None:
                self.sprt = self.sprt.after(self.shares(0)[-1])
                if self.sprt.accepted is not None:
                    break
            if progress is not None:
                progress.show(self, games)
        self.seconds += perf_counter() - started

    @property
    def is_whole(self) -> bool:
        """Whether all bots have had each seat equally often."""
        return len(self.played) % len(self.bots) == 0

    def shares(self, bot: int) -> list[float]:
        """Return what a bot won of each deal, as a share of its games."""
        count = len(self.bots)
        wins = [game.wins()[bot] for game in self.played]
        return [sum(deal) / count for deal in zip(*[iter(wins)] * count, strict=False)]

    @property
    def moves(self) -> int:
        """The number of moves in all games."""
        return sum(len(game.moves) for game in self.played)

    def dump(self) -> dict[str, Any]:
        games = len(self.played)
        result = {
            "game": self.rules.game.slug,
            "seats": len(self.bots),
            "options": dict(self.options),
            "seed": self.seed,
            "games": games,
            "mean_moves": round(self.moves / games, 1),
            "seconds": round(self.seconds, 2),
            "bots": [self.score(bot) for bot in range(len(self.bots))],
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

    def score(self, bot: int) -> dict[str, Any]:
        """Return the results of one bot."""
        count, shares = len(self.bots), self.shares(bot)
        low, high = paired(shares, count)
        taken = [ms for game in self.played for ms in game.took[bot]]
        times = Times.of(taken)
        return {
            "level": self.bots[bot].level,
            "games": len(self.played),
            "wins": round(count * sum(shares), 2),
            "rate": round(sum(shares) / len(shares), 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "unpaired_games": round(effective(shares, count)),
            "median_ms": round(times.median, 2),
            "p99_ms": round(times.p99, 2),
            "worst_ms": round(times.worst, 2),
        }

    def _saved(self, games: int) -> Iterator[Played]:
        """Read the games in the folder, up to the first that is missing.

        Raises:
            CommandError: They were played by other bots, or with other options or another seed.
        """
        for number in range(games if self.folder is not None else 0):
            assert self.folder is not None
            file = _file_of(self.folder, number)
            if not file.exists():
                return
            found = Played.load(self.setup, number, json.loads(file.read_text("utf-8")))
            if found is None:
                raise CommandError(f"{file} is a game of other bots, options, or seeds.")
            yield found

    def _save(self, folder: Path, game: Played) -> None:
        """Write a game as a record with the bot at each seat."""
        unfinished = folder / "unfinished"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            unfinished.write_text(json.dumps(game.dump(self.setup), indent=1), "utf-8")
            unfinished.replace(_file_of(folder, game.number))
        except OSError as error:
            raise CommandError(f"--dump cannot save games: {error}") from error

    def review(self, jobs: int = 1) -> list[Compared]:
        """Review all decisions of all games."""
        reviewing = Reviewing(self.setup, reviewer_of(self.rules.game.slug))
        return [one for game in each(reviewing.review, self.played, jobs) for one in game]

    def describe_mistakes(self, compared: Sequence[Compared]) -> dict[str, Any]:
        """Return the mistakes of each bot, and p-values of the first bot against the others."""
        found = mistakes_of(len(self.bots), compared)
        apart = [difference(found[0], other) for other in found[1:]]
        return {
            "bots": [
                {
                    "level": bot.level,
                    "decisions": len(mistakes.costs),
                    "mistakes": mistakes.count,
                    "given_away": round(mistakes.given_away, 5),
                }
                for bot, mistakes in zip(self.bots, found, strict=True)
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
            "bot": self.bots[one.bot].level,
            "made": one.chosen.dump(),
            "better": None if verdict.better is None else verdict.better.dump(),
            "cost": round(verdict.cost, 3),
            "error": round(verdict.cost_error, 3),
        }


@dataclass
class League:
    """Games of every bot against every other one, and the ratings that follow from them.

    At tables of more than two seats one of the first bot meets several of the second.
    """

    names: Sequence[str]
    bots: Sequence[Bot]
    seats: int
    arenas: dict[tuple[int, int], Arena]
    """By the numbers of the two bots, the first less than the second."""

    @classmethod
    def of(cls, first: Arena, names: Sequence[str], seats: int, folder: Path | None) -> League:
        """Return a league of the bots of an arena."""
        pairs = combinations(range(len(first.bots)), 2)
        arenas = {pair: _meeting(first, pair, seats, folder) for pair in pairs}
        return cls(names, first.bots, seats, arenas)

    def play(self, games: int, jobs: int, progress: Progress | None) -> None:
        for arena in self.arenas.values():
            arena.play(-(-games // self.seats) * self.seats, jobs, progress)

    def dump(self) -> dict[str, Any]:
        ratings, spread = self._ratings(), self.spread()
        return {
            "game": self.arenas[0, 1].rules.game.slug,
            "seats": self.seats,
            "bots": [
                {"level": name, "rating": rating, "low": low, "high": high, **self._effort(bot)}
                for bot, (name, rating, (low, high)) in enumerate(
                    zip(self.names, ratings, spread, strict=True)
                )
            ],
            "pairs": [
                {"pair": list(pair), **arena.score(0)} for pair, arena in self.arenas.items()
            ],
        }

    def _effort(self, bot: int) -> dict[str, Any]:
        """Return the number of a bot's games, and how long its decisions took."""
        played = [(pair, game) for pair, arena in self.arenas.items() for game in arena.played]
        times = Times.of(
            [
                ms
                for (first, other), game in played
                for who, took in enumerate(game.took)
                if bot == (other if who else first)
                for ms in took
            ]
        )
        return {
            "games": sum(bot in pair for pair, _game in played),
            "median_ms": round(times.median, 2),
            "p99_ms": round(times.p99, 2),
        }

    def _ratings(self, drawing: int | None = None) -> list[int]:
        """Return the rating of each bot: from all deals, or from as many of a numbered drawing.

        All pairs play the same deals, so a drawing takes the same ones from each.
        """
        counted = []
        for (one, other), arena in self.arenas.items():
            shares = arena.shares(0)
            if drawing is not None:
                shares = Random(drawing).choices(shares, k=len(shares))
            games = self.seats * len(shares)
            count = Counted(str(one), str(other), self.seats, games, self.seats * sum(shares))
            counted.append(count)
        fixed = next((n for n, bot in enumerate(self.bots) if bot.level == FIXED), 0)
        found = anchors(counted, str(fixed))
        return [found[str(number)] for number in range(len(self.bots))]

    def spread(self) -> list[tuple[int, int]]:
        """Return the 95 % intervals of the ratings, from deals drawn again (Efron's bootstrap)."""
        leagues = [self._ratings(drawing) for drawing in range(DRAWN)]
        drawn = [sorted(ratings) for ratings in zip(*leagues, strict=True)]
        return [(ratings[DRAWN // 40], ratings[-1 - DRAWN // 40]) for ratings in drawn]


def _meeting(first: Arena, pair: tuple[int, int], seats: int, folder: Path | None) -> Arena:
    one, other = pair
    bots = (first.bots[one], *[first.bots[other]] * (seats - 1))
    own = None if folder is None else folder / f"{one}-{other}"
    return Arena(first.rules, first.options, bots, first.seed, folder=own)


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
        parser.add_argument(
            "--dump",
            type=Path,
            metavar="FOLDER",
            help="save every game there as a record; games that are there are not played again",
        )
        parser.add_argument(
            "--league",
            type=int,
            metavar="SIZE",
            help="every bot meets every other one at tables of this number of seats",
        )
        parser.add_argument(
            "--exploit",
            action="store_true",
            help="a bot that knows the first one, and has more time, sits first",
        )
        parser.add_argument("--review", action="store_true", help="count the mistakes of each bot")
        parser.add_argument("--blunders", type=int, default=0, help="show this number of the worst")
        parser.add_argument("--json", action="store_true", help="JSON instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        for name in ("games", "jobs"):
            if options[name] < 1:
                raise CommandError(f"--{name} takes a number above 0.")
        arena = self._arena(options)
        if options["jobs"] > 1:
            _require_pickled(arena.bots)
        try:
            self._run(arena, options)
        except BotFailed as failed:
            raise CommandError(str(failed)) from failed
        except BrokenProcessPool as error:
            raise CommandError("A process of --jobs ended early; --jobs 1 shows why.") from error

    def _run(self, arena: Arena, options: dict[str, Any]) -> None:
        progress = Progress(self.stderr) if self.stderr.isatty() else None
        if options["league"] is not None:
            league = self._league(arena, options)
            league.play(options["games"], options["jobs"], progress)
            found = league.dump()
            self.stdout.write(json.dumps(found) if options["json"] else as_league(found))
            return
        count = len(arena.bots)
        arena.play(-(-options["games"] // count) * count, options["jobs"], progress)
        result = arena.dump()
        if options["review"] or options["blunders"] > 0:
            compared = arena.review(options["jobs"])
            result["review"] = arena.describe_mistakes(compared)
            result["blunders"] = arena.describe_blunders(compared, options["blunders"])
        self.stdout.write(json.dumps(result) if options["json"] else as_table(result))

    def _arena(self, options: dict[str, Any]) -> Arena:
        own = [_own_bot(path) for path in options["bot"] or ()]
        levels = _levels(options)
        try:
            rules = newest(options["game"])
            bots = [*own, *(named_bot(options["game"], level) for level in levels)]
            if options["exploit"]:
                bots.insert(0, BestResponse(bots[0], judge_of(options["game"])))
            seats = options["league"] or len(bots)
            rules.game.read_seats(seats)
            agreed = rules.game.read_options(json.loads(options["options"]))
        except json.JSONDecodeError as error:
            raise CommandError("--options takes a JSON object.") from error
        except Refusal as refusal:
            raise CommandError(refusal.reason) from refusal
        except KeyError as error:
            raise CommandError(str(error.args[0])) from error
        sprt = _sprt(options, len(bots))
        return Arena(rules, agreed, bots, options["seed"], sprt, options["dump"])

    def _league(self, arena: Arena, options: dict[str, Any]) -> League:
        if len(arena.bots) < 2 or arena.sprt is not None or options["review"]:
            raise CommandError("--league takes two bots or more, without --sprt and --review.")
        levels = _levels(options)
        names = [bot.level for bot in arena.bots[: -len(levels)]] + levels
        return League.of(arena, names, options["league"], options["dump"])


def _levels(options: dict[str, Any]) -> list[str]:
    usual = "normal" if options["bot"] else "normal,easy"
    return (options["seats"] or usual).split(",")


def named_bot(game: str, wanted: str) -> Bot:
    """Return the bot of a level or of “level:character”; raises KeyError."""
    level, _colon, character = wanted.partition(":")
    return bot_for(game, level, character)


def _own_bot(path: str) -> Bot:
    """Return an instance of a bot class that Python can import."""
    try:
        bot: Bot = import_string(path)()
        if bot.level and callable(bot.choose):
            return bot
    except (Exception, SystemExit) as error:
        raise CommandError(f"{path} is not a bot class: {error}") from error
    raise CommandError(f"{path} is not a bot class, which has a `level` and `choose`.")


def _require_pickled(bots: Sequence[Bot]) -> None:
    """Raise CommandError unless the bots can be sent to other processes."""
    for bot in bots:
        try:
            pickle.dumps(bot)
        except Exception as error:
            raise CommandError(f"--jobs needs bots that can be pickled: {error}") from error


def _sprt(options: dict[str, Any], games: int) -> Sprt | None:
    if options["sprt"] is None:
        return None
    (low, high), alpha, beta = options["sprt"], options["alpha"], options["beta"]
    if not (0 < low < high < 1 and 0 < alpha < 0.5 and 0 < beta < 0.5):
        raise CommandError("--sprt takes two rates as in 0.5 0.6, --alpha and --beta errors < 0.5.")
    return Sprt(low, high, alpha, beta, games)


def as_table(result: dict[str, Any]) -> str:
    title = "{game}, {seats} seats, {games} games, {mean_moves} moves each, {seconds} s"
    lines = [title.format(**result)]
    lines.append(
        f"{'bot':<16}{'wins':>8}{'rate':>8}{'95 %':>16}{'unpaired':>10}"
        f"{'median':>10}{'p99':>10}{'worst ms':>10}"
    )
    for number, bot in enumerate(result["bots"]):
        spread = f"{bot['low']:.1%}-{bot['high']:.1%}"
        lines.append(
            f"{number} {bot['level']:<14}{bot['wins']:>8g}{bot['rate']:>8.1%}{spread:>16}"
            f"{bot['unpaired_games']:>10}"
            f"{bot['median_ms']:>10.2f}{bot['p99_ms']:>10.2f}{bot['worst_ms']:>10.2f}"
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


def as_league(result: dict[str, Any]) -> str:
    """Return ratings, the best first, and each bot's rate of wins against each other one."""
    bots, pairs = result["bots"], {tuple(one["pair"]): one for one in result["pairs"]}
    ranked = sorted(range(len(bots)), key=lambda number: -bots[number]["rating"])
    lines = [f"{result['game']}, {result['seats']} seats, {result['pairs'][0]['games']} games each"]
    names = "".join(f"{bots[number]['level']:>16}" for number in ranked)
    lines.append(f"{'bot':<16}{'rating':>8}{'95 %':>12}{'median':>10}{'p99 ms':>10}{names}")
    for one in ranked:
        spread = f"{bots[one]['low']}-{bots[one]['high']}"
        cells = "".join(f"{_cell(pairs, one, other):>16}" for other in ranked)
        times = f"{bots[one]['median_ms']:>10.2f}{bots[one]['p99_ms']:>10.2f}"
        lines.append(f"{bots[one]['level']:<16}{bots[one]['rating']:>8}{spread:>12}{times}{cells}")
    return "\n".join(lines)


def _cell(pairs: dict[tuple[int, ...], dict[str, Any]], one: int, other: int) -> str:
    """Return the rate of wins with its interval; of the bot that sat several times, all of it."""
    if one == other:
        return ""
    found = pairs[min(one, other), max(one, other)]
    low, high = found["low"], found["high"]
    if one > other:
        low, high = 1 - high, 1 - low
    return f"{low:.0%}-{high:.0%}"
