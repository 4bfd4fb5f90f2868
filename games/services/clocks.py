"""Clocks: how long the seats of a table may think."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Match

HOUR = 3600


@dataclass(frozen=True)
class Clock:
    """A clock that a table can be opened with; all times in seconds.

    `bank`: what each seat starts with; `increment`: what each decision adds; `cap`: up to how
    much, 0 being without limit.
    """

    name: str
    pace: str = Match.Pace.FREE
    bank: int = 0
    increment: int = 0
    cap: int = 0


FREE = Clock("free")
CLOCKS = {
    clock.name: clock
    for clock in (
        FREE,
        Clock("live-5", Match.Pace.LIVE, 5 * 60, 10),
        Clock("live-10", Match.Pace.LIVE, 10 * 60, 15),
        Clock("live-20", Match.Pace.LIVE, 20 * 60, 30),
        Clock("turns-24", Match.Pace.TURNS, 24 * HOUR, 12 * HOUR, 72 * HOUR),
        Clock("turns-72", Match.Pace.TURNS, 72 * HOUR, 24 * HOUR, 168 * HOUR),
    )
}
