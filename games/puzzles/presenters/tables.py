"""The table of a puzzle: the question, the choices and the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext as _

from games.boards.guides import Advice
from games.boards.lines import Line
from games.engine.bots import question
from games.engine.contract import Json
from games.engine.history import visible_steps
from games.engine.puzzles import Puzzle, Theme, Worth
from games.engine.replay import read_move
from games.matches.presenters.following import lines_following
from games.matches.presenters.prepared import PreparedTable, players_around, prepared_match
from games.puzzles.library import (
    beginnings,
    follow_ups,
    line_of,
    state_of,
)
from games.puzzles.services import Attempt, Streak
from games.titles.registry import title_of

SHOWN = 4
"""The number of best choices that a verdict shows, in addition to the solver's own."""


@dataclass(frozen=True)
class Choice:
    """A possible answer in words, and how many of 100 games it wins."""

    advice: Advice
    chance: int
    best: bool
    mine: bool
    cost: int = 0
    """The number of games of 100 that it wins less than the best."""
    tempting: bool = False
    """Whether it is the wrong move to compare with: the solver's own, or else the next best."""
    following: Sequence[Line] = ()
    """What would have followed the best and the tempting move, with the cards as they lay."""


@dataclass(frozen=True)
class Reason:
    """A theme of the puzzle, and what to think of in such a position."""

    slug: str
    name: str
    why: str
    """Empty if it isn't true here."""


@dataclass
class Verdict:
    """The panel next to the table: the question, and after the answer what was right."""

    game: str
    puzzle: Puzzle
    attempt: Attempt | None
    table: PuzzleTable
    theme: Theme | None = None
    """The theme that the solver has chosen to practise, if any."""
    refusal: Json | None = None
    rated: bool = False
    """Whether an answer changes the viewer's rating."""
    known: bool = False
    """Whether it was answered from the viewer's network before, so that it isn't rated."""
    streak: Streak | None = None
    """How many puzzles of the game the viewer has solved in a row."""

    @property
    def key(self) -> str:
        return self.puzzle.key

    @property
    def answered(self) -> bool:
        return self.attempt is not None and self.attempt.move is not None

    @property
    def again(self) -> bool:
        """Whether the viewer has answered it before."""
        return self.attempt is not None

    @property
    def unrated(self) -> bool:
        """Whether the answer of a viewer whose answers are rated was not."""
        return self.rated and self.attempt is not None and self.attempt.rating is None

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

    @cached_property
    def _tempting(self) -> Worth:
        """Return the wrong choice to compare the best with."""
        return self.puzzle.worths[1] if self.right else self._worth

    @property
    def cost(self) -> int:
        """The number of games of 100 that the best answer wins, less that of the given one."""
        return self.puzzle.best.chance - self._worth.chance

    @cached_property
    def choices(self) -> list[Choice]:
        """The best choices, and the solver's own."""
        shown = list(self.puzzle.worths[:SHOWN])
        if self._worth not in shown:
            shown.append(self._worth)
        return [self._choice(worth) for worth in shown]

    @property
    def best(self) -> Choice:
        return self.choices[0]

    @cached_property
    def left_out(self) -> list[Worth]:
        """The choices that are not shown, the best first."""
        return [worth for worth in self.puzzle.worths[SHOWN:] if worth is not self._worth]

    def _choice(self, worth: Worth) -> Choice:
        mine, best, tempting = (
            worth is one for one in (self._worth, self.puzzle.best, self._tempting)
        )
        written = self._mine if mine else worth.moves[0]
        state, board = state_of(self.game, self.key), self.table.game_board.board
        # The table before the answer: a board offers no moves once the puzzle is answered.
        asked = replace(self.table, moves=state.position.moves(self.puzzle.seat), verdict=None)
        move = read_move(state.start, written)
        return Choice(
            board.advice(asked, move),
            worth.chance,
            best,
            mine,
            self.puzzle.best.chance - worth.chance,
            tempting,
            self._following(written) if best or tempting else (),
        )

    def _following(self, move: Json) -> list[Line]:
        """Return the log lines of a move and what would have followed it.

        There are none if the puzzle goes on: they would show the answer to its next part.
        """
        if self.key in follow_ups(self.game):
            return []
        state = state_of(self.game, self.key)
        return lines_following(
            state.position.clone(),
            line_of(self.game, self.puzzle, move),
            state.moves + 1,
            state.seed,
            self.puzzle.seat,
            self.table.names,
            self.table.game_board.board,
        )

    @property
    def reasons(self) -> list[Reason]:
        """The themes of the puzzle, once it is answered."""
        if not self.answered:
            return []
        position = state_of(self.game, self.key).position
        asked = question(position, self.puzzle.seat)
        best = read_move(position, self._mine if self.right else self.puzzle.best.moves[0])
        return [
            Reason(theme.slug, _(theme.name), _(theme.why) if theme.premise(asked, best) else "")
            for theme in title_of(self.game).themes
            if theme.slug in self.puzzle.themes
        ]

    @property
    def part(self) -> int:
        """The place of this puzzle among those that continue each other; 1 for the first."""
        before, key, part = beginnings(self.game), self.key, 1
        while key := before.get(key, ""):
            part += 1
        return part

    @property
    def follow_up(self) -> str:
        """The key of the puzzle that goes on after the right answer; empty if there is none."""
        return follow_ups(self.game).get(self.key, "") if self.right else ""

    @property
    def theme_name(self) -> str:
        return _(self.theme.name) if self.theme is not None else ""

    @property
    def query(self) -> str:
        """The part of the address that stays the same from puzzle to puzzle."""
        return f"?theme={self.theme.slug}" if self.theme is not None else ""


@dataclass
class PuzzleTable(PreparedTable):
    """The table of a puzzle, with the one decision to make."""

    verdict: Verdict | None = None
    suggests: bool = False

    @property
    def ask(self) -> str:
        if self.verdict is None or not self.verdict.answered:
            return str(super().ask)
        return _("You found it!") if self.verdict.right else _("Another move is stronger.")


def puzzle_table(
    game: str,
    puzzle: Puzzle,
    attempt: Attempt | None,
    solver: str,
    theme: Theme | None = None,
    *,
    rated: bool = False,
    known: bool = False,
    refusal: Json | None = None,
    streak: Streak | None = None,
) -> PuzzleTable:
    """Return the table of a puzzle.

    Args:
        game: The game's slug.
        puzzle: The puzzle.
        attempt: The viewer's answer so far.
        solver: The viewer's name at the table.
        theme: The theme that the viewer practises, if any.
        rated: Whether an answer changes the viewer's rating.
        known: Whether it was answered from the viewer's network before, so that it isn't rated.
        refusal: The description of the refusal of the last answer, if there was one.
        streak: The viewer's streak in this game, if they have one.
    """
    state = state_of(game, puzzle.key)
    position = state.position
    is_open = attempt is None or attempt.move is None
    table = PuzzleTable(
        match=prepared_match(game, puzzle.record["rules"], state),
        seat=puzzle.seat,
        view=position.view(puzzle.seat),
        players=players_around(game, position.seats, puzzle.seat, solver),
        moves=position.moves(puzzle.seat) if is_open else [],
        turn_token=puzzle.key if is_open else None,
        steps=visible_steps(state.history, puzzle.seat),
        tools="puzzles/_tools.html",
        side_panel="puzzles/_verdict.html",
    )
    table.verdict = Verdict(game, puzzle, attempt, table, theme, refusal, rated, known, streak)
    return table
