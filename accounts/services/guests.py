"""Guests: accounts without e-mail and password for a day, which can become lasting ones."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User

LIFETIME = timedelta(hours=24)
PREFIX = "guest-"
CONSONANTS, VOWELS = "bdfklmnprstvz", "aeiou"
SYLLABLES = 4
TRIES = 10


def new_guest() -> User:
    """Create a guest; nobody can sign in to the account again."""
    for _attempt in range(TRIES):
        guest = User(username=guest_name(), guest_until=timezone.now() + LIFETIME)
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save()
        except IntegrityError:
            continue
        return guest
    raise RuntimeError("no name is left for a guest")


def guest_name() -> str:
    """A random name that can be pronounced, with a prefix that is reserved for guests."""
    syllables = (secrets.choice(CONSONANTS) + secrets.choice(VOWELS) for _ in range(SYLLABLES))
    return PREFIX + "".join(syllables)


def convert(guest: User, username: str, email: str, password: str) -> EmailAddress | None:
    """Make a guest's account a lasting one, with values that a form has validated.

    Return the address, not yet verified; None where somebody else took the name meanwhile.
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


def expired(now: datetime) -> list[User]:
    """The guests whose day is over, the longest first."""
    return list(User.objects.filter(guest_until__lte=now).order_by("guest_until"))


def is_expired(guest: User, now: datetime) -> bool:
    """Whether, by the database, this is still a guest and the day is over."""
    return User.objects.filter(pk=guest.pk, guest_until__lte=now).exists()
