"""Whether accounts share a device: a hint in moderation, never an address."""

from __future__ import annotations

from allauth.usersessions.models import UserSession
from django.db.models import Exists, OuterRef

from accounts.models import User


def shares_device(user: User) -> bool:
    """Whether another account was signed in from the same address with the same browser."""
    others = UserSession.objects.exclude(user_id=user.pk).filter(
        ip=OuterRef("ip"), user_agent=OuterRef("user_agent")
    )
    return bool(UserSession.objects.filter(Exists(others), user_id=user.pk).exists())


def share_a_device(one: User, other: User) -> bool:
    """Whether just these two were signed in from the same address with the same browser."""
    same = UserSession.objects.filter(
        user_id=other.pk, ip=OuterRef("ip"), user_agent=OuterRef("user_agent")
    )
    return bool(UserSession.objects.filter(Exists(same), user_id=one.pk).exists())
