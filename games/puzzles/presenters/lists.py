"""The list of games with puzzles: what the reader has solved, and their ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.utils.translation import gettext as _

from games.engine.contract import Game
from games.engine.puzzles import Puzzle
from games.ladders.presenters.charts import Graph, graph_of
from games.puzzles.library import (
    games_with_puzzles,
    puzzle_of_the_day,
    puzzles_about,
    puzzles_of,
    themes_of,
)
from games.puzzles.models import PuzzleAttempt
from games.puzzles.services import Attempt, Key, Solving, Streak
from games.titles.contract import Title

LINE = 2
"""The fewest ratings that a graph draws."""
CHANGES = 30
"""The number of a rating's latest changes in its graph."""


@dataclass(frozen=True)
class ThemeRow:
    """A theme, and how many of its puzzles the viewer has solved."""

    slug: str
    name: str
    count: int
    solved: int


@dataclass(frozen=True)
class RatingPast:
    """A solver's rating in a game over the latest rated answers, newest first."""

    answers: list[PuzzleAttempt]
    count: int
    """The number of all rated answers."""
    best: int
    graph: Graph

    @classmethod
    def of(cls, answers: Sequence[PuzzleAttempt]) -> RatingPast | None:
        """Return the past of a rating, given its answers; None until there is a line to draw."""
        ratings = [rating for one in answers if (rating := one.rating) is not None]
        if len(ratings) < LINE:
            return None
        latest = list(reversed(answers[-CHANGES:]))
        return cls(latest, len(ratings), max(ratings), graph_of(ratings[-CHANGES:]))

    @property
    def since(self) -> datetime:
        return self.answers[-1].at

    @property
    def until(self) -> datetime:
        return self.answers[0].at


@dataclass(frozen=True)
class GamePuzzles:
    """The puzzles of a game, as one viewer sees the list."""

    title: Title
    today: Puzzle
    attempt: Attempt | None
    """The viewer's answer to today's puzzle."""
    solving: Solving
    themes: list[ThemeRow]
    streak: Streak | None
    past: RatingPast | None

    @property
    def game(self) -> Game:
        return self.title.game

    @property
    def slug(self) -> str:
        return self.title.slug

    @property
    def count(self) -> int:
        return len(puzzles_of(self.slug))

    @property
    def done(self) -> bool:
        return self.solving.solved >= self.count


@dataclass(frozen=True)
class Solved:
    """What a visitor has done with the puzzles so far, by game."""

    attempts: Mapping[Key, Attempt]
    solving: Mapping[str, Solving]
    streaks: Mapping[str, Streak]
    rated: Mapping[str, Sequence[PuzzleAttempt]]


def all_puzzles(done: Solved, day: date) -> list[GamePuzzles]:
    """Return the games that have puzzles, in the order of the site's lists."""
    return [_of_game(title, done, day) for title in games_with_puzzles()]


def _of_game(title: Title, done: Solved, day: date) -> GamePuzzles:
    slug, attempts = title.slug, done.attempts
    today = puzzle_of_the_day(slug, day)
    solved = {key for (game, key), one in attempts.items() if game == slug and one.solved}
    rows = []
    for theme in themes_of(slug):
        keys = {one.key for one in puzzles_about(slug, theme.slug)}
        if keys:
            rows.append(ThemeRow(theme.slug, _(theme.name), len(keys), len(keys & solved)))
    of_today = attempts.get((slug, today.key))
    return GamePuzzles(
        title,
        today,
        of_today,
        done.solving.get(slug, Solving()),
        rows,
        done.streaks.get(slug),
        RatingPast.of(done.rated.get(slug, ())),
    )
