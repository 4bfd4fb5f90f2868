"""Figures about waiting and leaving, for a report that a player stalls."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from accounts.models import User
from games.matches.models import Event, Match, Player
from games.matches.services.leaving import call_offs_of
from games.reviews.models import Review

LOST = 0.1
"""The chance to win, by the stored review of a match, below which a position counts as lost."""
EXAMINED = 20
"""The maximum number of recent reviewed matches to examine."""


@dataclass(frozen=True)
class Waits:
    """How long a user thought in lost positions, and in all others, in milliseconds."""

    matches: int
    lost: tuple[int, ...]
    other: tuple[int, ...]

    @property
    def lost_median(self) -> int:
        return round(median(self.lost)) if self.lost else 0

    @property
    def other_median(self) -> int:
        return round(median(self.other)) if self.other else 0

    @property
    def longest(self) -> int:
        return max(self.lost, default=0)


def no_shows(user: User) -> int:
    """Return the number of live matches that were called off because the user did not come."""
    seats = call_offs_of(user).filter(came_at=None, match__started_at__isnull=False)
    return seats.filter(match__pace=Match.Pace.LIVE).count()


def waits_of(user: User) -> Waits:
    """Return the user's times to think, by the chances of stored reviews.

    Matches without a review do not count: to judge their positions would take minutes.
    """
    own = Player.objects.filter(user=user, ended_at__isnull=False, seat__isnull=False)
    own = own.filter(match__review__status=Review.Status.DONE).order_by("-ended_at", "-id")
    mine = {player.match_id: player for player in own[:EXAMINED]}
    chances: dict[tuple[str, int], float] = {}
    for match_id, looks in Review.objects.filter(match__in=mine).values_list("match_id", "looks"):
        seat = mine[match_id].seat
        for look in looks:
            if seat is not None and look["seat"] == seat and "chances" in look:
                chances[match_id, look["event"]] = look["chances"][seat]
    moves = Event.objects.filter(match__in=mine, kind=Event.Kind.MOVE, took__isnull=False)
    lost: list[int] = []
    other: list[int] = []
    for match_id, number, took in moves.order_by().values_list("match_id", "number", "took"):
        chance = chances.get((match_id, number))
        if chance is not None:
            (lost if chance < LOST else other).append(took or 0)
    return Waits(len(mine), tuple(lost), tuple(other))
