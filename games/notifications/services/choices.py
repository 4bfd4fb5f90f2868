"""A user's choice of channels for each kind of news."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from accounts.models import User
from games.notifications.models import Delivery, Notification, NotificationChoice

TURN = "turn"
"""The kind without rows of its own: a table waits for a decision."""
UNASKED = frozenset(
    {Notification.Kind.SANCTION, Notification.Kind.STAFF, Notification.Kind.STOPPED}
)
"""Kinds that always use the default channels."""
KINDS = (TURN, *(kind for kind in Notification.Kind.values if kind not in UNASKED))
CHANNELS = tuple(Delivery.Channel.values)
QUIET = frozenset(
    {
        Notification.Kind.BEGUN,
        Notification.Kind.CLOSING,
        Notification.Kind.CLUB,
        Notification.Kind.DEAL,
        Notification.Kind.FOLLOWER,
        Notification.Kind.GAME_NIGHT,
        Notification.Kind.MENTION,
        Notification.Kind.MISSED,
    }
)
"""Kinds without mail by default."""
BELL_ONLY = frozenset({Notification.Kind.ACHIEVED})
"""Kinds that only the bell counts by default."""
Chosen = Mapping[str, Collection[str]]
"""The channels of each kind."""


def usual(kind: str) -> tuple[str, ...]:
    """Return the default channels of a kind."""
    if kind in BELL_ONLY:
        return ()
    return tuple(one for one in CHANNELS if one != Delivery.Channel.MAIL or kind not in QUIET)


def choices_of(users: Iterable[int]) -> dict[int, dict[str, tuple[str, ...]]]:
    """Return each user's channels by kind, for all users in one query."""
    users = set(users)
    rows = NotificationChoice.objects.filter(user__in=users).values_list("user_id", "channels")
    stored = dict(rows)
    return {user: _complete(stored.get(user, {})) for user in users}


def choice_of(user: User) -> dict[str, tuple[str, ...]]:
    """Return the user's channels by kind."""
    return choices_of([user.pk])[user.pk]


def choose(user: User, ticked: Iterable[str]) -> None:
    """Store a choice, given as "kind:channel" for each wanted one; others are off."""
    wanted = set(ticked)
    chosen = {kind: [one for one in CHANNELS if f"{kind}:{one}" in wanted] for kind in KINDS}
    NotificationChoice.objects.update_or_create(user=user, defaults={"channels": chosen})


def _complete(stored: Chosen) -> dict[str, tuple[str, ...]]:
    chosen = {kind: tuple(stored.get(kind, usual(kind))) for kind in KINDS}
    return chosen | {kind: usual(kind) for kind in UNASKED}
