"""A wall clock that tests set: the time that the site sees."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from games.matches.models import Match, Player
from games.matches.services import time_source
from games.matches.services.clocks import milliseconds_left


class Wall:
    """A clock that stands still until `wait` lets time pass."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now: datetime = timezone.now()
        begun, steady = self.now, time_source.steady()
        self._wrong = timedelta()
        monkeypatch.setattr(timezone, "now", lambda: self.now)
        monkeypatch.setattr(
            time_source, "steady", lambda: steady + (self.now - self._wrong - begun).total_seconds()
        )
        # A source of its own, so that a test that makes it doubt the clock affects no other test.
        source = time_source.TimeSource(lambda: timezone.now(), lambda: time_source.steady())
        monkeypatch.setattr(time_source, "process_time", source)
        time_source.now()

    def wait(self, seconds: float = 0, **more: float) -> None:
        self.now += timedelta(seconds=seconds, **more)

    def jump(self, by: timedelta) -> None:
        """Set only the wall clock, without any time passing."""
        self.now += by
        self._wrong += by


def left(match: Match, seat: int) -> float:
    """Return the seconds left on the clock of a seat."""
    player = Player.objects.select_related("match").get(match=match, seat=seat)
    return milliseconds_left(player.match, player, timezone.now()) / 1000


def running(match: Match) -> list[int | None]:
    """Return the seats whose clocks run."""
    found = match.players.filter(deadline__isnull=False).order_by("seat")
    return list(found.values_list("seat", flat=True))


def let_time_pass(match_id: str, seconds: float) -> int:
    """Let the running clocks of a match run that much longer; return how many run."""
    earlier = timedelta(seconds=seconds)
    running = Player.objects.filter(match=match_id, deadline__isnull=False)
    return running.update(deadline=F("deadline") - earlier, asked_since=F("asked_since") - earlier)
