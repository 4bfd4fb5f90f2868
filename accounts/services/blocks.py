"""Blocks: two users never share a table if either has blocked the other.

A block also separates the bots that the two run.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from itertools import product

from django.db import transaction
from django.db.models import Q, Subquery
from django.utils.translation import gettext_noop as _

from accounts.models import Block, User
from accounts.refusals import BlocksTooMany
from accounts.services.bots import with_bots
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
        lock_people([one.pk for user in (owner, other) for one in with_bots(user)])
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
    return Block.objects.filter(owner__in=_with_owner(owner), other__in=_with_owner(other)).exists()


def blocked_by(owner: User) -> list[User]:
    """Return the users that `owner` has blocked by name, newest first."""
    blocks = Block.objects.filter(owner=owner).select_related("other").order_by("-at")
    return [block.other for block in blocks]


def ids_blocked_by(owner: int) -> set[int]:
    """Return the ids of users that `owner` has blocked; only `owner` may see a difference."""
    runs_it = User.objects.filter(pk=owner).values("run_by")[:1]
    blocks = Q(owner=owner) | Q(owner=Subquery(runs_it))
    return {other for by, other in _pairs(blocks) if by == owner}


def ids_who_blocked(other: int, among: Collection[int]) -> set[int]:
    """Return the ids of those users among `among` who have blocked `other`."""
    pairs = _pairs(Q(owner__in=_with_owners(among), other__in=_with_owners([other])))
    return {by for by, blocked in pairs if blocked == other}.intersection(among)


def apart_from(user: int, others: Collection[int] | None = None) -> set[int]:
    """Return the ids of users who are blocked by a user or block that user, of `others` or all."""
    own = _with_owners([user])
    blocks = Q(owner__in=own) | Q(other__in=own)
    if others is not None:
        theirs = _with_owners(others)
        blocks = Q(owner__in=own, other__in=theirs) | Q(other__in=own, owner__in=theirs)
    found = {end for pair in _pairs(blocks) if user in pair for end in pair if end != user}
    return found if others is None else found.intersection(others)


def apart_among(users: Collection[int]) -> set[frozenset[int]]:
    """Return the pairs of ids among these users where one has blocked the other."""
    ends = _with_owners(users)
    pairs = map(frozenset, _pairs(Q(owner__in=ends, other__in=ends)))
    return {pair for pair in pairs if pair.issubset(users)}


def _with_owner(user: User) -> list[int]:
    return [user.pk] if user.run_by_id is None else [user.pk, user.run_by_id]


def _with_owners(users: Collection[int]) -> set[int]:
    """Return the ids of these users, and of the users who run the bots among them."""
    bots = User.objects.filter(pk__in=users, run_by__isnull=False)
    return {*users, *bots.values_list("run_by_id", flat=True)}


def _pairs(blocks: Q) -> Iterator[tuple[int, int]]:
    """Yield the ids of each user and one they block, with the bots that both run."""
    ends = ("owner", "owner__bots", "other", "other__bots")
    for owner, owners_bot, other, others_bot in Block.objects.filter(blocks).values_list(*ends):
        yield from product({owner, owners_bot} - {None}, {other, others_bot} - {None})
