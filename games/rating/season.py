"""Seasons: the quarters of the year, by the clock of Greenwich."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import NamedTuple

WRITTEN = re.compile(r"([1-9][0-9]{3})-([1-4])")


class Season(NamedTuple):
    """A quarter; seasons compare and sort by time."""

    year: int
    quarter: int

    @classmethod
    def of(cls, moment: datetime) -> Season:
        """The season a moment falls into."""
        there = moment.astimezone(UTC)
        return cls(there.year, (there.month + 2) // 3)

    @classmethod
    def read(cls, text: str) -> Season:
        """A season from how it is written; ValueError."""
        match = WRITTEN.fullmatch(text)
        if match is None:
            raise ValueError(text)
        return cls(int(match[1]), int(match[2]))

    def __str__(self) -> str:
        return f"{self.year}-{self.quarter}"

    @property
    def first_day(self) -> date:
        return date(self.year, 3 * self.quarter - 2, 1)

    @property
    def last_month(self) -> date:
        """The first day of its last month."""
        return date(self.year, 3 * self.quarter, 1)
