"""`manage.py bench`: print every figure and its budget, from one run on this machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

from bench.cold import cold_openings
from bench.engine import Figure, engine, memories, replays
from bench.followers import followed_tournament
from bench.judge import PLAYOUTS, POSITIONS, judge
from bench.memory import MINUTES, RATE, followed_matches, long_play
from bench.moves import slow_readers, transports
from bench.pages import cold_page, history_pages
from bench.ratings import ratings
from bench.servers import run_on_empty_database
from bench.small import small_machine
from bench.tournaments import tournaments
from games.engine.machine import machine_speed
from games.requirements import require

PARTS = ("engine", "doors", "sockets", "cold", "pages", "past", "phone", "memory")
PLAY = "play"
"""Takes half an hour, or `--minutes`, and only runs if it is named."""
SMALL = "small"
"""Needs Linux and root, to limit a server to a share of a core, and only runs if it is named."""
RATINGS = "ratings"
"""A simulation, which only runs if it is named."""
JUDGE = "judge"
"""Needs no database, takes as long as it is allowed to, and only runs if it is named."""
TOURNAMENTS = "tournaments"
"""Needs no database either, and only runs if it is named."""
FOLLOWERS = "followers"
"""Only runs if it is named: it is about the largest tournament, not about a usual day."""
BOTS = "bots"
"""Needs a site of its own, with a game whose bots think long."""
SLOW = "tests.helpers.pondering"


def pages() -> list[Figure]:
    """Weigh pages in a browser, which needs what `make setup-dev` installs."""
    require("playwright")
    from bench.weight import page_weights

    return page_weights()


def phone() -> list[Figure]:
    """Measure how soon a phone shows the answer to a tap, in a browser as for `pages`."""
    require("playwright")
    from bench.phone import taps_on_a_phone

    return taps_on_a_phone()


def bots() -> list[Figure]:
    """Measure the cost of slow bots, with a game of the tests."""
    require("pytest")
    from bench.bots import crowded, slow_bots

    return [*crowded(), *slow_bots()]


class Command(BaseCommand):
    help = "Measure the engine, moves and pages. Works on a database of its own, made for the run."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--only",
            choices=(*PARTS, PLAY, SMALL, RATINGS, JUDGE, TOURNAMENTS, FOLLOWERS, BOTS),
        )
        parser.add_argument("--games", nargs="*", default=(), help="judge: only these games")
        parser.add_argument("--positions", type=int, default=POSITIONS, help="judge: of each game")
        parser.add_argument(
            "--playouts", type=int, default=PLAYOUTS, help="judge: of each position"
        )
        parser.add_argument("--saved", type=Path, help="judge: keep positions here, and continue")
        parser.add_argument("--minutes", type=int, default=MINUTES, help="play: how long")
        parser.add_argument("--rate", type=float, default=RATE, help="play: moves a second")
        parser.add_argument("--inside", action="store_true", help="use the database that is set")

    def handle(self, *, only: str | None, inside: bool, **options: Any) -> None:
        if only == JUDGE:
            given = [options[name] for name in ("games", "positions", "playouts", "saved")]
            for found in judge(*given):
                self._print(found)
            return
        if only == TOURNAMENTS:
            self._print(tournaments())
            return
        parts = [only] if only else []
        if not inside:
            if parts != [BOTS]:
                named = [f"--only={part}" for part in parts]
                if only == PLAY:
                    named += [f"--{name}={options[name]}" for name in ("minutes", "rate")]
                run_on_empty_database("bench", "--inside", *named)
            if parts in ([], [BOTS]):
                run_on_empty_database("bench", "--inside", f"--only={BOTS}", EXTRA_TITLES=SLOW)
            return
        call_command("migrate", verbosity=0, interactive=False)
        speed = machine_speed()
        self._print([Figure("trivial moves of this machine", round(speed), "moves/s")])
        measures: dict[str, Callable[[], list[Figure]]] = {
            "engine": lambda: [*engine(speed), *replays(), *memories()],
            "doors": lambda: [*cold_page(), *transports()],
            "sockets": slow_readers,
            "cold": cold_openings,
            "pages": pages,
            "past": history_pages,
            "phone": phone,
            "memory": followed_matches,
            PLAY: lambda: long_play(options["minutes"], options["rate"]),
            SMALL: small_machine,
            RATINGS: ratings,
            FOLLOWERS: followed_tournament,
            BOTS: bots,
        }
        for part in parts or PARTS:
            self._print(measures[part]())

    def _print(self, figures: list[Figure]) -> None:
        for figure in figures:
            verdict = {None: "", True: "met", False: "NOT MET"}[figure.met]
            budget = "" if figure.budget is None else f"{figure.budget:>12,g}"
            line = f"{figure.name:<58}{figure.value:>12,g} {figure.unit:<8}{budget:>14} {verdict}"
            self.stdout.write(line.rstrip())
        self.stdout.flush()
