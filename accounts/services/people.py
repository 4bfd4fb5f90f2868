"""Users found by their names, counts of accounts, and profiles."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.db.models.functions import Upper
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.models.names import is_name_taken
from accounts.refusals import UnknownZone
from accounts.shields import Shield
from core.languages.local_time import is_zone

NAME_TAKEN = _("This name looks too much like an existing one. Choose another one.")


def find_people(name: str) -> list[User]:
    """Return the open account with this username, else those with this display name."""
    name = name.strip().removeprefix("@")
    people = User.objects.filter(is_active=True)
    by_username = list(people.filter(username__iexact=name))
    return by_username or list(people.filter(display_name__iexact=name).exclude(display_name=""))


def user_named(username: str) -> User | None:
    """Return the user with this username, in upper or lower case; closed accounts too."""
    return User.objects.filter(username__iexact=username).first()


def active_user_named(username: str) -> User | None:
    """Return the user with this username if the account is open."""
    return User.objects.filter(username__iexact=username, is_active=True).first()


def active_users_named(usernames: Collection[str]) -> list[User]:
    """Return the open accounts with these usernames, in upper or lower case, in one query."""
    capitals = {name.upper() for name in usernames}
    people = User.objects.annotate(capitals=Upper("username"))
    return list(people.filter(capitals__in=capitals, is_active=True))


def looks_taken(name: str, owner: int | None = None) -> bool:
    """Return whether a name is, or looks like, a name of another user than `owner`."""
    same = User.objects.filter(username__iexact=name)
    others = same if owner is None else same.exclude(pk=owner)
    return others.exists() or is_name_taken(name, owner)


@dataclass(frozen=True)
class PeopleCounts:
    accounts: int
    new: int
    signed_in: int
    guests: int


def counts() -> PeopleCounts:
    """Count open accounts, new ones of a week, users signed in within a day, and guests."""
    now = timezone.now()
    everybody = User.objects.filter(is_active=True)
    lasting = everybody.filter(guest_until=None)
    return PeopleCounts(
        lasting.count(),
        lasting.filter(date_joined__gt=now - timedelta(days=7)).count(),
        everybody.filter(last_login__gt=now - timedelta(days=1)).count(),
        everybody.filter(guest_until__gt=now).count(),
    )


def copy_of(user: User) -> User:
    """Return the user as the database has it now; raise User.DoesNotExist."""
    return User.objects.get(pk=user.pk)


def lock_people(users: Iterable[int]) -> list[User]:
    """Return these users with their rows locked until the end of the transaction.

    The order of locking is always the same.
    """
    people = User.objects.select_for_update(no_key=True).filter(pk__in=list(users))
    return list(people.order_by("pk"))


def save_shield(user: User, shield: Shield | None) -> None:
    """Store the shield that a user has chosen; None for the one that belongs to the username."""
    user.chosen_shield = "" if shield is None else shield.dump()
    user.save(update_fields=["chosen_shield"])


def save_profile(person: User, fields: Iterable[str]) -> None:
    """Store these fields, whose values a form has validated.

    Raises:
        NameTaken: another user took the name since the form checked it.
    """
    person.save(update_fields=list(fields))


def save_language(user: User, code: str) -> None:
    """Store a language of the site, in which emails to the user are written."""
    user.language = code
    user.save(update_fields=["language"])


def note_language(user: User, code: str) -> None:
    """Store the language in which a user reads pages, unless one is stored already."""
    if not user.language:
        save_language(user, code)


def note_zone(user: User, zone: str, *, british: bool) -> None:
    """Store the time zone of a user's browser, unless one is stored already.

    Raises:
        UnknownZone: There is no such time zone.
    """
    if not is_zone(zone):
        raise UnknownZone(gettext_noop("There is no such time zone. Choose one from the list."))
    user.time_zone = user.time_zone or zone
    user.british_dates = british
    user.save(update_fields=["time_zone", "british_dates"])
