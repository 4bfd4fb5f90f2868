"""A clock on the wall that tests put forward: what the site believes the time to be."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from games.matches.models import Match, Player
from games.matches.services import time_source
from games.matches.services.clocks import milliseconds_left


class Wall:
    """The time stands still until `wait` lets it pass."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now: datetime = timezone.now()
        begun, steady = self.now, time_source.steady()
        self._wrong = timedelta()
        monkeypatch.setattr(timezone, "now", lambda: self.now)
        monkeypatch.setattr(
            time_source, "steady", lambda: steady + (self.now - self._wrong - begun).total_seconds()
        )
        # A clock of its own: what a test made it doubt, the next one knows nothing of.
        source = time_source.TimeSource(lambda: timezone.now(), lambda: time_source.steady())
        monkeypatch.setattr(time_source, "process_time", source)
        time_source.now()

    def wait(self, seconds: float = 0, **more: float) -> None:
        self.now += timedelta(seconds=seconds, **more)

    def jump(self, by: timedelta) -> None:
        """The clock on the wall alone is set: no time has passed."""
        self.now += by
        self._wrong += by


def left(match: Match, seat: int) -> float:
    """The seconds on the clock of a seat now."""
    player = Player.objects.select_related("match").get(match=match, seat=seat)
    return milliseconds_left(player.match, player, timezone.now()) / 1000


def running(match: Match) -> list[int | None]:
    """The seats whose clocks run."""
    found = match.players.filter(deadline__isnull=False).order_by("seat")
    return list(found.values_list("seat", flat=True))


def let_time_pass(match_id: str, seconds: float) -> int:
    """As if the running clocks of a match had run that much longer; how many run."""
    earlier = timedelta(seconds=seconds)
    running = Player.objects.filter(match=match_id, deadline__isnull=False)
    return running.update(deadline=F("deadline") - earlier, asked_since=F("asked_since") - earlier)
