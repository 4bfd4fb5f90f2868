"""Guests: accounts for a day without e-mail and password, which can become permanent."""

from __future__ import annotations

import re
import secrets
from datetime import datetime, timedelta
from functools import partial

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.signals import renamed

LIFETIME = timedelta(hours=24)
PREFIX = "guest-"
CONSONANTS, VOWELS = "bdfklmnprstvz", "aeiou"
SYLLABLES = 4
NAME = re.compile(rf"{PREFIX}([a-z]+)\Z")
TRIES = 10
BATCH = 20
"""The most guests to delete in a round of the worker: its clocks wait until they are gone."""


def new_guest() -> User:
    """Create a guest, whose account cannot be signed in to again."""
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
    """Return a random name that can be pronounced, with a prefix that is reserved for guests."""
    syllables = (secrets.choice(CONSONANTS) + secrets.choice(VOWELS) for _ in range(SYLLABLES))
    return PREFIX + "".join(syllables)


def name_in_words(name: str) -> str:
    """Return a guest's name in the reader's language, “Guest Kokeloda”; other names unchanged."""
    found = NAME.match(name)
    return _("Guest {name}").format(name=found[1].capitalize()) if found else name


def convert(guest: User, username: str, email: str, password: str) -> EmailAddress | None:
    """Make a guest's account permanent, with values that a form has validated.

    Their tables and past matches show the new name, and emails are written in the language of the
    page. Return the address, not yet verified, or None
    if another user just took the name.
    """
    guest.username, guest.email = username, email
    guest.guest_until, guest.language = None, get_language() or ""
    guest.set_password(password)
    try:
        with transaction.atomic():
            guest.save(update_fields=["username", "email", "language", "guest_until", "password"])
            address = EmailAddress.objects.create(user=guest, email=guest.email, primary=True)
            send = partial(renamed.send_robust, User, user=guest, why="")
            transaction.on_commit(send, robust=True)
            return address
    except IntegrityError:
        return None


def expired(now: datetime) -> list[User]:
    """Return the guests whose day is over, the longest first, at most a batch."""
    return list(User.objects.filter(guest_until__lte=now).order_by("guest_until")[:BATCH])


def is_expired(guest: User, now: datetime) -> bool:
    """Return whether the database still has this guest and the day is over."""
    return User.objects.filter(pk=guest.pk, guest_until__lte=now).exists()
