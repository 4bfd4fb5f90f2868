"""The shelf of boards: how each game's table is presented."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from games.engine.contract import Game, Happening, Outcome
from games.engine.refusals import BadRecord
from games.presenters.babel import BabelBoard
from games.presenters.condottiere import CondottiereBoard
from games.presenters.kabale import KabaleBoard
from games.presenters.kharnage import KharnageBoard
from games.presenters.lines import Line
from games.rules import games, newest

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


_BOARDS: dict[str, Board] = {
    board.game.slug: board
    for board in (CondottiereBoard(), BabelBoard(), KabaleBoard(), KharnageBoard())
}


def playable() -> list[Game]:
    """The games that can be played here, in the order of the shelf: those with a board."""
    return [game for game in games() if game.slug in _BOARDS]


def playable_game(slug: str) -> Game:
    """A game that can be played here; BadRecord."""
    game = newest(slug).game
    if slug not in _BOARDS:
        raise BadRecord("{game} cannot be played here yet.", game=game.name)
    return game


def board_of(slug: str) -> Board:
    """The board of a game on the shelf."""
    return _BOARDS[slug]
