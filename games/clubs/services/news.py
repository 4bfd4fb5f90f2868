"""The news of a club to its members, and to users who ask to join it."""

from __future__ import annotations

from collections.abc import Collection

from accounts.http import Visitor
from accounts.models import User
from games.clubs.models import Club
from games.notifications.models import Notification
from games.notifications.services import inbox


def notify(
    users: Collection[int], club: Club, actor: Visitor | None, what: str, *, url: str = ""
) -> None:
    """Notify users of news in a club.

    Args:
        users: The ids of the users.
        club: The club.
        actor: The user who did it, if the users may know.
        what: A key of the words for notifications.
        url: The page that the news lead to; the club's if it is empty.
    """
    inbox.notify(
        users,
        Notification.Kind.CLUB,
        f"{club.pk}:{what}:{'' if actor is None else actor.pk}",
        url=url or club.get_absolute_url(),
        actor=actor if isinstance(actor, User) else None,
        facts={"club": club.name, "what": what},
    )
