"""The queue of deliveries: claimed by one worker each, sent by others, then written down."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from games.matches.services import time_source
from games.notifications.models import Delivery, Mailing, PushDevice, Webhook
from games.notifications.services.messages import Parcel, Result
from games.notifications.services.presence import looking
from games.notifications.services.rendering import pack
from games.notifications.services.scheduling import LOOK_AGAIN, for_me

LEASE = timedelta(minutes=2)
"""A claim that was never written down, its worker being gone, is taken up again after this."""
BACKOFF = tuple(timedelta(seconds=seconds) for seconds in (30, 120, 600, 3600))
PATIENCE_AT_MOST = timedelta(hours=1)
STOPS_AFTER = 5
"""Deliveries in a row that failed, all their tries, before a way is turned off."""
KEPT = timedelta(days=30)


@dataclass(frozen=True)
class Claim:
    """A delivery that is this worker's to send, for the while of the lease."""

    delivery_id: int
    user_id: int
    tries: int
    parcel: Parcel


def claim(room: int, busy: Collection[int] = (), now: datetime | None = None) -> list[Claim]:
    """What is due, at most `room`, and one a user: a slow address keeps only its owner waiting.

    `busy`: the users something is being sent to just now.
    """
    now = now or time_source.now()
    due = Delivery.objects.filter(state=Delivery.State.WAITING, due_at__lte=now)
    due = due.exclude(user__in=busy).order_by("due_at", "id")
    users = list(dict.fromkeys(due.values_list("user_id", flat=True)[: room * 4]))
    if not users or not room:
        return []
    seeing = looking(users)
    claims: dict[int, Claim] = {}
    with transaction.atomic():
        rows = due.filter(user__in=users).select_related("user", "match", "device")
        for row in for_me(rows)[: room * 4]:
            if row.user_id in claims or len(claims) == room:
                continue
            if row.user_id in seeing and not row.test:
                row.due_at = now + LOOK_AGAIN
                row.save(update_fields=["due_at"])
                continue
            parcel = pack(row)
            if parcel is None:
                row.delete()
                continue
            row.tries += 1
            row.due_at = now + LEASE
            row.save(update_fields=["tries", "due_at"])
            claims[row.user_id] = Claim(row.pk, row.user_id, row.tries, parcel)
    return list(claims.values())


def write_down(claimed: Claim, result: Result, now: datetime | None = None) -> None:
    """What came of a try; nothing, when the claim has passed to another worker meanwhile."""
    now = now or time_source.now()
    with transaction.atomic():
        row = (
            Delivery.objects.select_for_update()
            .filter(pk=claimed.delivery_id, tries=claimed.tries, state=Delivery.State.WAITING)
            .first()
        )
        if row is None:
            return
        row.note = result.note
        if result.again and not row.test and row.tries <= len(BACKOFF):
            wait = timedelta(seconds=result.after or 0)
            row.due_at = now + min(max(BACKOFF[row.tries - 1], wait), PATIENCE_AT_MOST)
        else:
            row.state = Delivery.State.SENT if result.sent else Delivery.State.FAILED
            row.done_at = now
            _tally(row, result, now)
        row.save(update_fields=["note", "due_at", "state", "done_at"])


def _tally(row: Delivery, result: Result, now: datetime) -> None:
    """Count failures in a row; turn a way off after too many, or when it is gone for good."""
    way = _way(row)
    if way is None:
        return
    if result.sent:
        way.failures = 0
        if isinstance(way, Mailing) and not row.test:
            way.mailed_at = now
    elif not row.test or result.gone:
        way.failures += 1
        ended = result.gone and isinstance(way, PushDevice)
        if ended or way.failures >= STOPS_AFTER:
            way.stopped_at = now
    way.save()


def _way(row: Delivery) -> Mailing | PushDevice | Webhook | None:
    if row.channel == Delivery.Channel.PUSH:
        devices = PushDevice.objects.select_for_update().filter(user=row.user_id)
        return devices.filter(pk=row.device_id or 0).first()
    if row.channel == Delivery.Channel.WEBHOOK:
        return Webhook.objects.select_for_update().filter(user=row.user_id).first()
    mailing, _new = Mailing.objects.select_for_update().get_or_create(user_id=row.user_id)
    return mailing


def sweep(now: datetime | None = None) -> int:
    """Drop what was sent, or not, a good while ago; how many."""
    now = now or time_source.now()
    return Delivery.objects.filter(done_at__lt=now - KEPT).delete()[0]
