"""Puzzles on screen: the table, the question and the verdict, and the lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date, datetime
from functools import cached_property

from django.utils.translation import gettext as _

from accounts.http import Visitor
from games.boards.guides import Advice
from games.boards.lines import Line
from games.engine.contract import Game, Json, Move
from games.engine.history import visible_steps
from games.engine.puzzles import Puzzle, Theme, Worth
from games.engine.replay import read_move
from games.ladders.presenters.charts import Graph, graph_of
from games.matches.presenters.events import effects_of
from games.matches.presenters.following import lines_following
from games.matches.presenters.prepared import PreparedTable, players_around, prepared_match
from games.puzzles.library import (
    beginnings,
    follow_ups,
    games_with_puzzles,
    line_of,
    puzzle_of_the_day,
    puzzles_about,
    puzzles_of,
    state_of,
    themes_of,
)
from games.puzzles.models import PuzzleAttempt, Storm
from games.puzzles.services import Attempt, Key, Solving, Streak, ratings_of
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
from games.titles.contract import Title
from games.titles.registry import title_of

LINE = 2
"""The fewest ratings that a graph draws."""
CHANGES = 30
"""The number of a rating's latest changes in its graph."""
PAGE = 50
"""The number of puzzles on a page of a list."""
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
    lesson: str = ""
    """What can be learned from the tempting move, in a sentence."""
    following: Sequence[Line] = ()
    """What would have followed the best and the tempting move, with the cards as they lay."""


@dataclass(frozen=True)
class Reason:
    """A theme of the puzzle, and why such a move is right."""

    slug: str
    name: str
    why: str


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

    @property
    def left_out(self) -> int:
        """The number of choices that are not shown, all worse than those that are."""
        return len(self.puzzle.worths) - len(self.choices)

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
            board.lesson(move, self._right_move) if tempting else "",
            self._following(written) if best or tempting else (),
        )

    @cached_property
    def _right_move(self) -> Move:
        mine = self._mine if self.right else self.puzzle.best.moves[0]
        return read_move(state_of(self.game, self.key).start, mine)

    def _following(self, move: Json) -> list[Line]:
        """Return the log lines of a move and what would have followed it."""
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
        themes = title_of(self.game).themes if self.answered else ()
        return [
            Reason(theme.slug, _(theme.name), _(theme.why))
            for theme in themes
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
    table.verdict = Verdict(game, puzzle, attempt, table, theme, refusal, rated, streak)
    return table


# --- Storms.


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


# --- The lists.


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


# --- As data.


def describe_row(game: str, puzzle: Puzzle, rating: int, attempts: Mapping[Key, Attempt]) -> Json:
    """Return a puzzle's row of a list, for JSON."""
    attempt = attempts.get((game, puzzle.key))
    return {
        "game": game,
        "puzzle": puzzle.key,
        "seats": puzzle.record["seats"],
        "rating": rating,
        "solved": None if attempt is None else attempt.solved,
    }


def describe_page(game: str, theme: str, after: str, attempts: Mapping[Key, Attempt]) -> Json:
    """Return a page of the list, ordered by game and key, for JSON.

    Args:
        game: The slug of a game; empty for all.
        theme: The slug of one of its themes; empty for all.
        after: The `after` of the page before; empty for the first page.
        attempts: The viewer's answers.

    Raises:
        NoSuchPuzzle: The game is not installed.
        NoSuchTheme: The game has no such theme.
    """
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
    """Return a puzzle as its seat sees it; worths and what else tells the answer only after it."""
    state, seat = state_of(game, puzzle.key), puzzle.seat
    answered = attempt is not None and attempt.move is not None
    steps = visible_steps(state.history, seat)
    return {
        "game": game,
        "puzzle": puzzle.key,
        "rules": puzzle.record["rules"],
        "seats": state.position.seats,
        "seat": seat,
        "options": dict(state.position.options),
        "view": state.position.view(seat),
        "moves": [move.dump() for move in state.position.moves(seat)],
        "effects": [one for step in steps for one in effects_of(step, seat)],
        "solved": None if attempt is None else attempt.solved,
        "answer": None if attempt is None else attempt.move,
        "rating": None if attempt is None else attempt.rating,
        "change": None if attempt is None else attempt.change,
        "worths": [worth.dump() for worth in puzzle.worths] if answered else [],
        "themes": list(puzzle.themes) if answered else [],
        "follow_up": follow_ups(game).get(puzzle.key) if answered else None,
    }
