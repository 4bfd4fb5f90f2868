"""How long a search takes, from what became of those before it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Q

from games.lobby.models import PastSearch, Ticket
from games.matches.models import Match
from games.matches.services import time_source
from games.matches.services.clocks import CLOCKS

if TYPE_CHECKING:
    from games.lobby.services.tickets import TicketRequest

LATELY = {Match.Pace.LIVE: timedelta(days=7), Match.Pace.TURNS: timedelta(days=30)}
"""How far back an estimate looks, by pace."""
STORED_FOR = max(LATELY.values())
MOST = 200
"""So many of the newest searches of a pool are looked at."""
AT_LEAST = timedelta(seconds=10)
"""Who gave up sooner had not begun to search."""
ENOUGH = 3
"""Of fewer searches nothing is concluded."""


@dataclass(frozen=True)
class Estimate:
    """How many searched for something like it lately, and how long it takes half of them.

    `seconds`: None where more than half gave up, or where they were too few to say.
    """

    searches: int
    seconds: float | None

    @property
    def says_enough(self) -> bool:
        return self.searches >= ENOUGH


def note_found(ticket: Ticket, match: Match) -> None:
    """Remember that a search led to a match; in the caller's transaction."""
    _note(ticket, time_source.now(), games=[match.game], seats=[match.seats], found=True)


def note_given_up(ticket: Ticket) -> None:
    """Remember how long somebody searched who found nobody; in the caller's transaction.

    Who left the page stopped searching then, and not when that was noticed.
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
    """How long a search like this one takes, by those of the same pool that overlap with it."""
    pool = Q(pool=ticket.pool_id)
    return _estimate(pool, Match.Pace(ticket.pace), ticket.games, ticket.seats)


def estimate_before(request: TicketRequest) -> Estimate:
    """The same for a search that was not begun."""
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
    """The time within which half of all find somebody; None if they never do.

    Each search is how long it took, and whether it found somebody. Who gave up counts for as long
    as they searched: they might have found somebody later (the estimate of Kaplan and Meier).
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
    """Delete what no estimate looks at any more; how much."""
    old = PastSearch.objects.filter(ended_at__lt=time_source.now() - STORED_FOR)
    return old.delete()[0]
