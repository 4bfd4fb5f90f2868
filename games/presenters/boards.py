"""The shelf of boards: how each game's table is presented."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from games.engine.contract import Game, Happening, Outcome
from games.presenters.condottiere import CondottiereBoard
from games.presenters.lines import Line

if TYPE_CHECKING:
    from games.presenters.table import Table

SEAT_EMBLEMS = ("sun", "wave", "leaf", "key", "star", "bell")


class Board(Protocol):
    """What a game must say for itself on screen; its template is games/<slug>/_board.html."""

    game: Game

    def build(self, table: Table) -> Any:
        """What the game's template shows, from the table's view and moves alone."""

    def tell(self, happening: Happening, names: Sequence[str]) -> list[Line]:
        """A happening in words."""

    def card_name(self, card: str) -> str:
        """A card by its name, for sentences."""

    def result(self, winners: str, count: int, outcome: Outcome) -> str:
        """How the match ended, in one sentence."""


_BOARDS: dict[str, Board] = {board.game.slug: board for board in (CondottiereBoard(),)}


def board_of(slug: str) -> Board:
    """The board of a game on the shelf."""
    return _BOARDS[slug]
