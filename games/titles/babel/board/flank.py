"""The side of the table: the two builders with their temple rows, and the track between them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.boards.panels import Card, Panel
from games.boards.seats import TablePlayer
from games.titles.babel.rules.position import HIGH, HIGHEST, LOW

if TYPE_CHECKING:
    from games.titles.babel.board.offers import Plan

LONGEST = HIGHEST + 1
"""The track reaches a little past the highest mark."""


@dataclass(frozen=True)
class TempleRow:
    """A seat's temple row: its top card, and the levels below it."""

    player: TablePlayer
    top: Card | None
    below: tuple[int, ...]
    plan: Plan | None
    """The effect of building its top card, if the viewer can."""
    owed: bool
    fresh: bool

    @property
    def size(self) -> int:
        return len(self.below) + bool(self.top)

    @property
    def key(self) -> str:
        return f"temple-row-{self.player.seat}"

    @property
    def move(self) -> str:
        """The move that builds its top card."""
        return json.dumps({"type": "build", "row": self.player.seat})

    @property
    def label(self) -> str:
        return _("{name}’s temple row").format(name=self.player.name)


@dataclass(frozen=True)
class Builder(Panel):
    """A seat's side of the table."""

    hand: int
    total: int
    temple_row: TempleRow
    open_hand: tuple[Card, ...]
    side: str
    in_quarry: bool
    threat: str
    """With what the seat wins the match next, in words; empty if it doesn't."""

    @property
    def states(self) -> str:
        return f"{self.side} {super().states}"


@dataclass(frozen=True)
class Track:
    """Both totals, with the marks that begin the end phase and end the game (spec: End)."""

    totals: tuple[tuple[TablePlayer, int], ...]
    end_phase: bool
    marks: tuple[int, ...] = (LOW, HIGH, HIGHEST)
    longest: int = LONGEST

    @property
    def bars(self) -> list[tuple[TablePlayer, int]]:
        """Each builder with the length of their bar."""
        return [(player, min(total, LONGEST)) for player, total in self.totals]

    @property
    def joints(self) -> range:
        """The lines between the bricks."""
        return range(1, self.longest)

    @property
    def label(self) -> str:
        return ", ".join(f"{player.name} {total}" for player, total in self.totals)

    @property
    def note(self) -> str:
        """The sentence about what would end the game now."""
        text = _("At {high} the end phase begins.")
        if self.end_phase:
            text = _("Over when a total is {highest}, or {low} or less.")
        elif min(total for _player, total in self.totals) <= LOW:
            text = _("Over when one total is {high} and the other {low} or less.")
        return text.format(low=LOW, high=HIGH, highest=HIGHEST)
