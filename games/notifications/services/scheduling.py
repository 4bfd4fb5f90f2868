"""From notices to deliveries: who is still asked, has no page in view, and wants to know."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar

from django.conf import settings
from django.db import connection, models, transaction

from games.matches.models import Match, Player
from games.matches.services import time_source
from games.matches.services.turns import waiting_players
from games.notifications.models import Delivery, Mailing, Notice, PushDevice, Webhook
from games.notifications.services.channels import MAIL_PATIENCE
from games.notifications.services.presence import present

PATIENCE = timedelta(seconds=10)
"""How long a player may take to answer before anything is sent: a fast game sends nothing."""
BATCH = 100
LOOK_AGAIN = timedelta(seconds=30)
MAILS_APART = timedelta(minutes=30)
DAILY_PATIENCE = timedelta(hours=1)
DAY = timedelta(hours=24)

Row = TypeVar("Row", bound=models.Model)


def lock_free(rows: models.QuerySet[Row]) -> models.QuerySet[Row]:
    """These rows, locked; on PostgreSQL without those that another worker has locked."""
    skip = connection.features.has_select_for_update_skip_locked
    return rows.select_for_update(skip_locked=skip, of=("self",))


def schedule_notices(now: datetime | None = None) -> int:
    """Turn a batch of notices that are due into deliveries; how many notices there were.

    A notice waits on while its player has a page in view, and where the newest question is too
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
        # A delivery with the same key that waits already stays as it is.
        Delivery.objects.bulk_create(_deliveries(asked, now), ignore_conflicts=True)
        done = {notice.pk for notice in notices} - {notice.pk for notice in later}
        Notice.objects.filter(pk__in=done).delete()
    return len(notices)


def _deliveries(players: Sequence[Player], now: datetime) -> Iterator[Delivery]:
    """What to send about these players: one mail a user, everything else one a match."""
    users = {player.user_id for player in players if player.user_id is not None}
    mailings = {mailing.user_id: mailing for mailing in Mailing.objects.filter(user__in=users)}
    hooks = Webhook.objects.filter(user__in=users, stopped_at=None)
    hooked = set(hooks.values_list("user_id", flat=True))
    devices: dict[int, list[PushDevice]] = defaultdict(list)
    if settings.VAPID_PRIVATE_KEY:
        for device in PushDevice.objects.filter(user__in=users, stopped_at=None):
            devices[device.user_id].append(device)
    for player in players:
        user, match, channel = player.user_id, player.match, Delivery.Channel
        assert user is not None
        delivery = partial(Delivery, user_id=user, due_at=now, match=match)
        mail_at = _mail_at(player, mailings.get(user) or Mailing(), now)
        if mail_at is not None:
            yield Delivery(user_id=user, channel=channel.MAIL, key="mail", due_at=mail_at)
        if user in hooked:
            yield delivery(channel=channel.WEBHOOK, key=f"webhook:{match.pk}")
        for device in devices[user]:
            key = f"push:{device.pk}:{match.pk}"
            yield delivery(channel=channel.PUSH, key=key, device=device)


def _mail_at(player: Player, mailing: Mailing, now: datetime) -> datetime | None:
    """When to mail about a table that waits; at a live one, a mail would come too late."""
    if player.match.pace == Match.Pace.LIVE:
        return None
    if mailing.mode == Mailing.Mode.NEVER or mailing.stopped_at is not None:
        return None
    daily = mailing.mode == Mailing.Mode.DAILY
    soonest = (player.asked_since or now) + (DAILY_PATIENCE if daily else MAIL_PATIENCE)
    if mailing.mailed_at is None:
        return soonest
    return max(soonest, mailing.mailed_at + (DAY if daily else MAILS_APART))
