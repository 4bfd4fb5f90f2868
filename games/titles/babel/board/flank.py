"""The flank of the table: the two builders with their temple rows, and the track between them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.boards.panels import Panel
from games.titles.babel.rules.position import HIGH, HIGHEST, LOW

if TYPE_CHECKING:
    from games.boards.panels import Card
    from games.matches.presenters.chairs import Chair
    from games.titles.babel.board.offers import Plan

LONGEST = HIGHEST + 1
"""The track reaches a little past the highest mark."""


@dataclass(frozen=True)
class TempleRow:
    """A seat's temple row: its top, which may be built, and the levels below it."""

    chair: Chair
    top: Card | None
    below: tuple[int, ...]
    plan: Plan | None
    """What building its top would do, where that is possible."""
    owed: bool
    fresh: bool

    @property
    def size(self) -> int:
        return len(self.below) + bool(self.top)

    @property
    def key(self) -> str:
        return f"temple-row-{self.chair.seat}"

    @property
    def move(self) -> str:
        """Building its top."""
        return json.dumps({"type": "build", "row": self.chair.seat})

    @property
    def label(self) -> str:
        return _("{name}’s temple row").format(name=self.chair.name)


@dataclass(frozen=True)
class Builder(Panel):
    """A seat's side of the table."""

    hand: int
    total: int
    temple_row: TempleRow
    open_hand: tuple[Card, ...]
    side: str
    in_quarry: bool

    @property
    def states(self) -> str:
        return f"{self.side} {super().states}"


@dataclass(frozen=True)
class Track:
    """How high both stand, against the marks at which the game turns and ends (spec: End)."""

    totals: tuple[tuple[Chair, int], ...]
    end_phase: bool
    marks: tuple[int, ...] = (LOW, HIGH, HIGHEST)
    longest: int = LONGEST

    @property
    def bars(self) -> list[tuple[Chair, int]]:
        """Each builder's total, as the length of a bar."""
        return [(chair, min(total, LONGEST)) for chair, total in self.totals]

    @property
    def joints(self) -> range:
        """The lines between the bricks."""
        return range(1, self.longest)

    @property
    def label(self) -> str:
        return ", ".join(f"{chair.name} {total}" for chair, total in self.totals)

    @property
    def note(self) -> str:
        """What ends the game as it stands now."""
        text = _("At {high} the end phase begins.")
        if self.end_phase:
            text = _("Over at {highest}, or when anybody has {low} or less.")
        elif min(total for _chair, total in self.totals) <= LOW:
            text = _("Over when one has {high} and the other {low} or less.")
        return text.format(low=LOW, high=HIGH, highest=HIGHEST)
