"""Finding people by what others call them."""

from __future__ import annotations

from django.db.models import Q

from accounts.models import User
from accounts.services.lookalikes import look_of


def called(name: str) -> list[User]:
    """Who answers to this: the one with this username, else those with this display name."""
    name = name.strip().removeprefix("@")
    people = User.objects.filter(is_active=True)
    by_username = list(people.filter(username__iexact=name))
    return by_username or list(people.filter(display_name__iexact=name).exclude(display_name=""))


def named(username: str) -> User | None:
    """Whoever has this username, in whatever case it is written; closed accounts too."""
    return User.objects.filter(username__iexact=username).first()


def active_named(username: str) -> User | None:
    """The same where the account is open."""
    return User.objects.filter(username__iexact=username, is_active=True).first()


def passes_for_another(name: str, owner: int | None = None) -> bool:
    """Whether a name is, or looks just like, the username of somebody else than its owner."""
    same = Q(username__iexact=name) | Q(look=look_of(name))
    others = User.objects.filter(same)
    return (others if owner is None else others.exclude(pk=owner)).exists()


def read_again(user: User) -> User:
    """The same user as the database has it now; User.DoesNotExist."""
    return User.objects.get(pk=user.pk)
