"""Counts of matches, for the site's operators."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count

from games.matches import hooks
from games.matches.models import Match
from games.matches.services import time_source


@dataclass(frozen=True)
class MatchCounts:
    open: int
    running: int
    finished: int
    finished_today: int


def counts() -> MatchCounts:
    """Return the number of matches by status, and of those that ended within a day."""
    counted = Match.objects.exclude(hooks.by_the_site())
    rows = counted.order_by().values_list("status").annotate(Count("pk"))
    by_status: dict[str, int] = dict(rows)
    finished = counted.filter(status=Match.Status.FINISHED)
    yesterday = time_source.now() - timedelta(days=1)
    return MatchCounts(
        by_status.get(Match.Status.OPEN, 0),
        by_status.get(Match.Status.RUNNING, 0),
        by_status.get(Match.Status.FINISHED, 0),
        finished.filter(ended_at__gt=yesterday).count(),
    )
