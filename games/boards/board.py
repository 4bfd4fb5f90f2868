"""How a game is shown at a table: what every board has, and what most have alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from games.boards.beats import Banner, BannerWriter, banner_of
from games.boards.chapters import Chapter, ChapterWriter
from games.boards.drawing.frame import BODY_HEIGHT, CHIP_HEIGHT, Chip, draw_chips
from games.boards.drawing.palette import Palette
from games.boards.drawing.sheet import Sheet
from games.boards.endings import Ending, plain_ending
from games.boards.guides import Advice, Guide
from games.boards.lines import Line, LineWriter, Names
from games.boards.words import move_words, name_words
from games.engine.contract import Game, Happening, Json, Move, Outcome

if TYPE_CHECKING:
    from games.matches.presenters.chairs import Chair
    from games.matches.presenters.table import Table

M = TypeVar("M", bound=Move)
SOUNDS: Mapping[str, str] = {
    "over": "end",
    **dict.fromkeys(("battle-ended", "power", "awarded"), "battle"),
    **dict.fromkeys(("scored", "round-ended", "dealt"), "round"),
    "destroyed": "blow",
    **dict.fromkeys(("played", "placed", "settled", "travelled", "migrated"), "card"),
    **dict.fromkeys(("built", "discarded", "deployed"), "card"),
}
"""Kind of happening → its sound (static/js/sound.js); of several a page plays the weightiest.
Titles add theirs."""
WINS = ngettext_lazy("{names} wins.", "{names} share the victory.", "count")


class BoardTable:
    """What the template of a game shows, from a table's view and moves alone."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.view = table.view

    @property
    def phase(self) -> str:
        """Which part of a turn or round is being played, by the game's own word."""
        return str(self.view.get("phase", ""))

    @property
    def over(self) -> bool:
        return self.table.over or self.phase == "over"

    @property
    def me(self) -> Chair | None:
        """Through whose eyes the table is seen."""
        return None if self.table.seat is None else self.table.chair(self.table.seat)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(chair.name for chair in self.table.chairs)

    @cached_property
    def chairs(self) -> tuple[Chair, ...]:
        return tuple(self.table.chairs)

    @property
    def my_cards(self) -> Sequence[str]:
        """The cards in my hand, by id; none for those who have no seat."""
        hand = None if self.table.seat is None else self.view["hands"][self.table.seat]
        return hand if isinstance(hand, list) else ()

    @property
    def hand(self) -> Sequence[Any]:
        """My hand as it is drawn; empty where a game has no hands."""
        return ()

    @property
    def choosing(self) -> bool:
        """Whether a card of my hand is to be chosen."""
        return False

    @cached_property
    def move_types(self) -> frozenset[str]:
        """What kinds of moves I may make now."""
        return frozenset(move.type for move in self.table.moves)

    def moves_of(self, kind: type[M]) -> list[M]:
        """The legal moves of one type."""
        return [move for move in self.table.moves if isinstance(move, kind)]

    @property
    def grave(self) -> Sequence[Json]:
        """The moves that may cost the match, each by the fields it is known by.

        The page holds them for a moment, in which they can be called back, as far as they are
        final. Unless a game says better these are the moves without fields: one click makes them,
        and passing, stopping or declining gives something up.
        """
        plain = dict.fromkeys(move.type for move in self.table.moves if not fields(move))
        return tuple({"type": kind} for kind in plain)

    @property
    def ask(self) -> str:
        """One sentence: what is asked of me, or for whom the table waits."""
        if self.over:
            return self.table.result
        return self.question() if self.table.may_act else self.waiting()

    def question(self) -> str:
        """What is asked of me, who am to move."""
        return _("Choose what to do.")

    def waiting(self) -> str:
        """For whom the table waits."""
        return _("The others decide.")


class Board:
    """How a game is shown; its template is games/<slug>/_board.html."""

    game: ClassVar[Game]
    table: ClassVar[type[Any]] = BoardTable
    line_writers: ClassVar[Mapping[str, LineWriter]] = {}
    """Kind of happening → its line of the log. Kinds that are not named have none."""

    chapters: ClassVar[Mapping[str, ChapterWriter]] = {}
    """Kind of happening, of which everybody knows → the chapter that begins with it."""

    banners: ClassVar[Mapping[str, BannerWriter]] = {}
    """Kind of happening → what stands large over the table. Those that are named are the great
    moments: a page stays with them longer than with a card."""

    palette: ClassVar[Palette] = Palette()
    """The colours of its pictures: in good light those of its title.css."""

    results: ClassVar[Mapping[str, Any]] = {}
    """Reason of an outcome → how the match ended, lazily translated; a plural counts by `count`."""

    def build(self, table: Table) -> Any:
        """What the game's template shows, from the table's view and moves alone."""
        return self.table(table)

    def condense(self, happenings: Sequence[Happening]) -> Sequence[Happening]:
        """The happenings of one step, where some share a line."""
        return happenings

    def describe(self, happening: Happening, names: Sequence[str]) -> list[Line]:
        """The lines of a happening."""
        writer = self.line_writers.get(happening.kind)
        return [writer(happening.facts, names)] if writer is not None else []

    def chapter(self, happenings: Sequence[Happening], names: Sequence[str]) -> Chapter | None:
        """What begins with one step, if anything: the last of it, but no part before a whole."""
        begun = [
            self.chapters[kind](facts, names)
            for kind, facts, to in happenings
            if to is None and kind in self.chapters
        ]
        whole = [chapter for chapter in begun if not chapter.within]
        return next(reversed(whole or begun), None)

    def card_name(self, card: str) -> str:
        """A card by its name, for sentences."""
        return card

    def result(self, winners: str, count: int, outcome: Outcome) -> str:
        """How the match ended, in one sentence."""
        text: str = self.results.get(outcome.reason, WINS) % {"count": count}
        return text.format(names=winners)

    def banner(
        self, happenings: Sequence[Happening], names: Names, you: int | None
    ) -> Banner | None:
        """What stands large over the table after a step; None where nothing great happened."""
        return banner_of(happenings, self.banners, names, you)

    def ending(self, table: Table) -> Ending:
        """The game's part of the scene at the end of a match that its rules have ended.

        Where somebody left it, or it was called off, there is nothing to draw, and no score.
        """
        return plain_ending(table)

    def guide(self, table: Table) -> Guide | None:
        """What is asked of the viewer, explained to a beginner; None where nothing is written.

        It is written from the table's view and moves alone.
        """
        return None

    def lesson(self, chosen: Move, better: Move) -> str:
        """What a decision teaches that should have been another, in one sentence.

        Decisions that teach the same have the same sentence, whatever the cards: they are counted
        together. A game says it in its own words.
        """
        kinds = name_words(chosen.type), name_words(better.type)
        if kinds[0] == kinds[1]:
            return _("{kind}: compare your choices once more.").format(kind=kinds[0])
        return _("Where you chose “{made}”, “{better}” was often stronger.").format(
            made=kinds[0], better=kinds[1]
        )

    def advice(self, table: Table, move: Move) -> Advice:
        """One of the viewer's moves, as somebody beside them would advise it."""
        return Advice(f"{move_words(move, table.names)}.")

    def draw(self, sheet: Sheet, table: Table) -> None:
        """The position on a sheet, for the preview of a link: the board and the players.

        There is room for BODY_WIDTH × BODY_HEIGHT (games/boards/drawing/frame.py), from (0, 0) on.
        `table` is that of the public. A game that draws nothing shows who plays.
        """
        chips = [Chip(chair, won=table.ended and chair.place == 1) for chair in table.chairs]
        draw_chips(sheet, chips, BODY_HEIGHT - CHIP_HEIGHT)
