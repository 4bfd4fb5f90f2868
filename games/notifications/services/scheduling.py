"""From notices to deliveries: for players who are still asked, absent, and want to know."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.db import transaction

from games.matches.models import Match, Player
from games.matches.services import time_source
from games.matches.services.presence import present
from games.matches.services.turns import waiting_players
from games.notifications.models import (
    Delivery,
    Mailing,
    Notice,
    Notification,
    PushDevice,
    Webhook,
)
from games.notifications.services.channels import MAIL_PATIENCE
from games.notifications.services.choices import TURN, choices_of
from games.notifications.services.locking import lock_free

PATIENCE = timedelta(seconds=10)
"""How long a player may take to answer before a notice is sent: a fast game sends none."""
BATCH = 100
LOOK_AGAIN = timedelta(seconds=30)
MAILS_APART = timedelta(minutes=30)


def schedule_notices(now: datetime | None = None) -> int:
    """Turn a batch of due notices into deliveries, and return the number of notices.

    A notice waits longer while its player has a page in view, and if the newest question is too
    recent.
    """
    now = now or time_source.now()
    due = Notice.objects.filter(due_at__lte=now)
    users = set(due.values_list("player__user_id", flat=True)[:BATCH])
    if not users:
        return 0
    looking = present(user for user in users if user is not None)
    with transaction.atomic():
        notices = list(lock_free(due.select_related("player__match"))[:BATCH])
        waiting = waiting_players().filter(notice__in=notices).exclude(user=None)
        waiting_ids = set(waiting.values_list("pk", flat=True))
        later: list[Notice] = []
        asked: list[Player] = []
        for notice in notices:
            player = notice.player
            if player.pk not in waiting_ids:
                continue
            if player.user_id in looking:
                notice.due_at = now + LOOK_AGAIN
                later.append(notice)
            elif player.asked_since is not None and player.asked_since + PATIENCE > now:
                notice.due_at = player.asked_since + PATIENCE
                later.append(notice)
            else:
                asked.append(player)
        Notice.objects.bulk_update(later, ["due_at"])
        # A waiting delivery with the same key stays unchanged.
        Delivery.objects.bulk_create(_deliveries(asked, now), ignore_conflicts=True)
        done = {notice.pk for notice in notices} - {notice.pk for notice in later}
        Notice.objects.filter(pk__in=done).delete()
    return len(notices)


def queue_news(notifications: Sequence[Notification], now: datetime) -> None:
    """Queue the deliveries of these notifications, with the same patience as for a turn.

    A user who has a page in view by then gets nothing: they have seen the bell.
    """
    reach = Reach.of(notification.user_id for notification in notifications)
    Delivery.objects.bulk_create(
        (
            delivery
            for notification in notifications
            for delivery in _news(notification, reach, now)
        ),
        ignore_conflicts=True,
    )


@dataclass(frozen=True)
class Reach:
    """The channels of some users, and what they want to get by each."""

    mailings: dict[int, Mailing]
    hooked: set[int]
    devices: dict[int, list[PushDevice]]
    choices: dict[int, dict[str, tuple[str, ...]]]

    @classmethod
    def of(cls, user_ids: Iterable[int]) -> Reach:
        users = set(user_ids)
        devices: dict[int, list[PushDevice]] = defaultdict(list)
        if settings.VAPID_PRIVATE_KEY:
            for device in PushDevice.objects.filter(user__in=users, stopped_at=None):
                devices[device.user_id].append(device)
        hooks = Webhook.objects.filter(user__in=users, stopped_at=None)
        return cls(
            mailings={one.user_id: one for one in Mailing.objects.filter(user__in=users)},
            hooked=set(hooks.values_list("user_id", flat=True)),
            devices=devices,
            choices=choices_of(users),
        )

    def wants(self, user: int, kind: str, channel: str) -> bool:
        return channel in self.choices[user][kind]

    def mail_at(self, user: int, since: datetime) -> datetime | None:
        """Return when to mail a user about an event at `since`; None for never, or not by itself.

        Daily mails are queued at their hour (`digests`).
        """
        mailing = self.mailings.get(user) or Mailing()
        if mailing.mode != Mailing.Mode.AT_ONCE or mailing.stopped_at is not None:
            return None
        soonest = since + MAIL_PATIENCE
        if mailing.mailed_at is None:
            return soonest
        return max(soonest, mailing.mailed_at + MAILS_APART)


def _deliveries(players: Sequence[Player], now: datetime) -> Iterator[Delivery]:
    """Yield the deliveries about these players: one mail a user, everything else one a match."""
    reach = Reach.of(player.user_id for player in players if player.user_id is not None)
    for player in players:
        user, match = player.user_id, player.match
        assert user is not None
        # At a live table a mail would come too late.
        if match.pace != Match.Pace.LIVE:
            yield from _mail(user, reach, TURN, player.asked_since or now)
        about = partial(Delivery, user_id=user, match=match, due_at=now)
        yield from _at_once(about, user, reach, TURN, match.pk)


def _news(notification: Notification, reach: Reach, now: datetime) -> Iterator[Delivery]:
    """Yield the deliveries of one notification."""
    user, kind = notification.user_id, notification.kind
    if not is_fleeting(notification):
        yield from _mail(user, reach, kind, notification.made_at)
    about = partial(Delivery, user_id=user, notification=notification, due_at=now + PATIENCE)
    yield from _at_once(about, user, reach, kind, f"news:{notification.pk}")


def is_fleeting(notification: Notification) -> bool:
    """Return whether people wait together for an answer: a mail would come too late."""
    if notification.kind == Notification.Kind.FOUND:
        return True
    match = notification.match
    awaited = notification.waits or notification.kind == Notification.Kind.BEGUN
    return match is not None and awaited and match.pace == Match.Pace.LIVE


def _mail(user: int, reach: Reach, kind: str, since: datetime) -> Iterator[Delivery]:
    """Yield a mail, which lists everything that waits, if its user wants one about this kind."""
    due = reach.mail_at(user, since)
    if due is not None and reach.wants(user, kind, Delivery.Channel.MAIL):
        yield Delivery(user_id=user, channel=Delivery.Channel.MAIL, key="mail", due_at=due)


def _at_once(
    about: Callable[..., Delivery], user: int, reach: Reach, kind: str, name: str
) -> Iterator[Delivery]:
    """Yield a delivery by each channel that its user has and wants, except mail."""
    channel = Delivery.Channel
    if user in reach.hooked and reach.wants(user, kind, channel.WEBHOOK):
        yield about(channel=channel.WEBHOOK, key=f"webhook:{name}")
    if reach.wants(user, kind, channel.PUSH):
        for device in reach.devices[user]:
            key = f"push:{device.pk}:{name}"
            yield about(channel=channel.PUSH, key=key, device=device)
