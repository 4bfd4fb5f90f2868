"""The browsers that accounts were used in, to find accounts that shared one.

Two accounts in one browser are most often one person's. A network address says much less, since a
household, a school or a whole town may share one: only moderators see it, as a hint.
"""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Collection
from itertools import combinations

from allauth.usersessions.models import UserSession
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import DeviceUse, User


def new_device() -> str:
    """Return an id for a browser that has none yet."""
    return secrets.token_urlsafe(24)


def note_use(user: User, device: str) -> None:
    """Record that a user signs in or up in this browser now."""
    now = timezone.now()
    DeviceUse.objects.update_or_create(
        device=salted_hmac("accounts.device", device, algorithm="sha256").hexdigest(),
        user=user,
        defaults={"last_at": now},
        create_defaults={"first_at": now, "last_at": now},
    )


def pairs_of_one_device(users: Collection[int]) -> set[frozenset[int]]:
    """Return the pairs among these users who have used the same browser."""
    by_device: dict[str, set[int]] = defaultdict(set)
    uses = DeviceUse.objects.filter(user__in=users)
    for device, user in uses.values_list("device", "user_id"):
        by_device[device].add(user)
    return {frozenset(pair) for same in by_device.values() for pair in combinations(same, 2)}


def shares_device(user: User, other: User | None = None) -> bool:
    """Return whether `other`, or any other account, was used in a browser of this user."""
    others = DeviceUse.objects.exclude(user=user)
    if other is not None:
        others = others.filter(user=other)
    same = others.filter(device=OuterRef("device"))
    return DeviceUse.objects.filter(Exists(same), user=user).exists()


def shares_network(user: User, other: User | None = None) -> bool:
    """Return whether `other`, or any other account, is signed in from an address of this user.

    Moderators read yes or no; no page shows an address.
    """
    sessions = UserSession.objects.exclude(user_id=user.pk)
    if other is not None:
        sessions = sessions.filter(user_id=other.pk)
    same = sessions.filter(ip=OuterRef("ip"))
    return bool(UserSession.objects.filter(Exists(same), user_id=user.pk).exists())
