"""The news of an event: to players, and to the webhook of its club."""

from __future__ import annotations

from collections.abc import Collection

from games.clubs.services.webhooks import send_news
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


def send_to_club(event: Event, kind: str) -> None:
    """Send news such as `event-planned` to the webhook of the event's club, if it has one."""
    if event.club is not None:
        send_news(
            *(event.club, kind, event.get_absolute_url()),
            event=event.pk,
            title=event.title,
            starts_at=event.starts_at.isoformat(),
            zone=event.zone,
        )
