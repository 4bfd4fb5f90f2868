"""What somebody may do here: the questions games ask.

Today: whoever is signed in and active may. Sanctions and blocks will answer through the same
functions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User


@dataclass(frozen=True)
class Answer:
    """True or false in an `if`; where false, a code for programs and a sentence for people."""

    allowed: bool
    code: str = ""
    reason: str = ""

    def __bool__(self) -> bool:
        return self.allowed


YES = Answer(True)


def may_play(user: User | AnonymousUser) -> Answer:
    """Sit down at a table and make moves."""
    return _is_welcome(user)


def may_open_table(user: User | AnonymousUser) -> Answer:
    """Open a table for others to join."""
    return _is_welcome(user)


def may_chat(user: User | AnonymousUser) -> Answer:
    """Write to the others at a table."""
    return _is_welcome(user)


def may_meet(one: User | AnonymousUser, other: User | AnonymousUser) -> Answer:
    """Be put at one table together: the same whoever of the two is asked about first."""
    return _is_welcome(one) and _is_welcome(other)


def _is_welcome(user: User | AnonymousUser) -> Answer:
    if not user.is_authenticated:
        return Answer(False, "signed-out", _("Please sign in first."))
    if not user.is_active:
        return Answer(False, "closed", _("This account is closed."))
    return YES
