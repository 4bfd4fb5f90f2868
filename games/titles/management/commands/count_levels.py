"""`manage.py count_levels`: count games between bots of a game, and write the tables."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.bots import Bot
from games.engine.confidence import wilson
from games.engine.exploit import BestResponse
from games.engine.strength import Counted
from games.rating import size_of, sizes_of
from games.titles.fitting import FIXED, anchors
from games.titles.management.commands.arena import Arena, League, named_bot
from games.titles.registry import (
    bot_for,
    bot_levels,
    characters_of,
    folder_of,
    game_of,
    is_installed,
    judge_of,
    newest,
    title_of,
)

AT_TWO, AT_MORE = 300, 120
"""The number of games of each pair, by the number of seats."""
STYLES, SLOW = 60, 10
"""The number of games of each pair of styles at two seats, and of a pair with a slow bot."""
DOCS = Path(settings.BASE_DIR) / "docs" / "bots.md"
SIZES = {"2": "at two seats", "3+": "at three and more"}


def pairs(slug: str) -> Iterator[tuple[int, str, str]]:
    """Yield the seats, the level and the next weaker one, for all tables where both are offered."""
    for seats in game_of(slug).seats:
        if seats > 1:
            for weaker, level in pairwise(bot_levels(slug, seats)):
                yield seats, level, weaker


def uncounted(slug: str, counted: Sequence[Counted]) -> list[tuple[int, str, str]]:
    known = {(count.seats, count.level, count.against) for count in counted}
    return [pair for pair in pairs(slug) if pair not in known]


def in_order(slug: str, counted: Sequence[Counted]) -> list[Counted]:
    """Return counts by number of seats, from the weakest levels to the strongest."""
    levels = bot_levels(slug)
    return sorted(
        counted, key=lambda one: (one.seats, levels.index(one.level), -levels.index(one.against))
    )


def module_of(slug: str, counted: Sequence[Counted]) -> str:
    """Return the source of a title's `bots/counted.py`."""
    lines = [
        f'    Counted("{one.level}", "{one.against}", seats={one.seats}, '
        f"games={one.games}, wins={one.wins:g}),\n"
        for one in in_order(slug, counted)
    ]
    return (
        f'"""Results of games between the bots of {game_of(slug).name}, by `count_levels`."""\n\n'
        "from __future__ import annotations\n\n"
        "from games.engine.strength import Counted\n\n"
        f"COUNTED = (\n{''.join(lines)})\n"
    )


def table_of(slug: str, counted: Sequence[Counted]) -> str:
    """Return the table of a game's levels in docs/bots.md, with the ratings that follow from it."""
    lines = [
        "| seats | level | against | wins of the first | 95 % | fair share |",
        "|---|---|---|---|---|---|",
    ]
    for one in in_order(slug, counted):
        low, high = wilson(one.wins, one.games)
        lines.append(
            f"| {one.seats} | `{one.level}` | `{one.against}` | {one.wins:g} of {one.games}, "
            f"{one.wins / one.games:.0%} | {low:.0%}–{high:.0%} | {1 / one.seats:.0%} |"
        )
    for size in sizes_of(game_of(slug).seats):
        found = anchors([one for one in counted if size_of(one.seats) == size])
        levels = [f"`{level}` {found[level]}" for level in bot_levels(slug) if level in found]
        lines += ["", f"First ratings {SIZES[size]}: {', '.join(levels)}."]
    return "\n".join(lines)


def styles_of(slug: str) -> list[str]:
    """Return the bots of a game's league: all levels and the characters of one, slow ones last."""
    own = [f"{FIXED}:{character}" for character in characters_of(slug, FIXED)[1:]]
    return sorted([*bot_levels(slug, 2), *own], key=lambda name: named_bot(slug, name).slow)


def measured_in(folder: Path) -> dict[str, Any]:
    """Return a title's `measured.json`: its league, and the best responses by known level."""
    file = folder / "measured.json"
    if not file.exists():
        return {"league": [], "exploited": {}}
    measured: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return measured


def styles_table_of(measured: dict[str, Any]) -> str:
    """Return the table of a game's styles in docs/bots.md, the strongest first."""
    lines = [
        "| bot | rating | 95 % | games | CPU ms, median | p99 | wins of a best response | 95 % |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for bot in sorted(measured["league"], key=lambda bot: -bot["rating"]):
        spread = f"{bot['low']}–{bot['high']}" if bot["low"] < bot["high"] else "fixed"
        found = measured["exploited"].get(bot["level"])
        wins, rates = "", ""
        if found is not None:
            wins = f"{found['wins']:g} of {found['games']}, {found['rate']:.0%}"
            rates = f"{found['low']:.0%}–{found['high']:.0%}"
        lines.append(
            f"| `{bot['level']}` | {bot['rating']} | {spread} | {bot['games']} "
            f"| {bot['median_ms']:.2f} | {bot['p99_ms']:.2f} | {wins} | {rates} |"
        )
    return "\n".join(lines)


def with_table(text: str, name: str, table: str) -> str:
    """Return a document with a table between the two comments of its name."""
    start, end = f"<!-- {name} -->\n", "<!-- end -->"
    block = re.compile(f"{re.escape(start)}.*?{end}", re.DOTALL)
    return block.sub(lambda _: f"{start}{table}\n{end}", text)


class Command(BaseCommand):
    help = (
        "Count the games between neighbouring levels that were not counted yet, at all tables, and "
        "write bots/counted.py and the tables in docs/bots.md; with --league and --exploit also "
        "measured.json. Needs no database."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", nargs="+")
        parser.add_argument("--at-two", type=int, default=AT_TWO, help="games at two seats")
        parser.add_argument("--at-more", type=int, default=AT_MORE, help="games at other tables")
        parser.add_argument("--jobs", type=int, default=1, help="number of processes")
        parser.add_argument(
            "--only",
            metavar="LEVELS",
            help="count only these levels against the one below and a best response",
        )
        for name, what in (
            ("--league", "every style meets every other one, in this number of games"),
            ("--exploit", "a best response to each level plays this number of games against it"),
        ):
            parser.add_argument(
                name, type=int, nargs="?", const=STYLES, default=0, metavar="GAMES", help=what
            )
        parser.add_argument(
            "--slow", type=int, default=SLOW, help="at most that many of both with a slow bot"
        )
        parser.add_argument(
            "--dump", type=Path, metavar="FOLDER", help="save the games there, and go on from them"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        for slug in options["game"]:
            if not is_installed(slug):
                raise CommandError(f"There is no game “{slug}”.")
            self._count(slug, options)

    def _count(self, slug: str, options: dict[str, Any]) -> None:
        counted = list(title_of(slug).counted)
        only = (options["only"] or ",".join(bot_levels(slug))).split(",")
        for seats, level, weaker in uncounted(slug, counted):
            if level in only:
                counted.append(_play(slug, (seats, level, weaker), options))
                self.stdout.write(str(counted[-1]))
                _write(slug, counted)
        measured = measured_in(folder_of(slug))
        if options["league"]:
            measured["league"] = _league(slug, options)
            _save(slug, measured)
        for level in bot_levels(slug, 2) if options["exploit"] else ():
            if level in only:
                measured["exploited"][level] = _exploit(slug, level, options)
                _save(slug, measured)
        _write(slug, counted)


def _play(slug: str, pair: tuple[int, str, str], options: dict[str, Any]) -> Counted:
    seats, level, weaker = pair
    bots = (bot_for(slug, level), *[bot_for(slug, weaker)] * (seats - 1))
    arena = _arena(slug, bots, seats, f"{seats}-{level}-{weaker}", options)
    wanted = options["at_two"] if seats == 2 else options["at_more"]
    games = -(-wanted // seats) * seats
    arena.play(games, options["jobs"])
    return Counted(level, weaker, seats, games, round(arena.dump()["bots"][0]["wins"], 2))


def _arena(slug: str, bots: Sequence[Bot], seats: int, name: str, options: dict[str, Any]) -> Arena:
    folder = options["dump"] and options["dump"] / slug / name
    rules = newest(slug)
    return Arena(rules, rules.game.read_options({}, seats), bots, seed=1, folder=folder)


def _league(slug: str, options: dict[str, Any]) -> list[dict[str, Any]]:
    names = styles_of(slug)
    arena = _arena(slug, [named_bot(slug, name) for name in names], 2, "league", options)
    league = League.of(arena, names, 2, arena.folder)
    for meeting in league.arenas.values():
        meeting.play(_games(options["league"], meeting.bots, options), options["jobs"])
    found: list[dict[str, Any]] = league.dump()["bots"]
    return found


def _exploit(slug: str, level: str, options: dict[str, Any]) -> dict[str, Any]:
    known = bot_for(slug, level)
    bots = (BestResponse(known, judge_of(slug)), known)
    arena = _arena(slug, bots, 2, f"exploit-{level}", options)
    arena.play(_games(options["exploit"], [known], options), options["jobs"])
    return arena.score(0)


def _games(wanted: int, bots: Sequence[Bot], options: dict[str, Any]) -> int:
    """Return the number of games to play at two seats, in which both seats come equally often."""
    games = min(wanted, options["slow"]) if any(bot.slow for bot in bots) else wanted
    return -(-games // 2) * 2


def _save(slug: str, measured: dict[str, Any]) -> None:
    file = folder_of(slug) / "measured.json"
    file.write_text(f"{json.dumps(measured, indent=1)}\n", "utf-8")


def _write(slug: str, counted: Sequence[Counted]) -> None:
    module = folder_of(slug) / "bots" / "counted.py"
    module.write_text(module_of(slug, counted), "utf-8")
    text = with_table(DOCS.read_text("utf-8"), f"levels: {slug}", table_of(slug, counted))
    styles = styles_table_of(measured_in(folder_of(slug)))
    DOCS.write_text(with_table(text, f"styles: {slug}", styles), "utf-8")
