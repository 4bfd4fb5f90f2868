"""What a game declares for the site besides its rules.

A game is a Django app with a module `title.py` that holds one `TITLE`. Only its rules must be
there: whatever else a title leaves out falls back to something that works (a board drawn from
the view and the legal moves, bots that move at random, no picture, no page of rules).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.engine.achievements import Achievement, Habit
from games.engine.bots import Bot, Easy
from games.engine.contract import Game, Position
from games.engine.core import Judge
from games.engine.lessons import Lesson
from games.engine.puzzles import Theme
from games.engine.review import Reviewer
from games.engine.strength import Counted

if TYPE_CHECKING:
    from django.utils.functional import Promise

    from games.boards.board import Board
    from games.boards.panels import Kind, Map

    Words = str | Promise


@dataclass(frozen=True)
class OptionWords:
    """An option as the form for a new table calls it."""

    name: Words
    help: Words = ""
    values: Mapping[Any, Words] = field(default_factory=dict)
    """What the values are called; left out, a number is a number of points."""
    agreed: Mapping[Any, Words] = field(default_factory=dict)
    """What a list of tables shows of a value; of values not named here it shows nothing.

    Left out of a title, True is shown as the option's name and a number as points to be reached.
    """


@dataclass(frozen=True)
class CharacterWords:
    """A character of bots as people are told of it."""

    name: Words
    """In a lower-case word that can follow a name: “Mathilde, careful”."""
    description: Words = ""
    """What it does, in a short sentence."""


@dataclass(frozen=True)
class Budget:
    """How fast the rules are to be, on a machine that makes ten million trivial moves a second."""

    moves_per_second: int = 60_000
    long_options: Mapping[str, Any] = field(default_factory=dict)
    """Options that make a match long, for the benchmark of a replay."""


@dataclass(frozen=True)
class Shapes:
    """What the JSON of a game looks like, for all versions of its rules, as TypedDicts."""

    position: Any
    """What `dump` returns."""
    view: Any
    """What `view` returns."""
    move: Any
    """A move as it is in a record, without its seat: one of several, distinguished by `type`."""
    happenings: Mapping[str, Any] = field(default_factory=dict)
    """By kind: the facts of what a move brings about. What is left out only has objects."""


@dataclass(frozen=True)
class Title:
    """A game as the site offers it."""

    rules: tuple[type[Position], ...]
    """Every version of the rules. None is ever taken out: records need it."""
    shapes: Shapes | None = None
    """What its JSON looks like; None: the schema of the API only has objects."""
    bots: tuple[Bot, ...] = (Easy(),)
    """The bots that play it, the weakest first."""
    characters: Mapping[str, tuple[Bot, ...]] = field(default_factory=dict)
    """By character, its bots at the levels that have it: as strong as the level's own, but with
    habits of their own."""
    character_words: Mapping[str, CharacterWords] = field(default_factory=dict)
    """What the characters are called; left out, by their own names."""
    counted: tuple[Counted, ...] = ()
    """Games between its bots: from these follow the ratings their levels begin with."""
    reviewer: Reviewer | None = None
    """How finished matches are reviewed; None: by its own bots, as well as they can."""
    examiner: Reviewer | None = None
    """Who examines what may become a puzzle: its advisers are the deepest bots there are, and
    trials are played on by stronger ones than in a review; None: the reviewer."""
    bot_names: tuple[str, ...] = ()
    """What bots may be called at any table, in the spirit of this game."""
    board: type[Board] | None = None
    """How a table is shown; None: drawn from the view and the legal moves."""
    pitch: Words = ""
    """One sentence that makes somebody want to play."""
    minutes: str = ""
    """How long a match takes with people, as in “30–60”."""
    options: Mapping[str, OptionWords] = field(default_factory=dict)
    fan: Callable[[], Sequence[Any]] = tuple
    """A few cards as a picture of the game."""
    kinds: Callable[[], Sequence[Kind]] = tuple
    """Every kind of card, for the page of its rules."""
    sheet: Callable[[], Any] | None = None
    """What the title's own parts of the page of rules are drawn from."""
    map: Map | None = None
    samples: Callable[[], Sequence[Mapping[str, Any]]] = tuple
    """Cards of every sort, for the style guide."""
    sounds: Mapping[str, str] = field(default_factory=dict)
    """Kinds of happenings → sounds, besides those of games/boards/board.py."""
    credit: str = ""
    """Who made the game: authors, publisher, year."""
    judges: Mapping[str, Judge] = field(default_factory=dict)
    lessons: Sequence[Lesson] = ()
    """In the order in which they are taken: the first is for somebody who knows nothing."""
    themes: Sequence[Theme] = ()
    """What its puzzles may be about; they themselves are in its file `puzzles.jsonl`."""
    achievements: Sequence[Achievement] = ()
    """What can be earned in a match, the easiest first."""
    habits: Sequence[Habit] = ()
    """What people tend to do, as their profiles tell it."""
    budget: Budget = Budget()
    place: int = 100
    """Its place in lists of games, the smallest first; then by its slug."""

    @property
    def newest(self) -> type[Position]:
        """The rules that new tables are opened with."""
        return max(self.rules, key=lambda rules: rules.game.rules)

    @property
    def game(self) -> Game:
        return self.newest.game

    @property
    def slug(self) -> str:
        return self.game.slug


@dataclass(frozen=True)
class Found:
    """A title and the folder of the app that brings it."""

    title: Title
    folder: Path
