"""From notices to deliveries: who still has a table waiting, does not look, and wants to know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.conf import settings
from django.db import connection, models, transaction

from games.matches.models import Match, Player
from games.matches.services import time_source
from games.notifications.models import Delivery, Mailing, Notice, PushDevice, Webhook
from games.notifications.services.channels import MAIL_PATIENCE
from games.notifications.services.presence import looking

PATIENCE = timedelta(seconds=10)
"""So long somebody may take to answer before anything is sent: a fast game sends nothing."""
BATCH = 100
LOOK_AGAIN = timedelta(seconds=30)
MAILS_APART = timedelta(minutes=30)
DAILY_PATIENCE = timedelta(hours=1)
DAY = timedelta(hours=24)

Row = TypeVar("Row", bound=models.Model)


def for_me(rows: models.QuerySet[Row]) -> models.QuerySet[Row]:
    """These rows, locked; on PostgreSQL without those that another worker holds."""
    skip = connection.features.has_select_for_update_skip_locked
    return rows.select_for_update(skip_locked=skip, of=("self",))


def still_asked(player: Player) -> bool:
    """Whether a player, with the match at hand, still owes a decision."""
    running = player.match.status == Match.Status.RUNNING
    asked = player.asked_at is not None and player.left_at is None and player.person
    return running and asked and player.user_id is not None


@dataclass(frozen=True)
class Ways:
    """How the people of a batch can be reached."""

    mailings: dict[int, Mailing]
    devices: dict[int, list[PushDevice]]
    hooks: set[int]

    @classmethod
    def of(cls, users: set[int]) -> Ways:
        devices: dict[int, list[PushDevice]] = {}
        if settings.VAPID_PRIVATE_KEY:
            for device in PushDevice.objects.filter(user__in=users, stopped_at=None):
                devices.setdefault(device.user_id, []).append(device)
        hooks = Webhook.objects.filter(user__in=users, stopped_at=None)
        return cls(
            {mailing.user_id: mailing for mailing in Mailing.objects.filter(user__in=users)},
            devices,
            set(hooks.values_list("user_id", flat=True)),
        )


def sort_notices(now: datetime | None = None) -> int:
    """One batch of notices that are due; how many there were."""
    now = now or time_source.now()
    due = Notice.objects.filter(due_at__lte=now)
    users = set(due.values_list("player__user_id", flat=True)[:BATCH])
    if not users:
        return 0
    seeing = looking(user for user in users if user is not None)
    with transaction.atomic():
        notices = list(for_me(due.select_related("player__match"))[:BATCH])
        waiting = [notice for notice in notices if still_asked(notice.player)]
        later = [n for n in waiting if n.player.user_id in seeing or _asked_just_now(n, now)]
        told = [notice for notice in waiting if notice not in later]
        for notice in later:
            notice.due_at = now + LOOK_AGAIN if notice.player.user_id in seeing else _due(notice)
        Notice.objects.bulk_update(later, ["due_at"])
        ways = Ways.of({n.player.user_id for n in told if n.player.user_id is not None})
        # What waits for the same ears already stays as it is.
        Delivery.objects.bulk_create(
            deliveries((notice.player for notice in told), ways, now), ignore_conflicts=True
        )
        gone = [notice.pk for notice in notices if notice not in later]
        Notice.objects.filter(pk__in=gone).delete()
    return len(notices)


def _due(notice: Notice) -> datetime:
    assert notice.player.asked_since is not None
    return notice.player.asked_since + PATIENCE


def _asked_just_now(notice: Notice, now: datetime) -> bool:
    return notice.player.asked_since is not None and _due(notice) > now


def deliveries(players: Iterable[Player], ways: Ways, now: datetime) -> Iterator[Delivery]:
    """What is to be sent about these players: one mail a user, the rest one a match."""
    for player in players:
        user, match = player.user_id, player.match
        assert user is not None
        mailed = _mail_due(player, ways.mailings.get(user), now)
        if mailed is not None:
            yield _delivery(user, Delivery.Channel.MAIL, "mail", mailed)
        if user in ways.hooks:
            yield _delivery(user, Delivery.Channel.WEBHOOK, f"webhook:{match.pk}", now, match=match)
        for device in ways.devices.get(user, ()):
            key = f"push:{device.pk}:{match.pk}"
            yield _delivery(user, Delivery.Channel.PUSH, key, now, match=match, device=device)


def _delivery(user: int, channel: str, key: str, due: datetime, **about: Any) -> Delivery:
    return Delivery(user_id=user, channel=channel, key=key, due_at=due, **about)


def _mail_due(player: Player, mailing: Mailing | None, now: datetime) -> datetime | None:
    """When to mail about a table that waits; at a live one, a mail would come too late."""
    if player.match.pace == Match.Pace.LIVE:
        return None
    asked = player.asked_since or now
    if mailing is None:
        return asked + MAIL_PATIENCE
    if mailing.mode == Mailing.Mode.NEVER or mailing.stopped_at is not None:
        return None
    daily = mailing.mode == Mailing.Mode.DAILY
    soonest = asked + (DAILY_PATIENCE if daily else MAIL_PATIENCE)
    if mailing.mailed_at is None:
        return soonest
    return max(soonest, mailing.mailed_at + (DAY if daily else MAILS_APART))
