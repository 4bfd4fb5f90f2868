"""Users found by their names, and their profiles."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from accounts.models import User
from accounts.services.lookalikes import look_of


def find_people(name: str) -> list[User]:
    """The open account with this username, else those with this display name."""
    name = name.strip().removeprefix("@")
    people = User.objects.filter(is_active=True)
    by_username = list(people.filter(username__iexact=name))
    return by_username or list(people.filter(display_name__iexact=name).exclude(display_name=""))


def user_named(username: str) -> User | None:
    """The user with this username, in upper or lower case; closed accounts too."""
    return User.objects.filter(username__iexact=username).first()


def active_user_named(username: str) -> User | None:
    """The same where the account is open."""
    return User.objects.filter(username__iexact=username, is_active=True).first()


def looks_taken(name: str, owner: int | None = None) -> bool:
    """Whether a name is, or looks just like, the username of somebody else than its owner."""
    same = Q(username__iexact=name) | Q(look=look_of(name))
    others = User.objects.filter(same)
    return (others if owner is None else others.exclude(pk=owner)).exists()


def copy_of(user: User) -> User:
    """The user as the database has it now, as an object of its own; User.DoesNotExist."""
    return User.objects.get(pk=user.pk)


def save_profile(person: User, fields: Iterable[str]) -> None:
    """Store these fields, whose values a form has validated."""
    person.save(update_fields=list(fields))
