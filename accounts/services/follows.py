"""Follows: every user except guests may follow; two who follow each other are friends.

A block wins, and stays unseen: a user who blocked another reads nothing of them in any list here,
and the other's lists do not change (`accounts.services.privacy` shows them no presence).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor, pk_of
from accounts.models import Follow, User
from accounts.permissions import may_be_met, may_follow_people
from accounts.refusals import CannotFollow, FollowsTooMany, require
from accounts.services.blocks import has_blocked, ids_blocked_by
from accounts.signals import followed

FOLLOWED_EACH = 500
"""The most users that a user may follow: one page lists them all."""
ANNOUNCED_AGAIN = 24 * 60 * 60
"""Seconds after which a repeated follow of the same user is announced again."""


@dataclass(frozen=True)
class Relation:
    """The follows between a visitor and a user."""

    follows: bool = False
    """The visitor follows the user."""
    followed: bool = False
    """The user follows the visitor."""

    @property
    def friends(self) -> bool:
        return self.follows and self.followed


def follow(owner: User, other: User) -> None:
    """Follow `other` for `owner`; a second call changes nothing.

    A user blocked by `other` can follow as any user can; only `other` is never notified.

    Raises:
        NotAllowed: `owner` is a guest or sanctioned.
        CannotFollow: `other` is `owner`, a guest, closed, banned, or blocked by `owner`.
        FollowsTooMany: `owner` follows the most that is allowed.
    """
    require(may_follow_people(owner))
    if owner.pk == other.pk:
        raise CannotFollow(_("You can’t follow yourself. Follow another player."))
    if other.is_guest:
        words = _("{name} is a guest and will be gone tomorrow. Follow a registered player.")
        raise CannotFollow(words, name=other.name)
    if not may_be_met(other):
        raise CannotFollow(_("You can’t follow {name} at the moment."), name=other.name)
    if has_blocked(owner, other):
        words = _("You have blocked {name}. Unblock them first.")
        raise CannotFollow(words, name=other.name)
    with transaction.atomic():
        # The owner's row stays locked, so that simultaneous requests count each other.
        User.objects.select_for_update(no_key=True).get(pk=owner.pk)
        follows = Follow.objects.filter(owner=owner)
        if follows.filter(other=other).exists():
            return
        if follows.count() >= FOLLOWED_EACH:
            words = _("You already follow {n} players, the maximum. Unfollow one first.")
            raise FollowsTooMany(words, n=FOLLOWED_EACH)
        Follow.objects.create(owner=owner, other=other)
        announced = f"followed:{owner.pk}:{other.pk}"
        if not has_blocked(other, owner) and cache.add(announced, True, ANNOUNCED_AGAIN):
            followed.send(Follow, owner=owner, other=other)


def unfollow(owner: User, other: User) -> None:
    """End the follow of `other` by `owner`; a follow by `other` stays."""
    Follow.objects.filter(owner=owner, other=other).delete()


def ids_followed_by(owner: int, others: Iterable[int] | None = None) -> set[int]:
    """Return the ids of users that `owner` follows, of `others` or all, without those blocked."""
    follows = Follow.objects.filter(owner=owner)
    if others is not None:
        follows = follows.filter(other__in=others)
    return set(follows.values_list("other", flat=True)) - ids_blocked_by(owner)


def friends_among(user: int, others: Collection[int]) -> set[int]:
    """Return the ids of those among `others` who follow the user and are followed back."""
    follows = ids_followed_by(user, others)
    back = Follow.objects.filter(owner__in=follows, other=user)
    return set(back.values_list("owner", flat=True))


def friends_of(user: User) -> list[User]:
    """Return the user's friends with open accounts, newest first."""
    back = Follow.objects.filter(other=user).values("owner")
    return list(_followed_by(user).filter(pk__in=back))


def followed_by(user: User) -> list[User]:
    """Return the users that this user follows and has not blocked, newest first."""
    return list(_followed_by(user))


def followers_of(user: User) -> QuerySet[User]:
    """Return the user's followers, newest first, without those the user has blocked."""
    followers = User.objects.filter(follows__other=user, is_active=True)
    return followers.exclude(pk__in=ids_blocked_by(user.pk)).order_by(
        "-follows__at", "-follows__pk"
    )


def relations(viewer: Visitor, people: Collection[int]) -> dict[int, Relation]:
    """Return the relation between a visitor and each of these users, by user id."""
    own = pk_of(viewer)
    follows = ids_followed_by(own, people)
    back = Follow.objects.filter(owner__in=people, other=own)
    followed_back = set(back.values_list("owner", flat=True))
    return {pk: Relation(pk in follows, pk in followed_back) for pk in people}


def _followed_by(user: User) -> QuerySet[User]:
    people = User.objects.filter(followed_by__owner=user, is_active=True)
    return people.exclude(pk__in=ids_blocked_by(user.pk)).order_by(
        "-followed_by__at", "-followed_by__pk"
    )
