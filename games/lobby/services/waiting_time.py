"""Estimates of waiting times from past searches."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from games.lobby.models import PastSearch, Ticket
from games.lobby.services.pairing import TicketRequest
from games.matches.models import Match
from games.matches.services import time_source
from games.matches.services.clocks import CLOCKS

LATELY = {Match.Pace.LIVE: timedelta(days=7), Match.Pace.TURNS: timedelta(days=30)}
"""The age of the oldest search in an estimate, by pace."""
STORED_FOR = max(LATELY.values())
MOST = 200
"""The most searches of a pool that an estimate reads, newest first."""
AT_LEAST = timedelta(seconds=10)
"""A shorter search that was given up does not count."""
ENOUGH = 3
"""The fewest searches that give an estimate."""


@dataclass(frozen=True)
class Estimate:
    """The number of similar recent searches, and the seconds within which half of them succeed.

    `seconds` is None if more than half gave up, or if there were too few to say.
    """

    searches: int
    seconds: float | None

    @property
    def says_enough(self) -> bool:
        return self.searches >= ENOUGH


def note_found(ticket: Ticket, match: Match) -> None:
    """Record that a search led to a match; in the caller's transaction."""
    _note(ticket, time_source.now(), games=[match.game], seats=[match.seats], found=True)


def note_given_up(ticket: Ticket) -> None:
    """Record the duration of a search that found no match; in the caller's transaction.

    For a user who left the page it ends when the page was left, not when that was noticed.
    """
    now = time_source.now()
    left = now if ticket.seen_until is None else min(now, ticket.seen_until)
    if left - ticket.filed_at >= AT_LEAST:
        _note(ticket, left, games=ticket.games, seats=ticket.seats, found=False)


def _note(
    ticket: Ticket, until: datetime, *, games: list[str], seats: list[int], found: bool
) -> None:
    waited = max(0.0, (until - ticket.filed_at).total_seconds())
    PastSearch.objects.create(
        pool_id=ticket.pool_id,
        games=games,
        seats=seats,
        found=found,
        waited=waited,
        ended_at=time_source.now(),
    )


def estimate_for(ticket: Ticket) -> Estimate:
    """Estimate how long a search like this one takes, from overlapping ones of the same pool."""
    pool = Q(pool=ticket.pool_id)
    return _estimate(pool, Match.Pace(ticket.pace), ticket.games, ticket.seats)


def estimate_before(request: TicketRequest) -> Estimate:
    """Estimate the same for a search that was not begun."""
    pool = Q(pool__clock=request.clock, pool__rated=request.rated)
    pace = Match.Pace(CLOCKS[request.clock].pace)
    return _estimate(pool, pace, request.games, request.seats)


def _estimate(
    pool: Q, pace: Match.Pace, games: Collection[str], seats: Collection[int]
) -> Estimate:
    past = PastSearch.objects.filter(pool, ended_at__gt=time_source.now() - LATELY[pace])
    newest = past.order_by("-ended_at").values_list("games", "seats", "waited", "found")[:MOST]
    like = [
        (waited, found)
        for played, sizes, waited, found in newest
        if _meet(played, games) and _meet(sizes, seats)
    ]
    return Estimate(len(like), median(like) if len(like) >= ENOUGH else None)


def _meet(one: Collection[object], other: Collection[object]) -> bool:
    return not set(one).isdisjoint(other)


def median(searches: Iterable[tuple[float, bool]]) -> float | None:
    """Return the time within which half of all searches succeed, or None if they never do.

    Each search is its duration, and whether it succeeded. A user who gave up counts for the time of
    the search: it might have succeeded later (the estimator of Kaplan and Meier).
    """
    by_time = sorted(searches, key=lambda search: (search[0], not search[1]))
    still = 1.0
    for place, (waited, found) in enumerate(by_time):
        if found:
            still *= 1 - 1 / (len(by_time) - place)
        if found and still <= 0.5:
            return waited
    return None


def delete_old() -> int:
    """Delete the searches that no estimate reads any more, and return their number."""
    old = PastSearch.objects.filter(ended_at__lt=time_source.now() - STORED_FOR)
    return old.delete()[0]
