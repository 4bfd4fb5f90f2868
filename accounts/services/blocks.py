"""Blocks: two people never share a table if either of them has blocked the other."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from django.db import transaction
from django.db.models import Q

from accounts.models import Block, User
from accounts.signals import blocked


def block(owner: User, other: User) -> None:
    """Let `owner` block the other; nothing happens if they have already, or it is themselves."""
    if owner.pk == other.pk:
        return
    with transaction.atomic():
        _block, new = Block.objects.get_or_create(owner=owner, other=other)
        if new:
            send = partial(blocked.send_robust, Block, owner=owner, other=other)
            transaction.on_commit(send, robust=True)


def unblock(owner: User, other: User) -> None:
    """Remove the block of `owner`; one by the other, if there is any, stays."""
    Block.objects.filter(owner=owner, other=other).delete()


def has_blocked(owner: User, other: User) -> bool:
    """Whether `owner` has blocked the other."""
    return Block.objects.filter(owner=owner, other=other).exists()


def blocked_by(owner: User) -> list[User]:
    """The users somebody has blocked, the latest first."""
    blocks = Block.objects.filter(owner=owner).select_related("other").order_by("-at")
    return [block.other for block in blocks]


def ids_blocked_by(owner: int) -> set[int]:
    """Whom somebody has blocked, by their ids: only to them a block makes any difference to see."""
    return set(Block.objects.filter(owner=owner).values_list("other", flat=True))


def ids_who_blocked(other: int, among: Collection[int]) -> set[int]:
    """Those of these users who have blocked somebody; ids of users."""
    blocks = Block.objects.filter(owner__in=among, other=other)
    return set(blocks.values_list("owner", flat=True))


def apart_from(user: int, others: Collection[int] | None = None) -> set[int]:
    """Whom a user has blocked or is blocked by, of these others or of all; ids of users."""
    blocks = Q(owner=user) | Q(other=user)
    if others is not None:
        blocks = Q(owner=user, other__in=others) | Q(other=user, owner__in=others)
    pairs = Block.objects.filter(blocks).values_list("owner", "other")
    return {end for pair in pairs for end in pair if end != user}


def apart_among(users: Collection[int]) -> set[frozenset[int]]:
    """The pairs among these users of whom one has blocked the other; ids of users."""
    pairs = Block.objects.filter(owner__in=users, other__in=users).values_list("owner", "other")
    return {frozenset(pair) for pair in pairs}
