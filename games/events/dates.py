"""The dates of a series of events, whose hour stays the same in the local time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta

from django.utils.translation import gettext_noop as _

from core.languages.local_time import zone_info, zones
from core.refusals import Refusal

WEEK = timedelta(days=7)
WEEKLY, FORTNIGHTLY, MONTHLY = "weekly", "fortnightly", "monthly"


def start_after(
    start: datetime, zone: str, repeats: str, now: datetime, usual: time | None = None
) -> datetime:
    """Return the first beginning of a series after `start` that is still ahead, in UTC.

    Args:
        start: A beginning.
        zone: The time zone in which the hour stays the same.
        repeats: The rule: "weekly", "fortnightly" or "monthly".
        now: The time after which it is ahead.
        usual: The local time of the series, if a change of clocks moved `start`.
    """
    local = start.astimezone(zone_info(zone))
    day, hour = local.date(), usual or local.time()
    while True:
        day = _next_day(day, repeats)
        following = at_local(datetime.combine(day, hour), zone)
        if following > now:
            return following


def skipped_time(start: datetime, usual: time, zone: str) -> time | None:
    """Return the usual local time if a change of clocks moved `start` from it, else None."""
    local = start.astimezone(zone_info(zone))
    moved = local.time() != usual and at_local(datetime.combine(local, usual), zone) == start
    return usual if moved else None


def at_local(local: datetime, zone: str) -> datetime:
    """Return a local time without a zone as UTC; an hour that a change of clocks skips is later."""
    return local.replace(tzinfo=zone_info(zone), fold=0).astimezone(UTC)


def typed_time(
    local: datetime,
    zone: str,
    least: datetime,
    most: datetime,
    refused: Callable[[str], Refusal],
    outside: str,
    early: str = "",
) -> datetime:
    """Return a typed local time as UTC.

    Args:
        local: The local time.
        zone: Its time zone.
        least: The earliest time allowed.
        most: The latest time allowed.
        refused: The refusal to raise for an unknown time zone, a time that a change of clocks
            skips, or a time that is not allowed.
        outside: Its words if the time is not allowed.
        early: Its words if the time is too early; `outside` if it is empty.
    """
    if zone not in zones():
        raise refused(_("There is no such time zone. Choose one from the list."))
    try:
        at = at_local(local.replace(tzinfo=None), zone)
    except (OverflowError, ValueError) as impossible:
        raise refused(outside) from impossible
    if not least <= at <= most:
        raise refused(early or outside if at < least else outside)
    if at.astimezone(zone_info(zone)).replace(tzinfo=None) != local.replace(tzinfo=None):
        raise refused(
            _("The clocks change on that day, so this time doesn’t exist. Choose another time.")
        )
    return at


def _next_day(day: date, repeats: str) -> date:
    if repeats == WEEKLY:
        return day + WEEK
    if repeats == FORTNIGHTLY:
        return day + 2 * WEEK
    nth = (day.day - 1) // 7
    following = (day.replace(day=1) + timedelta(days=32)).replace(day=1)
    first = following + timedelta(days=(day.weekday() - following.weekday()) % 7)
    wanted = first + nth * WEEK
    # A fifth weekday is the last one of each month.
    return wanted if wanted.month == first.month else wanted - WEEK
