"""What is known of somebody's e-mail address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.account.models import EmailAddress

if TYPE_CHECKING:
    from accounts.models import User


def unverified_email(user: User) -> str:
    """The address that still waits for its owner's word; empty where none does."""
    addresses = EmailAddress.objects.filter(user_id=user.pk)
    found = list(addresses.order_by("verified", "-pk").values_list("email", "verified"))
    if any(verified for _email, verified in found):
        return ""
    return found[0][0] if found else user.email


def verified_email(user: User) -> str:
    """The address of this user that is known to be theirs, the one in use first; or empty."""
    addresses = EmailAddress.objects.filter(user_id=user.pk, verified=True)
    found = addresses.order_by("-primary", "-pk").values_list("email", flat=True).first()
    return found or ""
