"""Puzzles on screen: the table with what is asked, what was right and why, and the lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from django.utils.translation import gettext as _

from games.boards.guides import Advice
from games.engine.contract import Game, Json
from games.engine.puzzles import Puzzle, Theme, Worth
from games.engine.replay import read_move
from games.matches.presenters.events import happenings_of
from games.matches.presenters.log import visible_steps
from games.matches.presenters.prepared import PreparedTable, chairs_around, prepared_match
from games.puzzles.library import (
    games_with_puzzles,
    puzzle_of_the_day,
    puzzles_about,
    state_of,
)
from games.puzzles.services import Attempt, Key, Solving, ratings_of
from games.titles.contract import Title
from games.titles.registry import puzzles_of, title_of

PAGE = 50
"""So many puzzles are on one page of a list."""
SHOWN = 4
"""So many of the choices are shown besides the one that was made, the best first."""


@dataclass(frozen=True)
class Choice:
    """One thing that could have been done: in words, and how often it wins, of 100."""

    advice: Advice
    chance: int
    best: bool
    mine: bool


@dataclass
class Verdict:
    """What is said beside the table: the question, and once it is answered what was right."""

    game: str
    puzzle: Puzzle
    attempt: Attempt | None
    table: PuzzleTable
    theme: Theme | None = None
    """The theme that is being practised, if any."""
    refusal: Json | None = None
    rated: bool = False
    """Whether an answer moves the rating of whoever looks."""

    @property
    def key(self) -> str:
        return self.puzzle.key

    @property
    def answered(self) -> bool:
        return self.attempt is not None and self.attempt.move is not None

    @property
    def again(self) -> bool:
        """Whether it has been answered before."""
        return self.attempt is not None

    @property
    def right(self) -> bool:
        return self.answered and self._mine in self.puzzle.best.moves

    @property
    def _mine(self) -> Json:
        assert self.attempt is not None
        assert self.attempt.move is not None
        return self.attempt.move

    @cached_property
    def _worth(self) -> Worth:
        return next(worth for worth in self.puzzle.worths if self._mine in worth.moves)

    @property
    def cost(self) -> int:
        """What the answer gives away against the best one, of 100."""
        return self.puzzle.best.chance - self._worth.chance

    @property
    def lesson(self) -> str:
        """What a wrong answer teaches, in the game's words."""
        if self.right:
            return ""
        start = state_of(self.game, self.key).start
        mine, best = (read_move(start, move) for move in (self._mine, self.puzzle.best.moves[0]))
        return self.table.game_board.board.lesson(mine, best)

    @cached_property
    def choices(self) -> list[Choice]:
        """The best choices, and the one that was made, each with how often it wins."""
        shown = list(self.puzzle.worths[:SHOWN])
        if self._worth not in shown:
            shown.append(self._worth)
        return [self._choice(worth) for worth in shown]

    @property
    def best(self) -> Choice:
        return self.choices[0]

    @property
    def left_out(self) -> int:
        """How many choices more there were, all of them worse than those that are shown."""
        return len(self.puzzle.worths) - len(self.choices)

    def _choice(self, worth: Worth) -> Choice:
        mine = worth is self._worth
        written = self._mine if mine else worth.moves[0]
        state, board = state_of(self.game, self.key), self.table.game_board.board
        # As the table stood when it was asked: a board offers nothing at one that is answered.
        asked = replace(self.table, moves=state.position.moves(self.puzzle.seat), verdict=None)
        advice = board.advice(asked, read_move(state.start, written))
        return Choice(advice, worth.chance, worth is self.puzzle.best, mine)

    @property
    def reasons(self) -> list[str]:
        """Why the best move is right, as far as its themes tell."""
        themes = title_of(self.game).themes
        return [_(theme.why) for theme in themes if theme.slug in self.puzzle.themes]

    @property
    def theme_name(self) -> str:
        return _(self.theme.name) if self.theme is not None else ""

    @property
    def query(self) -> str:
        """What goes on in the address from puzzle to puzzle."""
        return f"?theme={self.theme.slug}" if self.theme is not None else ""


@dataclass
class PuzzleTable(PreparedTable):
    """The table of a puzzle: one decision is asked for, and then nothing more."""

    verdict: Verdict | None = None

    @property
    def ask(self) -> str:
        if self.verdict is None or not self.verdict.answered:
            return str(super().ask)
        return _("You found it.") if self.verdict.right else _("Another move is stronger.")


def puzzle_table(
    game: str,
    puzzle: Puzzle,
    attempt: Attempt | None,
    solver: str,
    theme: Theme | None = None,
    *,
    rated: bool = False,
    refusal: Json | None = None,
) -> PuzzleTable:
    """The table of a puzzle for somebody; `solver`: what they are called there."""
    state = state_of(game, puzzle.key)
    position = state.position
    is_open = attempt is None or attempt.move is None
    table = PuzzleTable(
        match=prepared_match(game, puzzle.record["rules"], state),
        seat=puzzle.seat,
        view=position.view(puzzle.seat),
        chairs=chairs_around(game, position.seats, puzzle.seat, solver),
        moves=position.moves(puzzle.seat) if is_open else [],
        asked=puzzle.key if is_open else None,
        steps=visible_steps(state.story, puzzle.seat),
        tools="puzzles/_tools.html",
        beside="puzzles/_verdict.html",
    )
    table.verdict = Verdict(game, puzzle, attempt, table, theme, refusal, rated)
    return table


# --- The lists.


@dataclass(frozen=True)
class ThemeRow:
    """A theme, and how many of its puzzles are solved."""

    slug: str
    name: str
    count: int
    solved: int


@dataclass(frozen=True)
class GamePuzzles:
    """The puzzles of a game, as one person sees the list of them."""

    title: Title
    today: Puzzle
    attempt: Attempt | None
    """What was answered to today's."""
    solving: Solving
    themes: list[ThemeRow]

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


def all_puzzles(
    attempts: Mapping[Key, Attempt], solving: Mapping[str, Solving], day: date
) -> list[GamePuzzles]:
    """The games that have puzzles, in the order of lists."""
    return [_of_game(title, attempts, solving, day) for title in games_with_puzzles()]


def _of_game(
    title: Title, attempts: Mapping[Key, Attempt], solving: Mapping[str, Solving], day: date
) -> GamePuzzles:
    slug = title.slug
    today = puzzle_of_the_day(slug, day)
    solved = {key for (game, key), one in attempts.items() if game == slug and one.solved}
    rows = []
    for theme in title.themes:
        keys = {one.key for one in puzzles_of(slug).values() if theme.slug in one.themes}
        if keys:
            rows.append(ThemeRow(theme.slug, _(theme.name), len(keys), len(keys & solved)))
    of_today = attempts.get((slug, today.key))
    return GamePuzzles(title, today, of_today, solving.get(slug, Solving()), rows)


# --- As data.


def describe_row(game: str, puzzle: Puzzle, rating: int, attempts: Mapping[Key, Attempt]) -> Json:
    """A puzzle in a list."""
    attempt = attempts.get((game, puzzle.key))
    return {
        "game": game,
        "puzzle": puzzle.key,
        "seats": puzzle.record["seats"],
        "rating": rating,
        "solved": None if attempt is None else attempt.solved,
    }


def describe_page(game: str, theme: str, after: str, attempts: Mapping[Key, Attempt]) -> Json:
    """A page of the list, by game and key; NoSuchTheme."""
    slugs = [game] if game else [title.slug for title in games_with_puzzles()]
    found = [(slug, one) for slug in slugs for one in puzzles_about(slug, theme)]
    keys = [f"{slug}-{one.key}" for slug, one in found]
    begin = keys.index(after) + 1 if after in keys else 0
    rows = found[begin : begin + PAGE]
    ratings = {
        slug: ratings_of(slug, [one for at, one in rows if at == slug]) for slug, _one in rows
    }
    goes_on = begin + PAGE < len(found)
    return {
        "puzzles": [
            describe_row(slug, one, ratings[slug][one.key], attempts) for slug, one in rows
        ],
        "after": keys[begin + PAGE - 1] if goes_on else None,
    }


def describe_puzzle(game: str, puzzle: Puzzle, attempt: Attempt | None) -> Json:
    """A puzzle as its seat sees it; what moves are worth only once it is answered."""
    state, seat = state_of(game, puzzle.key), puzzle.seat
    answered = attempt is not None and attempt.move is not None
    steps = visible_steps(state.story, seat)
    return {
        "game": game,
        "puzzle": puzzle.key,
        "rules": puzzle.record["rules"],
        "seats": state.position.seats,
        "seat": seat,
        "options": dict(state.position.options),
        "view": state.position.view(seat),
        "moves": [move.dump() for move in state.position.moves(seat)],
        "happenings": [one for step in steps for one in happenings_of(step, seat)],
        "solved": None if attempt is None else attempt.solved,
        "answer": None if attempt is None else attempt.move,
        "rating": None if attempt is None else attempt.rating,
        "change": None if attempt is None else attempt.change,
        "worths": [worth.dump() for worth in puzzle.worths] if answered else [],
    }
