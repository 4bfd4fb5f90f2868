"""How high both stand, against the marks at which the game turns and ends (spec: End)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.titles.babel.rules.position import HIGH, HIGHEST, LOW

if TYPE_CHECKING:
    from games.matches.presenters.table import Chair

LONGEST = HIGHEST + 1
"""The track reaches a little past the highest mark."""


@dataclass(frozen=True)
class Bar:
    """One builder's total as a bar of the track."""

    chair: Chair
    total: int

    @property
    def length(self) -> int:
        return min(self.total, LONGEST)


@dataclass(frozen=True)
class Track:
    """Both totals and the marks."""

    totals: tuple[tuple[Chair, int], ...]
    end_phase: bool
    marks: tuple[int, ...] = (LOW, HIGH, HIGHEST)
    longest: int = LONGEST

    @property
    def bars(self) -> list[Bar]:
        return [Bar(chair, total) for chair, total in self.totals]

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
        low = min(total for _chair, total in self.totals)
        if self.end_phase:
            return _("Over at {highest}, or when anybody has {low} or less.").format(
                highest=HIGHEST, low=LOW
            )
        if low <= LOW:
            return _("Over when one has {high} and the other {low} or less.").format(
                high=HIGH, low=LOW
            )
        return _("At {high} the end phase begins.").format(high=HIGH)
