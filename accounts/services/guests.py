"""Guests: accounts without e-mail and password that last a day, unless their owners keep them."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import TYPE_CHECKING

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models.user import User

if TYPE_CHECKING:
    from datetime import datetime

LASTS = timedelta(hours=24)
PREFIX = "guest-"
_CONSONANTS, _VOWELS = "bdfklmnprstvz", "aeiou"
SYLLABLES = 4
TRIES = 10


def new_guest() -> User:
    """Somebody who plays at once; nobody can sign in to this account again."""
    for _attempt in range(TRIES):
        guest = User(username=guest_name(), guest_until=timezone.now() + LASTS)
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save()
        except IntegrityError:
            continue
        return guest
    raise RuntimeError("no name is left for a guest")


def guest_name() -> str:
    """A name that can be said aloud, under a prefix that nobody else may have."""
    syllables = (secrets.choice(_CONSONANTS) + secrets.choice(_VOWELS) for _ in range(SYLLABLES))
    return PREFIX + "".join(syllables)


def keep(guest: User, username: str, email: str, password: str) -> EmailAddress | None:
    """Make a guest's account a lasting one; the form has checked that all three will do.

    The address, still to be verified; None where somebody has taken the name since the form looked.
    """
    guest.username, guest.email = username, email
    guest.guest_until = None
    guest.set_password(password)
    try:
        with transaction.atomic():
            guest.save(update_fields=["username", "email", "guest_until", "password"])
            return EmailAddress.objects.create(user=guest, email=guest.email, primary=True)
    except IntegrityError:
        return None


def over(now: datetime) -> list[User]:
    """The guests whose day is over."""
    return list(User.objects.filter(guest_until__lte=now).order_by("guest_until"))


def is_over(guest: User, now: datetime) -> bool:
    """Whether a guest is still there, and still one whose day is over."""
    return User.objects.filter(pk=guest.pk, guest_until__lte=now).exists()
