"""The scene at the end of a match: what a game says and draws of how it was won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from games.matches.presenters.table import Table


@dataclass(frozen=True)
class Ending:
    """A game's part of the scene.

    The headline speaks to whoever looks: “You unite a kingdom” to the winner; `how` says why, where
    the headline does not. `template` draws `picture`. `numbers` are what is counted, and how many.
    """

    headline: str
    how: str = ""
    template: str = ""
    picture: Any = None
    numbers: tuple[tuple[str, str], ...] = ()


def winning_seat(table: Table) -> int | None:
    """The seat that won alone; None where several share the victory."""
    winners = [chair.seat for chair in table.chairs if chair.place == 1]
    return winners[0] if len(winners) == 1 else None


def i_won(table: Table) -> bool:
    """Whether whoever looks has won alone."""
    return table.seat is not None and winning_seat(table) == table.seat


def plain_ending(table: Table) -> Ending:
    """The scene of a game that draws nothing of its own."""
    return Ending(_("You win.") if i_won(table) else table.result)
