"""The news of an event: to players, to its pages, and to the webhook of its club."""

from __future__ import annotations

from collections.abc import Collection

from games.clubs.services.webhooks import send_news
from games.events.models import Event
from games.matches.publish import after_commit, group_of
from games.notifications.models import Notification
from games.notifications.services import inbox

CHANGED = "changed"
"""The news which an organiser can cause again and again."""


def group(event_id: str) -> str:
    """Return the group of the pages and streams that follow an event."""
    return group_of("event", event_id)


def moved(event_id: str) -> None:
    """Publish after commit that an event began, ended or went on, or that other players come."""
    after_commit({"type": "event.moved"}, group(event_id))


def notify(
    event: Event,
    users: Collection[int],
    what: str,
    *,
    about: str = "",
    url: str = "",
    number: int = 0,
) -> None:
    """Notify users of an event's news.

    Args:
        event: The event.
        users: The ids of the users.
        what: A key of the words for notifications.
        about: News about the same thing replace each other; `what` if it is empty.
        url: The page that the news lead to; the event's if it is empty.
        number: The round that the news are about.
    """
    inbox.notify(
        users,
        Notification.Kind.EVENT,
        f"{event.pk}:{about or what}",
        url=url or event.get_absolute_url(),
        facts={
            "event": event.title,
            "what": what,
            "at": event.starts_at.isoformat(),
            "zone": event.zone,
            **({"round": number} if number else {}),
        },
        repeatable=what == CHANGED,
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
