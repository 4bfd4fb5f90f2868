"""Blocks: who would rather not meet whom. Either of two is enough to keep both apart."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q

from accounts.models.user import Block
from accounts.signals import parted

if TYPE_CHECKING:
    from accounts.models import User


def block(owner: User, other: User) -> None:
    """From now on the two are kept apart; twice is once, and oneself cannot be meant."""
    if owner.pk == other.pk:
        return
    with transaction.atomic():
        _block, new = Block.objects.get_or_create(owner=owner, other=other)
        if new:
            transaction.on_commit(
                lambda: parted.send_robust(Block, owner=owner, other=other), robust=True
            )


def unblock(owner: User, other: User) -> None:
    """Take one's own block back; the other's own, if there is one, stays."""
    Block.objects.filter(owner=owner, other=other).delete()


def has_blocked(owner: User, other: User) -> bool:
    """Whether `owner` has blocked the other."""
    return Block.objects.filter(owner=owner, other=other).exists()


def blocked_by(owner: User) -> list[User]:
    """Whom somebody has blocked, the latest first."""
    blocks = Block.objects.filter(owner=owner).select_related("other").order_by("-at")
    return [block.other for block in blocks]


def are_apart(one: User, other: User) -> bool:
    """Whether one of the two has blocked the other."""
    return bool(apart_from(one.pk, [other.pk]))


def apart_from(user: int, others: Collection[int]) -> set[int]:
    """Those of the others whom somebody is kept apart from; all by their ids."""
    met = Q(owner=user, other__in=others) | Q(other=user, owner__in=others)
    pairs = Block.objects.filter(met).values_list("owner", "other")
    return {end for pair in pairs for end in pair if end != user}


def all_apart_from(user: int) -> set[int]:
    """Everybody somebody is kept apart from; all by their ids."""
    pairs = Block.objects.filter(Q(owner=user) | Q(other=user)).values_list("owner", "other")
    return {end for pair in pairs for end in pair if end != user}


def apart_among(users: Collection[int]) -> set[frozenset[int]]:
    """Every two of these people who are kept apart, by their ids."""
    pairs = Block.objects.filter(owner__in=users, other__in=users).values_list("owner", "other")
    return {frozenset(pair) for pair in pairs}
