"""`manage.py select_puzzles GAME FILE…`: choose the mined puzzles that ship with a game.

The command writes `puzzles.jsonl` in the title's folder: only a few puzzles from one game, at most
a third that the weakest bot solves, each with its themes. The strongest bot must solve each of them
again, with the same random numbers as in the test of all puzzles. A puzzle is left out if its next
best move wins as often once the strongest level follows it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

from django.core.management.base import BaseCommand, CommandParser

from games.engine.bots import Question
from games.engine.mining import wins_as_often
from games.engine.puzzles import Puzzle, question_of
from games.engine.record import read_record
from games.puzzles.library import puzzle_file
from games.titles.contract import Title
from games.titles.registry import ALL_RULES, examiner_of, judge_of, slugs, title_of

FROM_ONE_GAME = 3
ASKED = 20
"""How often the weakest bot answers, since it decides by chance; the others answer
`ASKED_STRONGER` times."""
ASKED_STRONGER = 4
PLAIN_PART = 3
"""At most one puzzle in this many may be plain."""


class Command(BaseCommand):
    help = "Choose among mined puzzles, and write those that ship with the game."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=slugs())
        parser.add_argument("files", nargs="+", type=Path)
        parser.add_argument("--most", type=int, default=150)

    def handle(self, *, game: str, files: list[Path], most: int, **_: object) -> None:
        title = title_of(game)
        mined = {one.key: one for file in files for one in read_lines(file)}
        described = [
            described
            for one in sorted(mined.values(), key=_by_key)
            if (described := describe(title, one)) is not None
        ]
        chosen = selected(described, most)
        lines = [json.dumps(one.dump(), separators=(",", ":")) + "\n" for one in chosen]
        puzzle_file(title.slug).write_text("".join(lines), encoding="utf-8")
        plain = sum(one.plain for one in chosen)
        self.stdout.write(f"{len(chosen)} of {len(mined)} puzzles, {plain} of them plain.")
        themes = Counter(theme for one in chosen for theme in one.themes)
        self.stdout.write(", ".join(f"{theme} {count}" for theme, count in themes.most_common()))


def read_lines(file: Path) -> Iterator[Puzzle]:
    return (Puzzle.read(line) for line in file.read_text(encoding="utf-8").splitlines())


def describe(title: Title, puzzle: Puzzle) -> Puzzle | None:
    """Return a mined puzzle with its themes and its solvers.

    None if the deepest bot does not solve it again, or if the next best move wins as often once the
    strongest level follows it.
    """
    asked = question_of(read_record(puzzle.record, ALL_RULES), puzzle.seat)
    if not puzzle.solves(examiner_of(title.slug).choose(asked, Random(puzzle.key))):
        return None
    if follows_as_well(title, puzzle, asked):
        return None
    rng = Random(puzzle.key)
    solved = []
    for level, bot in enumerate(title.bots):
        times = ASKED_STRONGER if level else ASKED
        found = sum(puzzle.solves(bot.choose(asked, rng)) for _ in range(times))
        solved.append(round(found / times, 2))
    return puzzle.described(asked, solved, title.themes)


def follows_as_well(title: Title, puzzle: Puzzle, asked: Question) -> bool:
    """Return whether the next best move wins as often once the strongest level follows it."""
    move = next(move for move in asked.moves if move.dump() in puzzle.worths[1].moves)
    chance, rng = puzzle.best.chance / 100, Random(puzzle.key)
    return wins_as_often(judge_of(title.slug), title.bots[-1], asked, move, chance, rng)


def selected(puzzles: Iterable[Puzzle], most: int) -> list[Puzzle]:
    """Return the chosen puzzles by key: hard ones first, then the plain ones that are allowed.

    A key is a hash, so that order by key is random.
    """
    games: Counter[str] = Counter()
    chosen: list[Puzzle] = []
    for puzzle in sorted(puzzles, key=lambda one: (one.plain, one.key)):
        seed = puzzle.record["seed"]
        plain = sum(one.plain for one in chosen)
        if len(chosen) >= most or games[seed] >= FROM_ONE_GAME:
            continue
        if puzzle.plain and PLAIN_PART * (plain + 1) > len(chosen) + 1:
            continue
        games[seed] += 1
        chosen.append(puzzle)
    return sorted(chosen, key=_by_key)


def _by_key(puzzle: Puzzle) -> str:
    return puzzle.key
