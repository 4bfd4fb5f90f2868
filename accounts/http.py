"""Who asks, as types: anybody, or somebody who is signed in."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from accounts.models import User

Visitor = User | AnonymousUser
"""Whoever comes to a door that is open to all."""


class PersonRequest(HttpRequest):
    """What a view behind `login_required` or `for_moderators` is given. None is ever made."""

    user: User


def pk_of(visitor: Visitor) -> int:
    """The number of their account; 0, which no account has, for whoever is not signed in."""
    return visitor.pk or 0
