"""`manage.py mine_puzzles GAME --out FILE`: look for puzzles in games between bots.

The command takes hours and needs no database. It appends each puzzle to the file as one line;
started again with the same seed, it continues where the file ends.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

from django.core.management.base import BaseCommand, CommandParser

from games.engine.bots import Bot
from games.engine.mining import Mine
from games.titles.registry import adviser_of, examiner_of, judge_of, newest, slugs, title_of

SCOUTED = 5
"""A slow bot's tries are divided by this where it only proposes moves."""


class Command(BaseCommand):
    help = "Look for puzzles in games between bots, and add them to a file."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=slugs())
        parser.add_argument("--games", type=int, default=100)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument(
            "--early", type=float, default=0.5, help="the part of each game that is skipped"
        )
        parser.add_argument(
            "--most", type=int, default=8, help="decisions with more moves are skipped"
        )
        parser.add_argument("--out", required=True, type=Path)

    def handle(
        self, *, game: str, games: int, seed: int, early: float, most: int, out: Path, **_: object
    ) -> None:
        bots = title_of(game).bots
        quick = [bot for bot in bots if not bot.slow]
        judges = _scout(adviser_of(game)), judge_of(game), examiner_of(game)
        mine = Mine(newest(game), quick, *judges, seed, early, most)
        known, first = _found_before(out, seed)
        for number in range(first, games):
            for found in mine.dig(number):
                if found.key in known:
                    continue
                line = {"game": number, "seed": seed, **found.dump()}
                with out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line, separators=(",", ":")) + "\n")
                known.add(found.key)
                best, second = found.worths[:2]
                self.stdout.write(f"{number} {found.key} {best.chance} {second.chance}")
                self.stdout.flush()
        self.stdout.write(f"{len(known)} puzzles in {out}.")


def _scout(strong: Any) -> Bot:
    """Return the strongest bot; a slow one with fewer tries."""
    if not strong.slow:
        return cast("Bot", strong)
    return cast("Bot", type(strong)(tries=max(2, strong.tries // SCOUTED)))


def _found_before(out: Path, seed: int) -> tuple[set[str], int]:
    """Return the keys of a file's puzzles and the number of the game to continue with.

    That is the last game in the file, which may be unfinished.
    """
    if not out.exists():
        return set(), 0
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    games = [line["game"] for line in lines if line["seed"] == seed]
    return {line["key"] for line in lines}, max(games, default=0)
