"""The daily mail: at an hour that the user chooses, if anything waits, is new, or is ahead."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from accounts.services.readers import reader_of
from games.matches.services import time_source
from games.notifications.models import Delivery, Mailing
from games.notifications.services.locking import lock_free

BATCH = 100
DAY = timedelta(days=1)


def next_digest(user: User, hour: int, now: datetime) -> datetime:
    """Return when a user's next daily mail is due: the next time it is this hour in their zone."""
    local = now.astimezone(_zone(user))
    at = datetime.combine(local.date(), time(hour), local.tzinfo)
    if at.astimezone(UTC) <= now:
        at = datetime.combine(local.date() + DAY, time(hour), local.tzinfo)
    return at.astimezone(UTC)


def end_of_tomorrow(user: User, now: datetime) -> datetime:
    """Return the end of the next day in a user's zone."""
    local = now.astimezone(_zone(user))
    return datetime.combine(local.date() + 2 * DAY, time(), local.tzinfo).astimezone(UTC)


def _zone(user: User) -> ZoneInfo:
    return ZoneInfo(reader_of(user).zone or "UTC")


@transaction.atomic
def queue_due_digests(now: datetime | None = None) -> int:
    """Queue a batch of due daily mails, and return their number.

    One without content is dropped when it is rendered.
    """
    now = now or time_source.now()
    due = Mailing.objects.filter(
        Q(next_at=None) | Q(next_at__lte=now), mode=Mailing.Mode.DAILY, stopped_at=None
    )
    mailings = list(lock_free(due.select_related("user"))[:BATCH])
    if not mailings:
        return 0
    for mailing in mailings:
        mailing.next_at = next_digest(mailing.user, mailing.hour, now)
    Mailing.objects.bulk_update(mailings, ["next_at"])
    Delivery.objects.bulk_create(
        [
            Delivery(user=one.user, channel=Delivery.Channel.MAIL, key="mail", due_at=now)
            for one in mailings
        ],
        ignore_conflicts=True,
    )
    return len(mailings)
