"""By which channels somebody hears of which kinds of news, as they have chosen."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from accounts.models import User
from games.notifications.models import Delivery, Notification, NotificationChoice

TURN = "turn"
"""The kind that has no rows of its own: a table waits for a decision."""
KINDS = (TURN, *Notification.Kind.values)
CHANNELS = tuple(Delivery.Channel.values)
QUIET = frozenset(
    {Notification.Kind.FOLLOWER, Notification.Kind.EVENING, Notification.Kind.MENTION}
)
"""Kinds that nobody is mailed about unless they ask for it."""
BELL_ALONE = frozenset({Notification.Kind.ACHIEVED})
"""Kinds that are worth nobody's interruption, unless they ask for it."""
Chosen = Mapping[str, Collection[str]]
"""The channels of each kind."""


def usual(kind: str) -> tuple[str, ...]:
    """The channels of a kind for somebody who has not chosen."""
    if kind in BELL_ALONE:
        return ()
    return tuple(one for one in CHANNELS if one != Delivery.Channel.MAIL or kind not in QUIET)


def choices_of(users: Iterable[int]) -> dict[int, dict[str, tuple[str, ...]]]:
    """What each of these users has chosen, kind by kind; for all of them, in one query."""
    users = set(users)
    rows = NotificationChoice.objects.filter(user__in=users).values_list("user_id", "channels")
    stored = dict(rows)
    return {user: _complete(stored.get(user, {})) for user in users}


def choice_of(user: User) -> dict[str, tuple[str, ...]]:
    """The channels that somebody has chosen, kind by kind."""
    return choices_of([user.pk])[user.pk]


def choose(user: User, ticked: Iterable[str]) -> None:
    """Store a choice, given as "kind:channel" for each that is wanted; others count as not."""
    wanted = set(ticked)
    chosen = {kind: [one for one in CHANNELS if f"{kind}:{one}" in wanted] for kind in KINDS}
    NotificationChoice.objects.update_or_create(user=user, defaults={"channels": chosen})


def _complete(stored: Chosen) -> dict[str, tuple[str, ...]]:
    return {kind: tuple(stored.get(kind, usual(kind))) for kind in KINDS}
