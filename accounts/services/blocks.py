"""Blocks: two users never share a table if either has blocked the other."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from accounts.models import Block, User
from accounts.refusals import BlocksTooMany
from accounts.services.people import lock_people
from accounts.signals import blocked

BLOCKED_EACH = 500
"""The most users that a user may block: one page lists them all."""


def block(owner: User, other: User) -> None:
    """Block `other` for `owner`; do nothing for an existing block or for `owner` themselves.

    Taking a seat locks the same rows: it comes first, and the signal finds the seat, or sees the
    block.

    Raises:
        BlocksTooMany: `owner` blocks the most that is allowed.
    """
    if owner.pk == other.pk:
        return
    with transaction.atomic():
        lock_people([owner.pk, other.pk])
        known = Block.objects.filter(owner=owner)
        if known.filter(other=other).exists():
            return
        if known.count() >= BLOCKED_EACH:
            words = _("You already block {n} players, the maximum. Unblock one first.")
            raise BlocksTooMany(words, n=BLOCKED_EACH)
        Block.objects.create(owner=owner, other=other)
        send = partial(blocked.send_robust, Block, owner=owner, other=other)
        transaction.on_commit(send, robust=True)


def unblock(owner: User, other: User) -> None:
    """Remove the block by `owner`; a block by `other` stays."""
    Block.objects.filter(owner=owner, other=other).delete()


def has_blocked(owner: User, other: User) -> bool:
    """Return whether `owner` has blocked `other`."""
    return Block.objects.filter(owner=owner, other=other).exists()


def blocked_by(owner: User) -> list[User]:
    """Return the users that `owner` has blocked, newest first."""
    blocks = Block.objects.filter(owner=owner).select_related("other").order_by("-at")
    return [block.other for block in blocks]


def ids_blocked_by(owner: int) -> set[int]:
    """Return the ids of users that `owner` has blocked; only `owner` may see a difference."""
    return set(Block.objects.filter(owner=owner).values_list("other", flat=True))


def ids_who_blocked(other: int, among: Collection[int]) -> set[int]:
    """Return the ids of those users among `among` who have blocked `other`."""
    blocks = Block.objects.filter(owner__in=among, other=other)
    return set(blocks.values_list("owner", flat=True))


def apart_from(user: int, others: Collection[int] | None = None) -> set[int]:
    """Return the ids of users who are blocked by a user or block that user, of `others` or all."""
    blocks = Q(owner=user) | Q(other=user)
    if others is not None:
        blocks = Q(owner=user, other__in=others) | Q(other=user, owner__in=others)
    pairs = Block.objects.filter(blocks).values_list("owner", "other")
    return {end for pair in pairs for end in pair if end != user}


def apart_among(users: Collection[int]) -> set[frozenset[int]]:
    """Return the pairs of ids among these users where one has blocked the other."""
    pairs = Block.objects.filter(owner__in=users, other__in=users).values_list("owner", "other")
    return {frozenset(pair) for pair in pairs}
