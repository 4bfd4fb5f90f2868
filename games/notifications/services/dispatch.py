"""The queue of deliveries: each claimed by one worker, sent, and its result stored."""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.urls import reverse

from games.matches.services import time_source
from games.matches.services.presence import present
from games.notifications.models import (
    Delivery,
    GroupWebhook,
    Mailing,
    Notification,
    PushDevice,
    Webhook,
)
from games.notifications.services import inbox
from games.notifications.services.locking import lock_free
from games.notifications.services.messages import Result
from games.notifications.services.quiet_hours import ends_of_quiet_hours
from games.notifications.services.rendering import Send, render_delivery
from games.notifications.services.scheduling import LOOK_AGAIN
from games.notifications.signals import group_webhook_stopped

logger = logging.getLogger(__name__)
LEASE = timedelta(minutes=2)
"""After this time a claim without a result, such as one of a dead worker, is claimed again."""
BACKOFF = tuple(timedelta(seconds=seconds) for seconds in (30, 120, 600, 3600))
LONGEST_WAIT = timedelta(hours=1)
STOPS_AFTER = 5
"""Failed deliveries in a row (after all tries) that turn a channel off."""
RETENTION = timedelta(days=30)
FAILED_LATELY = timedelta(days=1)


class Claim(NamedTuple):
    """A delivery that only this worker sends, for as long as the lease lasts."""

    delivery_id: int
    user_id: int
    tries: int
    send: Send


def claim(limit: int, without: Collection[Any] = (), now: datetime | None = None) -> list[Claim]:
    """Claim due deliveries, at most `limit`, and one a user: a slow address delays only its owner.

    `without`: the users whose deliveries wait.
    """
    now = now or time_source.now()
    due = Delivery.objects.filter(state=Delivery.State.WAITING, due_at__lte=now)
    due = due.exclude(user__in=without).order_by("due_at", "id")
    users = list(dict.fromkeys(due.values_list("user_id", flat=True)[: limit * 4]))
    if not users or not limit:
        return []
    looking, quiet = present(users), ends_of_quiet_hours(users, now)
    claims: dict[int, Claim] = {}
    with transaction.atomic():
        rows = due.filter(user__in=users).select_related(
            *("user", "match", "device", "group_webhook"),
            *("notification__actor", "notification__person", "notification__match"),
        )
        for row in lock_free(rows)[: limit * 4]:
            if row.user_id in claims or len(claims) == limit:
                continue
            if row.user_id in looking and not row.test and row.group_webhook_id is None:
                row.due_at = now + LOOK_AGAIN
                row.save(update_fields=["due_at"])
                continue
            if row.user_id in quiet and row.channel != Delivery.Channel.WEBHOOK and not row.test:
                row.due_at = quiet[row.user_id]
                row.save(update_fields=["due_at"])
                continue
            send = _render(row, now)
            if send is None:
                continue
            row.tries += 1
            row.due_at = now + LEASE
            row.save(update_fields=["tries", "due_at"])
            claims[row.user_id] = Claim(row.pk, row.user_id, row.tries, send)
    return list(claims.values())


def _render(row: Delivery, now: datetime) -> Send | None:
    """Return a function that sends a delivery, or None after deleting an obsolete one.

    A delivery that cannot be rendered, such as one of a kind that only a newer version knows, is
    marked as failed: it must not hold up the others.
    """
    try:
        with transaction.atomic():
            send = render_delivery(row)
    except Exception:
        logger.exception("A delivery could not be rendered (%s).", row.pk)
        row.state, row.note, row.done_at, row.content = Delivery.State.FAILED, "error", now, None
        row.save(update_fields=["state", "note", "done_at", "content"])
        return None
    if send is None:
        row.delete()
    return send


def record_result(claimed: Claim, result: Result, now: datetime | None = None) -> None:
    """Store the result of a try, unless another worker has claimed the delivery since."""
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
            row.due_at = now + min(max(BACKOFF[row.tries - 1], wait), LONGEST_WAIT)
        else:
            row.state = Delivery.State.SENT if result.sent else Delivery.State.FAILED
            row.done_at, row.content = now, None
            _count(row, result, now)
        row.save(update_fields=["note", "due_at", "state", "done_at", "content"])


def _count(row: Delivery, result: Result, now: datetime) -> None:
    """Count failures in a row; turn a channel off after too many, or a browser that is gone."""
    channel = _channel(row)
    if channel is None:
        return
    was_on = channel.stopped_at is None
    if result.sent:
        channel.failures = 0
        if isinstance(channel, Mailing) and not row.test:
            channel.mailed_at = now
    elif not row.test or result.gone:
        channel.failures += 1
        gone = result.gone and isinstance(channel, PushDevice)
        if gone or channel.failures >= STOPS_AFTER:
            channel.stopped_at = now
    channel.save()
    if was_on and channel.stopped_at is not None:
        _announce_stop(channel)


def _announce_stop(channel: Mailing | PushDevice | Webhook | GroupWebhook) -> None:
    """Notify those who set a channel that it was turned off, for a bot also its owner.

    Browsers come and go: the page of notifications lists those that are turned off.
    """
    if isinstance(channel, GroupWebhook):
        group_webhook_stopped.send(GroupWebhook, hook=channel)
    elif not isinstance(channel, PushDevice):
        user, kind, page = channel.user, Notification.Kind.STOPPED, reverse("notifications")
        what = "mail" if isinstance(channel, Mailing) else "webhook"
        inbox.notify([user.pk], kind, what, url=page, facts={"what": what})
        if user.run_by_id is not None:
            about, page = f"bot:{user.pk}", reverse("people:tokens")
            inbox.notify(
                [user.run_by_id], kind, about, url=page, person=user, facts={"what": "bot"}
            )


def _channel(row: Delivery) -> Mailing | PushDevice | Webhook | GroupWebhook | None:
    if row.group_webhook_id is not None:
        hooks = GroupWebhook.objects.select_for_update()
        return hooks.filter(pk=row.group_webhook_id).first()
    if row.channel == Delivery.Channel.PUSH:
        devices = PushDevice.objects.select_for_update().filter(user=row.user_id)
        return devices.filter(pk=row.device_id or 0).first()
    if row.channel == Delivery.Channel.WEBHOOK:
        return Webhook.objects.select_for_update().filter(user=row.user_id).first()
    mailing, _new = Mailing.objects.select_for_update().get_or_create(user_id=row.user_id)
    return mailing


@dataclass(frozen=True)
class Queue:
    """The number of due deliveries, the age of the oldest, and the failures of a day."""

    due: int
    oldest: datetime | None
    failed: int


def queue(now: datetime | None = None) -> Queue:
    """Return the state of the queue, for the operator."""
    now = now or time_source.now()
    waiting = Delivery.objects.filter(state=Delivery.State.WAITING, due_at__lte=now)
    failed = Delivery.objects.filter(state=Delivery.State.FAILED, done_at__gt=now - FAILED_LATELY)
    oldest = waiting.order_by("due_at").values_list("due_at", flat=True).first()
    return Queue(waiting.count(), oldest, failed.count())


def delete_old(now: datetime | None = None) -> int:
    """Delete deliveries done longer ago than RETENTION, and return their number."""
    now = now or time_source.now()
    return Delivery.objects.filter(done_at__lt=now - RETENTION).delete()[0]
