"""`manage.py judge_puzzles GAME --out FILE`: judge puzzles again, and keep those that stand.

Every move is tried in worlds that are played to their end. The command takes minutes to hours and
needs no database; started again, it continues after the last puzzle in the file.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

from django.core.management.base import BaseCommand, CommandParser

from games.engine.judge import Judge
from games.engine.mining import equivalent_moves, examined
from games.engine.puzzles import Puzzle, question_of, worths_of
from games.engine.record import read_record
from games.puzzles.library import puzzle_file
from games.puzzles.management.commands.select_puzzles import read_lines
from games.titles.registry import ALL_RULES, judge_of, slugs


class Command(BaseCommand):
    help = "Judge puzzles again, and add those that stand to a file."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=slugs())
        parser.add_argument("files", nargs="*", type=Path, help="By default the game’s.")
        parser.add_argument("--out", required=True, type=Path)

    def handle(self, *, game: str, files: list[Path], out: Path, **_: object) -> None:
        found = {one.key: one for file in files or [puzzle_file(game)] for one in read_lines(file)}
        last = max((one.key for one in read_lines(out)), default="") if out.exists() else ""
        kept = 0
        for key in sorted(found):
            if key <= last:
                continue
            judged = judged_again(judge_of(game), found[key])
            self.stdout.write(f"{key} {'thrown out' if judged is None else judged.gap}")
            self.stdout.flush()
            if judged is not None:
                kept += 1
                with out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(judged.dump(), separators=(",", ":")) + "\n")
        self.stdout.write(f"{kept} more puzzles in {out}.")


def judged_again(judge: Judge, puzzle: Puzzle) -> Puzzle | None:
    """Return a puzzle with new chances; None if its answer does not lead by enough."""
    asked = question_of(read_record(puzzle.record, ALL_RULES), puzzle.seat)
    rng = Random(puzzle.key)
    alike = equivalent_moves(asked, rng)
    best = next(moves[0] for moves in alike if puzzle.solves(moves[0]))
    worths = examined(judge, asked, alike, best, rng)
    return None if worths is None else replace(puzzle, worths=worths_of(worths))
