"""Whether somebody plays to the end, and how long they think."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import reduce
from operator import or_
from statistics import median
from typing import Any

from django.db.models import OuterRef, Q, Subquery

from games.matches.models import Event, Match, Player
from games.profiles.presenters.durations import time_words

TIMED_MATCHES = 20
"""The time a move takes is told of so many of the latest matches."""
TIMEOUT = "timeout"
"""The kind of the event by which a clock that is out ends a seat."""


@dataclass(frozen=True)
class Reliability:
    """Of all matches somebody has sat down to."""

    matches: int
    timed_out: int
    left: int
    moves: list[tuple[str, str]]
    """The median time of a move: at which pace, and how long."""

    @property
    def finished(self) -> int:
        return self.matches - self.timed_out - self.left

    @property
    def rate(self) -> int:
        """Of a hundred matches, how many they played to the end; all is said of all alone."""
        return 100 * self.finished // self.matches


def reliability_of(person: Any) -> Reliability | None:
    """None for somebody who has finished nothing."""
    chairs = Player.objects.filter(user=person.pk, ended_at__isnull=False)
    matches = chairs.count()
    if not matches:
        return None
    event = Event.objects.filter(match=OuterRef("match"), number=OuterRef("left_at"))
    gone = chairs.filter(left_at__isnull=False).annotate(how=Subquery(event.values("kind")[:1]))
    ways = Counter(gone.values_list("how", flat=True))
    timed_out = ways.pop(TIMEOUT, 0)
    return Reliability(matches, timed_out, ways.total(), _moves(chairs))


def _moves(chairs: Any) -> list[tuple[str, str]]:
    newest = chairs.select_related("match").order_by("-ended_at", "-id")[:TIMED_MATCHES]
    mine = {chair.match_id: chair for chair in newest}
    at_seats: dict[int | None, list[str]] = {}
    for chair in mine.values():
        at_seats.setdefault(chair.seat, []).append(chair.match_id)
    seated = [Q(match__in=matches, seat=seat) for seat, matches in at_seats.items()]
    moves = Event.objects.filter(match__in=mine, kind=Event.Kind.MOVE, took__isnull=False)
    events = moves.filter(reduce(or_, seated)) if seated else moves
    times: dict[str, list[int]] = {}
    for match_id, number, took in events.order_by().values_list("match_id", "number", "took"):
        chair = mine[match_id]
        # After somebody left, a bot plays on at their seat.
        if chair.left_at is None or number < chair.left_at:
            times.setdefault(chair.match.pace, []).append(took or 0)
    return [
        (str(label), time_words(round(median(times[pace]))))
        for pace, label in Match.Pace.choices
        if pace in times
    ]
