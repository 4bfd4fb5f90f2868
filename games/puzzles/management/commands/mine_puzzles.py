"""`manage.py mine_puzzles GAME --out FILE`: looks for puzzles in games that bots play.

Needs no database, and hours: the file grows by a line with each puzzle that is found, and whoever
begins again with the same seed goes on where it ends.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

from django.core.management.base import BaseCommand, CommandParser

from games.engine.bots import Bot
from games.engine.mining import Mine
from games.titles.registry import examiner_of, newest, reviewer_of, slugs, title_of

SCOUTED = 5
"""So many times fewer tries a strong bot has where it says what may be best."""


class Command(BaseCommand):
    help = "Look for puzzles in games between bots; what is found is added to a file."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=slugs())
        parser.add_argument("--games", type=int, default=100)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument(
            "--early", type=float, default=0.5, help="the part of each game that is passed over"
        )
        parser.add_argument(
            "--most", type=int, default=8, help="decisions with more moves are passed over"
        )
        parser.add_argument("--out", required=True, type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        out: Path = options["out"]
        slug = options["game"]
        bots = title_of(slug).bots
        quick = [bot for bot in bots if not bot.slow]
        judges = _scout(bots[-1]), reviewer_of(slug), examiner_of(slug)
        mine = Mine(
            newest(slug), quick, *judges, *(options[it] for it in ("seed", "early", "most"))
        )
        known, first = _found_before(out, options["seed"])
        for number in range(first, options["games"]):
            for found in mine.dig(number):
                if found.key in known:
                    continue
                line = {"game": number, "seed": options["seed"], **found.dump()}
                with out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line, separators=(",", ":")) + "\n")
                known.add(found.key)
                best, second = found.worths[:2]
                self.stdout.write(f"{number} {found.key} {best.chance} {second.chance}")
                self.stdout.flush()
        self.stdout.write(f"{len(known)} puzzles in {out}.")


def _scout(strong: Any) -> Bot:
    """The strongest bot, which tries less than usual where it is one that tries."""
    if not strong.slow:
        return cast("Bot", strong)
    return cast("Bot", type(strong)(tries=max(2, strong.tries // SCOUTED)))


def _found_before(out: Path, seed: int) -> tuple[set[str], int]:
    """The puzzles that a file has, and the game to go on with: the last one may be half done."""
    if not out.exists():
        return set(), 0
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    games = [line["game"] for line in lines if line["seed"] == seed]
    return {line["key"] for line in lines}, max(games, default=0)
