"""Following people: anybody may, except guests; two who follow each other are friends.

A block wins, and stays unseen: whoever blocked somebody reads nothing of them in any list here,
and the other's lists stay as they were (`accounts.services.privacy` has them see no presence).
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
"""So many people somebody follows at most: the page of them is drawn whole."""
ANNOUNCED_AGAIN = 24 * 60 * 60
"""Seconds after which following the same person anew is announced to them again."""


@dataclass(frozen=True)
class Relation:
    """What a visitor and somebody are to each other."""

    follows: bool = False
    """The visitor follows them."""
    followed: bool = False
    """They follow the visitor."""

    @property
    def friends(self) -> bool:
        return self.follows and self.followed


def follow(owner: User, other: User) -> None:
    """Let `owner` follow the other; NotAllowed, CannotFollow, FollowsTooMany.

    A second time changes nothing. Who is blocked by the other follows as anybody does; only the
    other never hears of it.
    """
    require(may_follow_people(owner))
    if owner.pk == other.pk:
        raise CannotFollow(_("You are always with yourself. Follow somebody else."))
    if other.is_guest or not may_be_met(other):
        words = _("{name} is here as a guest, and gone tomorrow. Follow somebody who stays.")
        raise CannotFollow(words, name=other.name)
    if has_blocked(owner, other):
        words = _("You have blocked {name}. Take the block back first.")
        raise CannotFollow(words, name=other.name)
    with transaction.atomic():
        # Their row stays locked: of many requests at once each counts those before it.
        User.objects.select_for_update(no_key=True).get(pk=owner.pk)
        follows = Follow.objects.filter(owner=owner)
        if follows.filter(other=other).exists():
            return
        if follows.count() >= FOLLOWED_EACH:
            words = _("You follow {n} people, which is the most. Let somebody go first.")
            raise FollowsTooMany(words, n=FOLLOWED_EACH)
        Follow.objects.create(owner=owner, other=other)
        announced = f"followed:{owner.pk}:{other.pk}"
        if not has_blocked(other, owner) and cache.add(announced, True, ANNOUNCED_AGAIN):
            followed.send(Follow, owner=owner, other=other)


def unfollow(owner: User, other: User) -> None:
    """Let `owner` follow the other no more; whether the other follows them stays as it is."""
    Follow.objects.filter(owner=owner, other=other).delete()


def is_following(owner: int, other: int) -> bool:
    """Whether one user follows another, and has not blocked them; ids of users."""
    return other in ids_followed_by(owner, [other])


def ids_followed_by(owner: int, others: Iterable[int] | None = None) -> set[int]:
    """Whom somebody follows, of these others or of all, without whom they blocked; ids of users."""
    follows = Follow.objects.filter(owner=owner)
    if others is not None:
        follows = follows.filter(other__in=others)
    return set(follows.values_list("other", flat=True)) - ids_blocked_by(owner)


def friends_among(user: int, others: Collection[int]) -> set[int]:
    """Those of these who follow somebody and are followed by them; ids of users."""
    follows = ids_followed_by(user, others)
    back = Follow.objects.filter(owner__in=follows, other=user)
    return set(back.values_list("owner", flat=True))


def friends_of(user: User) -> list[User]:
    """The friends of somebody who are still here, the newest first."""
    back = Follow.objects.filter(other=user).values("owner")
    return list(_followed_by(user).filter(pk__in=back))


def followed_by(user: User) -> list[User]:
    """Whom somebody follows and has not blocked, the newest first."""
    return list(_followed_by(user))


def followers_of(user: User) -> QuerySet[User]:
    """Who follows somebody, the newest first, without whom they have blocked."""
    followers = User.objects.filter(follows__other=user, is_active=True)
    return followers.exclude(blocked_by__owner=user).order_by("-follows__at", "-follows__pk")


def relations(viewer: Visitor, people: Collection[int]) -> dict[int, Relation]:
    """What a visitor and each of these people are to each other, by their ids."""
    own = pk_of(viewer)
    follows = ids_followed_by(own, people)
    back = Follow.objects.filter(owner__in=people, other=own)
    followed_back = set(back.values_list("owner", flat=True))
    return {pk: Relation(pk in follows, pk in followed_back) for pk in people}


def _followed_by(user: User) -> QuerySet[User]:
    people = User.objects.filter(followed_by__owner=user, is_active=True)
    return people.exclude(blocked_by__owner=user).order_by("-followed_by__at", "-followed_by__pk")
