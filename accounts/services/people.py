"""Finding people by what others call them."""

from __future__ import annotations

from accounts.models import User


def called(name: str) -> list[User]:
    """Who answers to this: the one with this username, else those with this display name."""
    name = name.strip().removeprefix("@")
    people = User.objects.filter(is_active=True)
    by_username = list(people.filter(username__iexact=name))
    return by_username or list(people.filter(display_name__iexact=name).exclude(display_name=""))
