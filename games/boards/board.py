"""How a game is shown at a table: the base classes of all boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, ClassVar, TypeVar

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from core.labels import name_words
from games.boards.chapters import Chapter, ChapterWriter
from games.boards.drawing.frame import BODY_HEIGHT, CHIP_HEIGHT, Chip, draw_chips
from games.boards.drawing.palette import Palette
from games.boards.drawing.sheet import Sheet
from games.boards.endings import Ending, plain_ending
from games.boards.guides import Advice, Guide, Threat
from games.boards.highlights import Banner, BannerWriter, banner_of
from games.boards.lines import Line, LineWriter, Names
from games.boards.seats import TablePlayer
from games.boards.table_view import LOG_STEPS, TableView
from games.boards.words import move_words
from games.engine.contract import Effect, Game, Json, Move, Outcome
from games.engine.history import Step

M = TypeVar("M", bound=Move)
SOUNDS: Mapping[str, str] = {
    "over": "end",
    **dict.fromkeys(("battle-ended", "power", "awarded"), "battle"),
    **dict.fromkeys(("scored", "round-ended", "dealt"), "round"),
    "destroyed": "blow",
    **dict.fromkeys(("played", "placed", "settled", "travelled", "migrated"), "card"),
    **dict.fromkeys(("built", "discarded", "deployed"), "card"),
}
"""Kind of effect → its sound (static/js/sound.js); a page plays only the most important one.
Titles add theirs."""
WINS = ngettext_lazy("{names} wins.", "{names} share the victory.", "count")


class BoardTable:
    """What a game's template shows, computed only from the table's view and moves."""

    def __init__(self, table: TableView) -> None:
        self.table = table
        self.view = table.view

    @property
    def phase(self) -> str:
        """The current part of a turn or round, as a word of the game."""
        return str(self.view.get("phase", ""))

    @property
    def over(self) -> bool:
        return self.table.over or self.phase == "over"

    @property
    def me(self) -> TablePlayer | None:
        """The viewer as a player; None for spectators."""
        return None if self.table.seat is None else self.table.player(self.table.seat)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.table.players)

    @cached_property
    def players(self) -> tuple[TablePlayer, ...]:
        return tuple(self.table.players)

    @property
    def my_cards(self) -> Sequence[str]:
        """The ids of the viewer's hand cards; empty for spectators."""
        hand = None if self.table.seat is None else self.view["hands"][self.table.seat]
        return hand if isinstance(hand, list) else ()

    @property
    def hand(self) -> Sequence[Any]:
        """The viewer's hand as it is drawn; empty if the game has no hands."""
        return ()

    @property
    def choosing(self) -> bool:
        """Whether the viewer has to choose a card of their hand."""
        return False

    @cached_property
    def move_types(self) -> frozenset[str]:
        """Return the types of moves that the viewer can make now."""
        return frozenset(move.type for move in self.table.moves)

    def moves_of(self, kind: type[M]) -> list[M]:
        """Return the legal moves of one type."""
        return [move for move in self.table.moves if isinstance(move, kind)]

    @property
    def grave(self) -> Sequence[Json]:
        """Moves that may cost the match, each as the fields that identify it.

        If such a move is final, the page delays it for a moment so that the player can cancel it.
        By default these are the moves without fields: one click makes them, and passing, stopping
        or declining gives something up.
        """
        plain = dict.fromkeys(move.type for move in self.table.moves if not fields(move))
        return tuple({"type": kind} for kind in plain)

    @property
    def threats(self) -> Sequence[Threat]:
        """The players who win the match with their next success; the guide names them first."""
        return ()

    def threat_of(self, seat: int) -> str:
        """Return with what a seat wins next; empty if it doesn't."""
        return next((threat.brief for threat in self.threats if threat.seat == seat), "")

    def explain(self, effect: Effect) -> str:
        """Return the name and effect of a card that has just acted; empty for ordinary cards."""
        return ""

    @cached_property
    def fallen(self) -> tuple[str, ...]:
        """Return explanations of the cards that first acted since the viewer's last move."""
        steps = list(reversed(self.table.steps[-LOG_STEPS:]))
        mine = (at for at, step in enumerate(steps) if step.seat == self.table.seat)
        last = len(steps) if self.table.seat is None else next(mine, len(steps))
        new = dict.fromkeys(self._explained(steps[:last]))
        before = self._explained(steps[last:])
        # Older steps are read only until each new explanation was found there.
        while new and (text := next(before, "")):
            new.pop(text, None)
        return tuple(new)

    def _explained(self, steps: Sequence[Step]) -> Iterator[str]:
        """Return the explanations of the cards that acted in these steps."""
        for step in steps:
            for effect in step.effects:
                if effect.known_to(self.table.seat) and (text := self.explain(effect)):
                    yield text

    @property
    def ask(self) -> str:
        """One sentence: what the viewer has to decide, or which players the table waits for."""
        if self.over:
            return self.table.result
        return self.question() if self.table.may_act else self.waiting()

    def question(self) -> str:
        """Return what the viewer has to decide now."""
        return _("Choose what to do.")

    def waiting(self) -> str:
        """Return which players the table waits for."""
        return _("Waiting for the other players.")


class Board:
    """How a game is shown; its template is games/<slug>/_board.html."""

    game: ClassVar[Game]
    table: ClassVar[type[Any]] = BoardTable
    line_writers: ClassVar[Mapping[str, LineWriter]] = {}
    """Kind of effect → its log line; other kinds have none."""

    chapters: ClassVar[Mapping[str, ChapterWriter]] = {}
    """Public kind of effect → the chapter that begins with it."""

    banners: ClassVar[Mapping[str, BannerWriter]] = {}
    """Kind of effect → its banner over the table. These kinds are highlights: the client shows
    them for longer than a played card."""

    decisive: ClassVar[frozenset[str]] = frozenset()
    """Kinds of effects that show what a move was good for: a line of play goes on until one."""

    palette: ClassVar[Palette] = Palette()
    """The colours of pictures: the light colours of title.css."""

    styles: ClassVar[Sequence[str]] = ()
    """Shared style sheets that its templates need, loaded before its own: `css/pieces.css`."""

    results: ClassVar[Mapping[str, Any]] = {}
    """Reason of an outcome → how the match ended, lazily translated; plurals depend on `count`."""

    def build(self, table: TableView) -> Any:
        """Return what the game's template shows, computed only from the table's view and moves."""
        return self.table(table)

    def condense(self, effects: Sequence[Effect]) -> Sequence[Effect]:
        """Combine effects of one step that share a log line."""
        return effects

    def describe(self, effect: Effect, names: Sequence[str]) -> list[Line]:
        """Return the log lines of an effect."""
        writer = self.line_writers.get(effect.kind)
        return [writer(effect.facts, names)] if writer is not None else []

    def chapter(self, effects: Sequence[Effect], names: Sequence[str]) -> Chapter | None:
        """Return the last chapter that begins with a step; whole chapters come before parts."""
        begun = [
            self.chapters[kind](facts, names)
            for kind, facts, to in effects
            if to is None and kind in self.chapters
        ]
        whole = [chapter for chapter in begun if not chapter.within]
        return next(reversed(whole or begun), None)

    def card_name(self, card: str) -> str:
        """Return the name of a card for sentences."""
        return card

    def result(self, winners: str, count: int, outcome: Outcome) -> str:
        """Return how the match ended, in one sentence."""
        text: str = self.results.get(outcome.reason, WINS) % {"count": count}
        return text.format(names=winners)

    def banner(self, effects: Sequence[Effect], names: Names, you: int | None) -> Banner | None:
        """Return the banner over the table after a step; None without a highlight."""
        return banner_of(effects, self.banners, names, you)

    def ending(self, table: TableView) -> Ending:
        """Return the game's part of the final scene, for a match that ended by its rules.

        If a player left or the match was called off, there is no picture and no score.
        """
        return plain_ending(table)

    def guide(self, table: TableView) -> Guide | None:
        """Explain the viewer's decision to a beginner; None if the game has no guide.

        It may use only the table's view and moves.
        """
        return None

    def lesson(self, chosen: Move, better: Move) -> str:
        """Return in one sentence what a player can learn from choosing the weaker move.

        The sentence must not depend on cards: equal sentences are counted together. Games override
        this.
        """
        kinds = name_words(chosen.type), name_words(better.type)
        if kinds[0] == kinds[1]:
            return _("{kind}: compare your choices again.").format(kind=kinds[0])
        return _("Where you chose “{made}”, “{better}” was often stronger.").format(
            made=kinds[0], better=kinds[1]
        )

    def advice(self, table: TableView, move: Move) -> Advice:
        """Return one of the viewer's moves as advice."""
        return Advice(f"{move_words(move, table.names)}.")

    def draw(self, sheet: Sheet, table: TableView) -> None:
        """Draw the position for link previews: the board and the players.

        The default draws only the players.

        Args:
            sheet: Its drawing area is BODY_WIDTH × BODY_HEIGHT (games/boards/drawing/frame.py).
            table: The public's table.
        """
        chips = [Chip(player, won=table.ended and player.place == 1) for player in table.players]
        draw_chips(sheet, chips, BODY_HEIGHT - CHIP_HEIGHT)
