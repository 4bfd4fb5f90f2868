"""`manage.py count_levels`: count games between neighbouring bot levels, and write the tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.confidence import wilson
from games.engine.strength import Counted
from games.rating import size_of, sizes_of
from games.titles.fitting import anchors
from games.titles.management.commands.arena import Arena
from games.titles.registry import (
    bot_for,
    bot_levels,
    folder_of,
    game_of,
    is_installed,
    newest,
    title_of,
)

AT_TWO, AT_MORE = 300, 120
"""The number of games of each pair, by the number of seats."""
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


def with_table(text: str, slug: str, table: str) -> str:
    """Return a document with the table of a game between its two comments."""
    start, end = f"<!-- levels: {slug} -->\n", "<!-- end -->"
    block = re.compile(f"{re.escape(start)}.*?{end}", re.DOTALL)
    return block.sub(lambda _: f"{start}{table}\n{end}", text)


class Command(BaseCommand):
    help = (
        "Count the games between neighbouring levels that were not counted yet, at all tables, and "
        "write bots/counted.py and the tables in docs/bots.md. Needs no database."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", nargs="+")
        parser.add_argument("--at-two", type=int, default=AT_TWO, help="games at two seats")
        parser.add_argument("--at-more", type=int, default=AT_MORE, help="games at other tables")
        parser.add_argument("--jobs", type=int, default=1, help="number of processes")
        parser.add_argument(
            "--only", metavar="LEVELS", help="count only these levels against the one below"
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
        _write(slug, counted)


def _play(slug: str, pair: tuple[int, str, str], options: dict[str, Any]) -> Counted:
    seats, level, weaker = pair
    bots = (bot_for(slug, level), *[bot_for(slug, weaker)] * (seats - 1))
    folder = options["dump"] and options["dump"] / slug / f"{seats}-{level}-{weaker}"
    rules = newest(slug)
    arena = Arena(rules, rules.game.read_options({}, seats), bots, seed=1, folder=folder)
    wanted = options["at_two"] if seats == 2 else options["at_more"]
    games = -(-wanted // seats) * seats
    arena.play(games, options["jobs"])
    return Counted(level, weaker, seats, games, round(arena.dump()["bots"][0]["wins"], 2))


def _write(slug: str, counted: Sequence[Counted]) -> None:
    module = folder_of(slug) / "bots" / "counted.py"
    module.write_text(module_of(slug, counted), "utf-8")
    DOCS.write_text(with_table(DOCS.read_text("utf-8"), slug, table_of(slug, counted)), "utf-8")
