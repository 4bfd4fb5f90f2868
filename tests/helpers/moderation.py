"""Moderators, and users under a sanction."""

from __future__ import annotations

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group

from accounts.models import Report, Sanction, User
from accounts.services import sanctions
from tests.helpers.matches import person, signed_in


def moderator(name: str = "Mod", role: str = "moderator") -> User:
    """Return a new user with a role of the site's staff."""
    user = person(name)
    user.groups.add(Group.objects.get(name=role))
    return User.objects.get(pk=user.pk)


def case_page(report: Report) -> str:
    """Return the page of a report's case, as a new moderator reads it."""
    reader = moderator("Reader")
    Authenticator.objects.create(user=reader, type=Authenticator.Type.TOTP, data={"secret": ""})
    return signed_in(reader).get(f"/moderation/cases/{report.case_id}/").content.decode()


def sanctioned(user: User, kind: str) -> User:
    """Return a user with a sanction that is in force, as the database has them now."""
    Sanction.objects.create(user=user, kind=kind, reason="Insults.")
    sanctions.refresh(user)
    return User.objects.get(pk=user.pk)
