"""A user's reliability: matches played to the end, and the time for a move."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import reduce
from operator import or_
from statistics import median

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.matches.models import Event, Match, Player
from games.matches.services.leaving import call_offs_of

TIMED_MATCHES = 20
"""The number of latest matches over which the time per move is measured."""
TIMEOUT = "timeout"
"""The kind of the event with which an expired clock ends a seat."""
SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


@dataclass(frozen=True)
class Reliability:
    """A user's finished matches, and how they ended for the user."""

    matches: int
    timed_out: int
    left: int
    called_off: int
    """In addition: matches that the user called off before they were under way."""
    moves: list[tuple[str, str]]
    """Each pace with the median time of a move, in words."""

    @property
    def finished(self) -> int:
        return self.matches - self.timed_out - self.left

    @property
    def begun(self) -> int:
        """The number of matches, with those that the user called off."""
        return self.matches + self.called_off

    @property
    def rate(self) -> int:
        """The percentage of matches played to the end: 100 only if all were."""
        whole = self.finished == self.begun
        return 100 if whole else min(round(100 * self.finished / self.begun), 99)


def reliability_of(person: User) -> Reliability | None:
    """Return a user's reliability, or None without finished matches.

    To resign a match of two that is under way is to play it to its end.
    """
    seats = Player.objects.filter(user=person.pk, ended_at__isnull=False)
    matches = seats.count()
    # A match that the others finished is counted as left, not as called off. One that is sealed
    # counts once the others with its cards are over.
    called_off = (
        call_offs_of(person)
        .filter(
            match__status__in=(Match.Status.ABORTED, Match.Status.CLOSED),
            match__deal__in=(Match.Deal.OWN, Match.Deal.SHARED),
        )
        .count()
    )
    if not matches and not called_off:
        return None
    event = Event.objects.filter(match=OuterRef("match"), number=OuterRef("left_at"))
    left = seats.filter(left_at__isnull=False).annotate(how=Subquery(event.values("kind")[:1]))
    kinds = Counter(
        how
        for how, people, honoured in left.values_list("how", "match__seats", "honoured")
        if not (how == Event.Kind.RESIGN and people == 2 and honoured is not False)
    )
    timed_out = kinds.pop(TIMEOUT, 0)
    return Reliability(matches, timed_out, kinds.total(), called_off, _moves(seats))


def _moves(seats: QuerySet[Player]) -> list[tuple[str, str]]:
    newest = seats.select_related("match").order_by("-ended_at", "-id")[:TIMED_MATCHES]
    mine = {player.match_id: player for player in newest}
    at_seats: dict[int | None, list[str]] = {}
    for player in mine.values():
        at_seats.setdefault(player.seat, []).append(player.match_id)
    seated = reduce(or_, (Q(match__in=ids, seat=seat) for seat, ids in at_seats.items()), Q())
    moves = Event.objects.filter(seated, match__in=mine, kind=Event.Kind.MOVE, took__isnull=False)
    times: dict[str, list[int]] = {}
    for match_id, number, took in moves.order_by().values_list("match_id", "number", "took"):
        player = mine[match_id]
        # After a player left, a bot plays on at the seat.
        if player.left_at is None or number < player.left_at:
            times.setdefault(player.match.pace, []).append(took or 0)
    return [
        (str(label), time_words(round(median(times[pace]))))
        for pace, label in Match.Pace.choices
        if pace in times
    ]


def time_words(milliseconds: int) -> str:
    """Return a length of time in few words, to about two digits."""
    if milliseconds < 10 * SECOND:
        return _("{number} s").format(number=number_format(round(milliseconds / SECOND, 1), 1))
    if milliseconds < 2 * MINUTE:
        return _("{number} s").format(number=round(milliseconds / SECOND))
    if milliseconds < 2 * HOUR:
        return _("{number} min").format(number=round(milliseconds / MINUTE))
    if milliseconds < 2 * DAY:
        return _("{number} h").format(number=round(milliseconds / HOUR))
    days = round(milliseconds / DAY)
    return ngettext("{number} day", "{number} days", days).format(number=days)
