"""Quiet hours: the hours of a day in which a user gets no mail and no push message.

What is due then waits for their end. It is rendered when it is sent, so that what is no longer true
by then is dropped.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils.dateparse import parse_time
from django.utils.translation import gettext_noop as _

from accounts.models import User
from accounts.services.readers import reader_of
from games.matches.refusals import BadHours
from games.notifications.models import NotificationChoice


def choose_quiet_hours(user: User, begins: str, ends: str) -> None:
    """Store a user's quiet hours, as a form sent them; both empty for none.

    Raises:
        BadHours: A time is missing or cannot be read, or both are the same.
    """
    hours = [_time_of(text) for text in (begins, ends)]
    if (hours[0] is None) != (hours[1] is None):
        raise BadHours(_("Quiet hours need a beginning and an end. Leave both empty for none."))
    if hours[0] is not None and hours[0] == hours[1]:
        raise BadHours(_("Quiet hours can’t end when they begin. Leave both empty for none."))
    defaults = {"quiet_from": hours[0], "quiet_until": hours[1]}
    NotificationChoice.objects.update_or_create(user=user, defaults=defaults)


def ends_of_quiet_hours(users: Collection[int], now: datetime) -> dict[int, datetime]:
    """Return the end of the quiet hours of those users who have them now."""
    chosen = NotificationChoice.objects.filter(user__in=users, quiet_from__isnull=False)
    found = {}
    for choice in chosen.select_related("user"):
        zone = ZoneInfo(reader_of(choice.user).zone or "UTC")
        assert choice.quiet_from is not None
        assert choice.quiet_until is not None
        end = end_of(choice.quiet_from, choice.quiet_until, now.astimezone(zone))
        if end is not None:
            found[choice.user_id] = end
    return found


def end_of(begins: time, ends: time, local: datetime) -> datetime | None:
    """Return the end of the quiet hours that a local time is in, or None outside them."""
    hour = local.time()
    overnight = begins > ends
    inside = (hour >= begins or hour < ends) if overnight else begins <= hour < ends
    if not inside:
        return None
    day = local.date() + timedelta(days=overnight and hour >= begins)
    end = datetime.combine(day, ends, local.tzinfo).astimezone(UTC)
    # On the night on which clocks are put back, an hour comes twice.
    return end if end > local else None


def _time_of(text: str) -> time | None:
    if not text:
        return None
    try:
        found = parse_time(text)
    except ValueError:
        found = None
    if found is None or found.tzinfo is not None:
        raise BadHours(_("Write a time as hours and minutes, like 22:30."))
    return found.replace(second=0, microsecond=0)
