"""The final scene of a match: what a game says and draws about the victory."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.boards.table_view import TableView


@dataclass(frozen=True)
class Column:
    """What each player scored in one part of the game: a column of the final table.

    Attributes:
        title: What the column counts.
        cells: A cell for each seat.
        emblem: Shown in the head, with the title as its label.
        short: Shown in the head where there is no emblem; by default the title.
    """

    title: str
    cells: tuple[str, ...]
    emblem: str = ""
    short: str = ""


@dataclass(frozen=True)
class Ending:
    """A game's part of the final scene.

    `headline` addresses the viewer: “You unite a kingdom” for the winner. `how` gives the reason if
    the headline does not. `columns` say how the scores came about, and `reckonings` how each of
    them was counted, by seat. `template` draws `picture`. `numbers` are labels with their counts.
    """

    headline: str
    how: str = ""
    template: str = ""
    picture: object = None
    numbers: tuple[tuple[str, str], ...] = ()
    columns: tuple[Column, ...] = ()
    reckonings: tuple[str, ...] = ()


def winning_seat(table: TableView) -> int | None:
    """Return the only winning seat; None if several share the victory."""
    winners = [player.seat for player in table.players if player.place == 1]
    return winners[0] if len(winners) == 1 else None


def i_won(table: TableView) -> bool:
    """Return whether the viewer is the only winner."""
    return table.seat is not None and winning_seat(table) == table.seat


def plain_ending(table: TableView) -> Ending:
    """Return the final scene of a game that has none of its own."""
    return Ending(_("You win.") if i_won(table) else table.result)
