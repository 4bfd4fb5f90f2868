"""A storm on screen and as data: its tables, its panel, and the days’ best."""

from __future__ import annotations

from dataclasses import dataclass, fields

from accounts.http import Visitor
from games.engine.contract import Game, Json
from games.engine.puzzles import Puzzle
from games.puzzles.models import Storm
from games.puzzles.presenters.tables import PuzzleTable, puzzle_table
from games.puzzles.storms import (
    MISTAKES,
    TIME,
    best_of_today,
    best_storm,
    current_puzzle,
    is_running,
    missed_puzzles,
    mistakes_in,
    newest_storm,
    seconds_left,
)
from games.titles.registry import title_of


@dataclass(frozen=True)
class StormPanel:
    """The panel next to the table of a storm."""

    storm: Storm
    refusal: Json | None = None

    @property
    def game(self) -> str:
        slug: str = self.storm.game
        return slug

    @property
    def left(self) -> int:
        """The seconds left."""
        return seconds_left(self.storm)

    @property
    def clock(self) -> str:
        """The time left in minutes and seconds."""
        return f"{self.left // 60}:{self.left % 60:02}"

    @property
    def mistakes(self) -> int:
        return mistakes_in(self.storm)

    most = MISTAKES

    @property
    def last(self) -> str:
        """The result of the last answer, “+” or “-”; empty before the first."""
        answers: str = self.storm.answers
        return answers[-1:]


@dataclass
class StormTable(PuzzleTable):
    """The table of a puzzle in a storm."""

    panel: StormPanel | None = None


def storm_table(
    storm: Storm, puzzle: Puzzle, solver: str, refusal: Json | None = None
) -> StormTable:
    """Return the table of the puzzle that a storm asks now."""
    table = puzzle_table(storm.game, puzzle, None, solver)
    shown = {one.name: getattr(table, one.name) for one in fields(PuzzleTable) if one.init}
    found = StormTable(**{**shown, "side_panel": "puzzles/_storm.html"})
    found.panel = StormPanel(storm, refusal)
    return found


@dataclass(frozen=True)
class StormPage:
    """The page of a game's storms while none runs: the last one, and the best ones."""

    game: Game
    last: Storm | None
    missed: list[Puzzle]
    """The puzzles answered wrong in the last one."""
    best: Storm | None
    today: list[Storm]
    minutes = TIME.seconds // 60
    mistakes = MISTAKES

    @property
    def is_best(self) -> bool:
        """Whether the last one is the user's best so far."""
        return self.last is not None and self.last == self.best and bool(self.last.solved)


def storm_page(visitor: Visitor, game: str) -> StormPage:
    """Return the page of a game's storms while none runs."""
    last = newest_storm(visitor, game)
    return StormPage(
        title_of(game).game,
        last,
        [] if last is None else missed_puzzles(last),
        best_storm(visitor, game),
        best_of_today(game),
    )


def describe_storm(visitor: Visitor, game: str) -> Json:
    """Return a user's newest storm of a game and the best ones, for JSON."""
    storm, best = newest_storm(visitor, game), best_storm(visitor, game)
    puzzle = None if storm is None else current_puzzle(storm)
    return {
        "game": game,
        "running": storm is not None and is_running(storm),
        "left": 0 if storm is None else seconds_left(storm),
        "answers": "" if storm is None else storm.answers,
        "puzzle": None if puzzle is None else puzzle.key,
        "best": None if best is None else best.solved,
        "today": [
            {"username": one.user.username, "solved": one.solved} for one in best_of_today(game)
        ],
    }
