"""Webhooks that get the news of a group, such as a club, by the queue of all deliveries."""

from __future__ import annotations

import secrets

from accounts.models import User
from games.engine.contract import Json
from games.matches.services import time_source
from games.notifications.models import Delivery, GroupWebhook
from games.notifications.services.channels import checked_url, new_secret, queue_test

WAITING_EACH = 200
"""The most deliveries that wait for a webhook; further news is not sent to it."""


def fill(hook: GroupWebhook, owner: User, url: str) -> None:
    """Set the address of a webhook, and turn it on again; it is not saved. Raises BadWebhook."""
    hook.url, hook.owner = checked_url(url), owner
    hook.secret = hook.secret or new_secret()
    hook.failures, hook.stopped_at = 0, None


def renew_secret(hook: GroupWebhook) -> None:
    GroupWebhook.objects.filter(pk=hook.pk).update(secret=new_secret())


def queue(hook: GroupWebhook, kind: str, data: Json) -> None:
    """Queue news for a webhook, in the transaction that makes it."""
    waiting = Delivery.objects.filter(group_webhook=hook, state=Delivery.State.WAITING)
    if hook.stopped_at is not None or waiting.count() >= WAITING_EACH:
        return
    now = time_source.now()
    Delivery.objects.create(
        user_id=hook.owner_id,
        channel=Delivery.Channel.WEBHOOK,
        key=f"{hook.pk}:{kind}:{secrets.token_hex(6)}",
        group_webhook=hook,
        content={"type": kind, "timestamp": now.isoformat(timespec="seconds"), "data": data},
        made_at=now,
        due_at=now,
    )


def send_test(hook: GroupWebhook) -> None:
    """Queue a test, to be sent now; raise TooMany."""
    now = time_source.now().isoformat(timespec="seconds")
    queue_test(
        hook.owner,
        Delivery.Channel.WEBHOOK,
        group_webhook=hook,
        content={"type": "test", "timestamp": now, "data": {}},
    )
