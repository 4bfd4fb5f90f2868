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
