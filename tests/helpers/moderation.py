"""Moderators, and users under a sanction."""

from __future__ import annotations

from django.contrib.auth.models import Group

from accounts.models import Sanction, User
from accounts.services import sanctions
from tests.helpers.matches import person


def moderator(name: str = "Mod", role: str = "moderator") -> User:
    """Return a new user with a role of the site's staff."""
    user = person(name)
    user.groups.add(Group.objects.get(name=role))
    return User.objects.get(pk=user.pk)


def sanctioned(user: User, kind: str) -> User:
    """Return a user with a sanction that is in force, as the database has them now."""
    Sanction.objects.create(user=user, kind=kind, reason="Insults.")
    sanctions.refresh(user)
    return User.objects.get(pk=user.pk)
