"""What a game declares for the site in addition to its rules.

A game is a Django app with a module `title.py` that defines `TITLE`. Only the rules are required:

    TITLE = Title(rules=(Position1,))

Everything else has a working default: a board drawn from the view and the legal moves, bots that
move at random, no picture, no rules page.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy

from games.boards.board import Board
from games.boards.panels import Kind, Map
from games.engine.achievements import Achievement, Fact, Habit
from games.engine.bots import Bot, Easy
from games.engine.contract import Effect, Game, Json, Move, Options, Position, View
from games.engine.core import Judge
from games.engine.evaluator import Evaluator
from games.engine.lessons import Lesson
from games.engine.puzzles import Theme
from games.engine.strength import Counted

if TYPE_CHECKING:
    from _typeshed import DataclassInstance
    from django.utils.functional import Promise

    Words = str | Promise

SHUFFLING = gettext_lazy("The cards are being shuffled.")
DEALT = gettext_lazy("The cards are dealt.")


@dataclass(frozen=True)
class OptionWords:
    """The texts of an option in the form for a new table."""

    name: Words
    help: Words = ""
    values: Mapping[object, Words] = field(default_factory=dict)
    """Names of values; by default a number is shown as points."""
    agreed: Mapping[object, Words] = field(default_factory=dict)
    """Short texts for lists of tables, which show every option that does not have its default.

    Other values are shown as the option's name, and a number as the points to reach.
    """
    describe: Callable[[Any], str] | None = None
    """Returns the short text of a value that cannot be listed; None: the option's name."""
    template: str = ""
    """Shows such a value in full, from the title's `sheet`."""


@dataclass(frozen=True)
class Plans:
    """Conditional moves: what a player can decide before their next question.

    All functions get the view of the player's seat and the seat. A plan holds as long as `scope`
    stays the same.
    """

    conditions: Mapping[str, Words]
    """By key, in the order in which they are tested: “If all others have passed”."""
    scope: Callable[[View, int], Json | None]
    """Returns what a plan depends on, as JSON; None if the seat's next question is unknown."""
    moves: Callable[[View, int], Sequence[tuple[Move, str]]]
    """Returns the moves that can be planned, with their words; each may turn out to be illegal."""
    holds: Callable[[str, View, int], bool]
    """Returns whether the condition with a key holds when the seat is asked."""


@dataclass(frozen=True)
class CharacterWords:
    """The texts of a bot's character."""

    name: Words
    """A lower-case word that can follow a name: “Mathilde, careful”."""
    description: Words = ""
    """Two short sentences: who it is, and how it plays."""


@dataclass(frozen=True)
class Budget:
    """Minimum speed of the rules on a machine that makes ten million trivial moves a second."""

    moves_per_second: int = 60_000
    long_options: Options = field(default_factory=dict)
    """Options that make a match long, for the replay benchmark."""


@dataclass(frozen=True)
class Shapes:
    """The JSON of a game for all versions of its rules, as TypedDicts."""

    position: object
    """The return type of `dump`."""
    view: object
    """The return type of `view`."""
    move: object
    """A recorded move without its seat: a union of types distinguished by `type`."""
    effects: Mapping[str, object] = field(default_factory=dict)
    """The facts of effects, by kind; other kinds are plain objects in the schema."""


@dataclass(frozen=True)
class SameDeal:
    """How far tables with the same seed have the same cards, for duplicate deals."""

    words: Words
    """One sentence for players: what is the same at each table, whatever is played there."""
    worth: int
    """The points of bridge that one point of difference is worth on the scale of IMPs."""
    by_places: bool = False
    """Whether places are compared, since the game has no scores."""


@dataclass(frozen=True)
class Title:
    """A game as the site offers it."""

    rules: tuple[type[Position], ...]
    """Every version of the rules. Versions are never removed: old records need them."""
    shapes: Shapes | None = None
    """The JSON of the game; None: the API schema has plain objects."""
    bots: tuple[Bot, ...] = (Easy(),)
    """The game's bots, the weakest first."""
    level_seats: Mapping[str, Collection[int]] = field(default_factory=dict)
    """The numbers of seats at which a level is offered: where it is stronger than the one below.
    Levels that are left out are offered at every number."""
    adviser: Bot | None = None
    """The bot whose moves hints, reviews and puzzles propose; None: the strongest."""
    characters: Mapping[str, tuple[Bot, ...]] = field(default_factory=dict)
    """Bots by character, at the levels that have one: as strong as the level's bot, but with habits
    of their own."""
    character_words: Mapping[str, CharacterWords] = field(default_factory=dict)
    """Texts by character; by default its name."""
    counted: tuple[Counted, ...] = ()
    """Results of games between its bots, from which the first ratings of levels are computed."""
    playing_on: Bot | None = None
    """The bot that plays imagined worlds to their end where decisions are judged
    (games/engine/judge.py); None: the strongest of its quick bots."""
    evaluator: Evaluator | None = None
    """Values such worlds before their end; None: they are played to it."""
    examiner: Bot | None = None
    """A bot that thinks longer than any level and must agree with the answer of a puzzle; None: the
    strongest bot."""
    bot_names: tuple[str, ...] = ()
    """Names for bots at any table, in the spirit of this game."""
    board: type[Board] | None = None
    """How a table is shown; None: drawn from the view and the legal moves."""
    name: Words = ""
    """The game's name on pages, lazily translated; "" is the name in its rules, in all languages.
    Give it a context, `pgettext_lazy("name of a game", "Go")`: else a word of the site may fit."""
    dealing: Words = SHUFFLING
    """Shown for a moment before a match: once all seats are taken."""
    dealt: Words = DEALT
    """The first sentence of a log without moves."""
    pitch: Words = ""
    """One sentence that makes players want to try the game."""
    minutes: str = ""
    """Usual duration between people, such as “30–60”."""
    options: Mapping[str, OptionWords] = field(default_factory=dict)
    card_preview: Callable[[], Sequence[DataclassInstance]] = tuple
    """Returns a few cards as a picture of the game."""
    kinds: Callable[[], Sequence[Kind]] = tuple
    """Returns every kind of card, for the rules page, the list of cards and their large view."""
    sheet: Callable[[Options], object] | None = None
    """Returns the context of the title's own parts of the rules page, for a match's options."""
    map: Map | None = None
    samples: Callable[[], Sequence[Mapping[str, object]]] = tuple
    """Returns examples of all sorts of cards, for the style guide."""
    sounds: Mapping[str, str] = field(default_factory=dict)
    """Sounds by kind of effect, in addition to those in games/boards/board.py."""
    credit: str = ""
    """The game's authors, publisher and year."""
    same_deal: SameDeal | None = None
    """None: chance depends on how the match is played, and results are not compared."""
    judges: Mapping[str, Judge] = field(default_factory=dict)
    show_seconds: Callable[[Sequence[Effect]], int] = lambda effects: 0
    """Returns how long the show of these effects takes; live clocks start that much later."""
    lessons: Sequence[Lesson] = ()
    """In the order of learning; the first is for players who do not know the game."""
    themes: Sequence[Theme] = ()
    """Themes of its puzzles; the puzzles are in the file `puzzles.jsonl`."""
    achievements: Sequence[Achievement] = ()
    """What players can earn in a match, the easiest first."""
    habits: Sequence[Habit] = ()
    """Tendencies of players, shown in their profiles."""
    facts: Sequence[Fact] = ()
    """What players did in a match, by which they find it again."""
    plans: Plans | None = None
    """Conditional moves; None if no question can be foreseen."""
    budget: Budget = Budget()
    place: int = 100
    """Position in lists of games, the smallest first; then sorted by slug."""

    @property
    def newest(self) -> type[Position]:
        """The rules of new tables."""
        return max(self.rules, key=lambda rules: rules.game.rules)

    @property
    def game(self) -> Game:
        """The game as pages name it, in the active language."""
        game = self.newest.game
        return replace(game, name=str(self.name)) if self.name else game

    @property
    def slug(self) -> str:
        return self.newest.game.slug


@dataclass(frozen=True)
class Found:
    """A title and the folder of its app."""

    title: Title
    folder: Path
