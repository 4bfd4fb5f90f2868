"""What somebody may do here: the questions games ask.

Whoever is signed in and active may play; blocks and the limits of guests answer through the same
functions, as sanctions will.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.services.blocks import are_apart

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


def may_play_rated(user: User | AnonymousUser) -> Answer:
    """Take a seat where ratings are at stake."""
    allowed = may_play(user)
    if allowed and user.is_authenticated and user.is_guest:
        return Answer(False, "guest", _("Rated tables are for lasting accounts. Keep yours first."))
    return allowed


def may_open_table(user: User | AnonymousUser) -> Answer:
    """Open a table for others to join."""
    return _is_welcome(user)


def may_chat(user: User | AnonymousUser) -> Answer:
    """Write to the others at a table."""
    return _is_welcome(user)


def may_meet(one: User | AnonymousUser, other: User | AnonymousUser) -> Answer:
    """Be put at one table together: the same whoever of the two is asked about first."""
    welcome = _is_welcome(one) and _is_welcome(other)
    if not welcome or not one.is_authenticated or not other.is_authenticated:
        return welcome
    if are_apart(one, other):
        # Not a word of who blocked whom, or that anybody did.
        return Answer(False, "apart", _("You two are not put at one table."))
    return YES


def _is_welcome(user: User | AnonymousUser) -> Answer:
    if not user.is_authenticated:
        return Answer(False, "signed-out", _("Please sign in first."))
    if not user.is_active:
        return Answer(False, "closed", _("This account is closed."))
    if user.guest_until is not None and user.guest_until <= timezone.now():
        return Answer(False, "guest-over", _("Your day as a guest is over."))
    return YES
