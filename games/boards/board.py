"""How a game is shown at a table: what every board has, and what most have alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.boards.lines import Line
from games.engine.contract import Game, Happening, Json, Outcome

if TYPE_CHECKING:
    from games.matches.presenters.table import Chair, Table

LineWriter = Callable[[Json, Sequence[str]], Line]
"""(facts of a happening, names of the players by seat) → a line of the log."""


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
    def me(self) -> Chair | None:
        """Through whose eyes the table is seen."""
        return None if self.table.seat is None else self.table.chair(self.table.seat)

    @property
    def hand(self) -> Sequence[Any]:
        """The cards of whoever looks; none where a game has no hands."""
        return ()

    @property
    def ask(self) -> str:
        """One sentence: what is asked of me, or for whom the table waits."""
        if self.table.over:
            return self.table.result
        if self.table.moves:
            return _("Choose what to do.")
        return _("The others decide.")


class Board:
    """What a game says for itself on screen; its template is games/<slug>/_board.html."""

    game: ClassVar[Game]
    table: ClassVar[type[Any]] = BoardTable
    line_writers: ClassVar[Mapping[str, LineWriter]] = {}
    """Kind of happening → what the log says of it. Kinds that are not named are not told."""

    def build(self, table: Table) -> Any:
        """What the game's template shows, from the table's view and moves alone."""
        return self.table(table)

    def digest(self, told: Sequence[Happening]) -> Sequence[Happening]:
        """The happenings of one step, where some are told in fewer lines than one each."""
        return told

    def tell(self, happening: Happening, names: Sequence[str]) -> list[Line]:
        """A happening in words."""
        teller = self.line_writers.get(happening.kind)
        return [teller(happening.facts, names)] if teller is not None else []

    def card_name(self, card: str) -> str:
        """A card by its name, for sentences."""
        return card

    def result(self, winners: str, count: int, outcome: Outcome) -> str:
        """How the match ended, in one sentence."""
        return ngettext("{names} wins.", "{names} share the victory.", count).format(names=winners)
