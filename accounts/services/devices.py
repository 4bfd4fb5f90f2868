"""The browsers that accounts were used in, to find accounts that shared one.

A bot has the browsers and networks of its owner too: its program signs in nowhere.

Two accounts in one browser are most often one person's. A network address says much less, since a
household, a school or a whole town may share one: moderators see it as a hint, and it limits how
many rated matches of a day count.
"""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Collection
from datetime import timedelta
from itertools import combinations

from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import DeviceUse, User

LATELY = timedelta(days=60)
"""The time for which a network counts as that of a user."""


def new_device() -> str:
    """Return an id for a browser that has none yet."""
    return secrets.token_urlsafe(24)


def note_use(user: User, device: str, address: str = "") -> None:
    """Record that a user signs in or up in this browser now.

    Args:
        user: The user.
        device: The id of the browser.
        address: The address, for IPv6 only of the network, as allauth's `get_ip` returns it.
    """
    now = timezone.now()
    network = _keyed("accounts.network", address) if address else ""
    DeviceUse.objects.update_or_create(
        device=_keyed("accounts.device", device),
        user=user,
        defaults={"last_at": now, "network": network},
        create_defaults={"first_at": now, "last_at": now, "network": network},
    )


def _keyed(salt: str, value: str) -> str:
    return salted_hmac(salt, value, algorithm="sha256").hexdigest()


def networks_of(users: Collection[int]) -> dict[int, set[str]]:
    """Return the networks, hashed, from which each of these users signed in lately."""
    found: dict[int, set[str]] = {user: set() for user in users}
    signed_in = _signing_in_for(users)
    uses = DeviceUse.objects.filter(user__in=signed_in, last_at__gt=timezone.now() - LATELY)
    for user, network in uses.exclude(network="").values_list("user_id", "network"):
        for one in signed_in[user]:
            found[one].add(network)
    return found


def pairs_of_one_device(users: Collection[int]) -> set[frozenset[int]]:
    """Return the pairs among these users who have used the same browser."""
    by_device: dict[str, set[int]] = defaultdict(set)
    signed_in = _signing_in_for(users)
    uses = DeviceUse.objects.filter(user__in=signed_in)
    for device, user in uses.values_list("device", "user_id"):
        by_device[device] |= signed_in[user]
    return {frozenset(pair) for same in by_device.values() for pair in combinations(same, 2)}


def ids_answering_for(users: Collection[int]) -> dict[int, int]:
    """Return the id of the account that answers for each of these users, by the user's id.

    It is the owner of a bot; other users answer for themselves.
    """
    rows = User.objects.filter(pk__in=users).values_list("pk", "run_by")
    return {user: owner or user for user, owner in rows}


def _signing_in_for(users: Collection[int]) -> dict[int, set[int]]:
    """Return these users and the owners of bots among them, each with the users it counts for."""
    found = {user: {user} for user in users}
    for user, owner in ids_answering_for(users).items():
        found.setdefault(owner, set()).add(user)
    return found


def shares_device(user: User, other: User | None = None) -> bool:
    """Return whether `other`, or any other account, was used in a browser of this user."""
    return _shares("device", user, other)


def shares_network(user: User, other: User | None = None) -> bool:
    """Return whether `other`, or any other account, was used in a network of this user.

    Moderators read yes or no; no page shows an address.
    """
    return _shares("network", user, other)


def _shares(field: str, user: User, other: User | None) -> bool:
    others = DeviceUse.objects.exclude(user=user)
    if other is not None:
        others = others.filter(user=other)
    same = others.filter(**{field: OuterRef(field)})
    return DeviceUse.objects.filter(Exists(same), user=user).exclude(**{field: ""}).exists()
