"""A clock as a table shows it: rendered once, and ticking on the page from then on."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import pgettext_lazy

SECOND = 1000
HOURS = pgettext_lazy("a clock", "{h} h {m} min")
DAYS = pgettext_lazy("a clock", "{d} d {h} h")


@dataclass(frozen=True)
class ClockFace:
    """One clock, by absolute moments only, so that what is rendered stays true.

    Attributes:
        left: Milliseconds left when the clock began to run, or when the page is rendered, for
            browsers without scripts.
        low: Milliseconds below which the time is low.
        deadline: When the clock runs out, in milliseconds since 1970; None while it stands still.
        mine: Whether it is the viewer's.
        away_from, away_until: The vacation of its player, in milliseconds since 1970.
        away: The vacation in words, as HTML that each page shows in its reader's time zone.
    """

    left: int
    low: int
    deadline: int | None = None
    mine: bool = False
    away_from: int | None = None
    away_until: int | None = None
    away: str = ""

    @property
    def runs(self) -> bool:
        return self.deadline is not None

    @property
    def is_low(self) -> bool:
        return self.runs and self.left <= self.low

    @property
    def words(self) -> str:
        return time_words(self.left)


def time_words(milliseconds: int) -> str:
    """Return the time on a clock; static/js/clock.js builds the same text from the same templates.

    >>> time_words(65_000)
    '1:05'
    """
    seconds = -(-milliseconds // SECOND)
    if seconds < 3600:
        return f"{seconds // 60}:{seconds % 60:02}"
    if seconds < 2 * 86400:
        return HOURS.format(h=seconds // 3600, m=seconds % 3600 // 60)
    return DAYS.format(d=seconds // 86400, h=seconds % 86400 // 3600)
