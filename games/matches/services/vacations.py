"""Vacations: a limited number of days a year on which a user's turn-by-turn clocks are stopped.

Days begin and end at midnight in the time zone that the user has when they announce the vacation,
in UTC for a user without one. A vacation that begins today begins now, and today counts as used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_noop as _

from accounts.models import User
from accounts.services.readers import reader_of
from core.languages.local_time import zone_info
from core.monitoring.rate_limit import limit_use
from games.engine.contract import Json
from games.matches.models import Event, Match, Player, Vacation
from games.matches.refusals import NoVacation, TooMany
from games.matches.services import time_source
from games.matches.services.append import Change, next_event
from games.matches.services.clocks import rearrange
from games.matches.services.commands import PlayersCommand
from games.matches.services.event_store import installed
from games.matches.services.execute import Table, execute

DAY = timedelta(days=1)
LATEST = timedelta(days=365)
ANNOUNCED_A_DAY = 3
"""The most vacations a user may announce: each one, and its end, adds an event to all matches."""


def announced(user: User, now: datetime | None = None) -> Vacation | None:
    """Return the user's current or announced vacation, if any."""
    now = now or time_source.now()
    return Vacation.objects.filter(user=user, ends__gt=now).first()


def zone_of(user: User) -> str:
    """Return the name of the time zone in which a user's vacation days begin and end."""
    return reader_of(user).zone or "UTC"


def days_left(user: User, year: int) -> int:
    """Return the number of vacation days of a year that are neither used nor announced."""
    return max(0, int(settings.VACATION_DAYS) - _used(user)[year])


def announce_vacation(user: User, first: date, last: date) -> Vacation:
    """Announce a vacation from the first to the last day, both included.

    Raises:
        NoVacation: The days are not allowed, or a vacation is already announced.
        TooMany: The user has changed their vacation too often.
    """
    now = time_source.now()
    zone = zone_of(user)
    today = now.astimezone(zone_info(zone)).date()
    if first < today or last < first:
        raise NoVacation(
            _("Choose a first day from today on, and a last day that isn’t before it.")
        )
    if first - today > LATEST or last - first > LATEST:
        raise NoVacation(_("Choose days within the next year."))
    with transaction.atomic():
        _lock(user)
        if announced(user, now) is not None:
            raise NoVacation(_("You’ve already announced a vacation. End it first."))
        used, wanted = _used(user), Counter(day.year for day in _days(first, last))
        if any(used[year] + days > settings.VACATION_DAYS for year, days in wanted.items()):
            raise NoVacation(_("You don’t have enough vacation days left this year."))
        refusal = TooMany(_("You’ve changed your vacation too often. Try again tomorrow."))
        limit_use(f"vacations:{user.pk}", ANNOUNCED_A_DAY, 86_400, refusal)
        vacation = Vacation.objects.create(
            user=user,
            starts=max(_midnight(first, zone_info(zone)), now),
            ends=_midnight(last + DAY, zone_info(zone)),
            zone=zone,
        )
        _apply_to_tables(user, vacation)
        return vacation


def end_vacation(user: User) -> None:
    """End the vacation now, or cancel it before it begins.

    Raises:
        NoVacation: None is announced.
    """
    now = time_source.now()
    with transaction.atomic():
        _lock(user)
        vacation = announced(user, now)
        if vacation is None:
            raise NoVacation(_("You haven’t announced a vacation."))
        if vacation.starts < now:
            vacation.ends = now
            vacation.save(update_fields=["ends"])
        else:
            vacation.delete()
        _apply_to_tables(user, None)


def _lock(user: User) -> None:
    """Lock the user for other changes; rows that refer to the user can still be written."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _apply_to_tables(user: User, vacation: Vacation | None) -> None:
    """Write the vacation, or None for its end, as an event of each turn-by-turn match."""
    running = Player.objects.filter(
        installed("match__"),
        user=user,
        left_at=None,
        match__status=Match.Status.RUNNING,
        match__pace=Match.Pace.TURNS,
    )
    for match_id in sorted(running.values_list("match_id", flat=True)):
        execute(Away(match_id, user, vacation))


@dataclass(frozen=True)
class Away(PlayersCommand):
    """Apply a new vacation, or None for the end of one, to a player's clock."""

    vacation: Vacation | None

    def judge(self, table: Table) -> Change | None:
        match, player = table.access.match, table.access.player
        if player is None or player.left_at is not None or match.status != Match.Status.RUNNING:
            return None
        data: Json = {}
        if self.vacation is not None:
            starts, ends = self.vacation.starts, self.vacation.ends
            data = {"from": starts.isoformat(), "until": ends.isoformat()}
        event = next_event(match, Event.Kind.AWAY, player.seat, data)
        rearrange(match, player, self.vacation, event.at)
        return Change(table.access, event, table.state.after_event(event), rewritten=[player])


def _used(user: User) -> Counter[int]:
    """Count the used and announced days of each year; a started day counts as a whole.

    It counts once, or once in each time zone: 1 May in Auckland is not 1 May in Los Angeles.
    """
    days = {
        (day, vacation.zone)
        for vacation in Vacation.objects.filter(user=user)
        for day in _days(*first_and_last(vacation))
    }
    return Counter(day.year for day, _zone in days)


def first_and_last(vacation: Vacation) -> tuple[date, date]:
    """Return the first and the last day of a vacation, in its time zone."""
    zone = zone_info(vacation.zone)
    last = vacation.ends - timedelta(microseconds=1)
    return vacation.starts.astimezone(zone).date(), last.astimezone(zone).date()


def _days(first: date, last: date) -> Iterable[date]:
    return (first + n * DAY for n in range((last - first).days + 1))


def _midnight(day: date, zone: tzinfo) -> datetime:
    return datetime.combine(day, time(), zone).astimezone(UTC)
