"""What people say of themselves: their names, a line about them, their language."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.models import User


def copy_of(user: User) -> User:
    """Somebody read anew, for a form to work on: what it refuses shows nowhere else."""
    return User.objects.get(pk=user.pk)


def save_profile(person: User, fields: Iterable[str]) -> None:
    """Write these fields, whose values a form has checked."""
    person.save(update_fields=list(fields))
