"""Notifications about an event."""

from __future__ import annotations

from collections.abc import Collection

from games.events.models import Event
from games.notifications.models import Notification
from games.notifications.services import inbox


def notify(event: Event, users: Collection[int], what: str) -> None:
    """Notify users of an event's news; `what` is a key of the words for notifications."""
    inbox.notify(
        users,
        Notification.Kind.EVENT,
        f"{event.pk}:{what}",
        url=event.get_absolute_url(),
        facts={
            "event": event.title,
            "what": what,
            "at": event.starts_at.isoformat(),
            "zone": event.zone,
        },
    )
