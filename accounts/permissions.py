"""What somebody may do here: the one place where every door, pages and sockets alike, asks.

Sanctions and blocks answer through these functions. Somebody under no sanction is answered
without a query.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models.moderation import Sanction
from accounts.services.blocks import are_apart

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser
    from django.db.models import Manager, QuerySet

    from accounts.models import Report, User


@dataclass(frozen=True)
class Answer:
    """True or false in an `if`; where false, a code for programs and a sentence for people."""

    allowed: bool
    code: str = ""
    reason: str = ""

    def __bool__(self) -> bool:
        return self.allowed


YES = Answer(True)
Kind = Sanction.Kind
GRAVEST = (Kind.BAN, Kind.SUSPENSION, Kind.WARNING, Kind.MUTE, Kind.UNRATED, Kind.NOTE)


def may_play(user: User | AnonymousUser) -> Answer:
    """Make moves."""
    return _unless(user, Kind.BAN, Kind.SUSPENSION, Kind.WARNING)


def may_sit_down(user: User | AnonymousUser) -> Answer:
    """Take a seat at a table, or look for one."""
    return may_play(user) and _stays(user)


def may_play_rated(user: User | AnonymousUser) -> Answer:
    """Take a seat where ratings are at stake."""
    allowed = _unless(user, Kind.BAN, Kind.SUSPENSION, Kind.WARNING, Kind.UNRATED)
    if allowed and user.is_authenticated and user.is_guest:
        return Answer(False, "guest", _("Rated tables are for lasting accounts. Keep yours first."))
    return allowed and _stays(user)


def may_open_table(user: User | AnonymousUser) -> Answer:
    """Open a table for others to join."""
    return may_sit_down(user)


def may_follow(user: User | AnonymousUser) -> Answer:
    """Have the house's news pushed to one's screens; strangers look on like anybody."""
    return _unless(user, Kind.BAN, Kind.SUSPENSION) if user.is_authenticated else YES


def may_introduce(user: User | AnonymousUser) -> Answer:
    """Write what everybody reads of oneself: a name, a line on one's page."""
    return _unless(user, Kind.BAN, Kind.SUSPENSION, Kind.MUTE)


def may_chat(user: User | AnonymousUser) -> Answer:
    """Write to the others at a table."""
    return _unless(user, Kind.BAN, Kind.SUSPENSION, Kind.WARNING, Kind.MUTE)


def may_report(user: User | AnonymousUser) -> Answer:
    """Tell the moderators of somebody; also who is under a sanction may need their help."""
    return _is_welcome(user)


def may_moderate(user: User | AnonymousUser) -> Answer:
    """Work on cases."""
    return _may(user, "accounts.moderate", _("This is for moderators."))


def may_moderate_all(user: User | AnonymousUser) -> Answer:
    """Ban, annul, suspend for long."""
    return _may(user, "accounts.moderate_all", _("This is for senior moderators."))


def uninvolved(
    user: User, *people: int | None, reports: Manager[Report] | QuerySet[Report] | None = None
) -> Answer:
    """Decide on a matter of these people, by their ids, that these reports are about."""
    if user.pk in people or (reports is not None and reports.filter(reporter=user).exists()):
        return Answer(False, "own-case", _("Nobody decides on their own case."))
    return YES


def may_meet(one: User | AnonymousUser, other: User | AnonymousUser) -> Answer:
    """Be put at one table together: the same whoever of the two is asked about first."""
    welcome = _is_welcome(one) and _is_welcome(other)
    if not welcome or not one.is_authenticated or not other.is_authenticated:
        return welcome
    if are_apart(one, other):
        # Not a word of who blocked whom, or that anybody did.
        return Answer(False, "apart", _("You two are not put at one table."))
    return YES


def sent_away(user: User) -> bool:
    """Whether somebody is banned or suspended: they sit nowhere, and nothing is pushed to them."""
    return any(one.kind in (Kind.BAN, Kind.SUSPENSION) for one in in_force(user))


def in_force(user: User) -> list[Sanction]:
    """The sanctions somebody is under now, the gravest first."""
    if not user.sanctioned:
        return []
    active = [sanction for sanction in user.sanctions.all() if sanction.in_force]
    return sorted(active, key=lambda sanction: GRAVEST.index(sanction.kind))


def _unless(user: User | AnonymousUser, *kinds: str) -> Answer:
    """Whoever is welcome and under no sanction of these kinds."""
    welcome = _is_welcome(user)
    if not welcome or not user.is_authenticated:
        return welcome
    for sanction in in_force(user):
        if sanction.kind in kinds:
            return Answer(False, sanction.kind, sanction_text(sanction))
    return YES


def sanction_text(sanction: Sanction) -> str:
    """A sanction in words, for the person it holds for."""
    words = {
        Kind.WARNING: _("The moderators have a word for you. Read it first, then go on."),
        Kind.MUTE: _("You may not write to others {until}."),
        Kind.UNRATED: _("You may not play rated matches {until}."),
        Kind.SUSPENSION: _("Your account is suspended {until}."),
        Kind.BAN: _("Your account is banned {until}."),
    }
    return words[Kind(sanction.kind)].format(until=until_words(sanction))


def until_words(sanction: Sanction) -> str:
    """Until when a sanction holds, as part of a sentence."""
    if sanction.until is None:
        return _("for good")
    # The sentence ends here, and so may an hour: “p.m.”
    date = date_format(localtime(sanction.until), "DATETIME_FORMAT").rstrip(".")
    return _("until {date}").format(date=date)


def may_host(user: User | AnonymousUser) -> Answer:
    """Hold evenings: open many tables, seat people at them, keep them friendly."""
    return _may(user, "accounts.host", _("This is for hosts."))


def _may(user: User | AnonymousUser, permission: str, otherwise: str) -> Answer:
    welcome = _unless(user, Kind.BAN, Kind.SUSPENSION)
    if not welcome:
        return welcome
    if not user.has_perm(permission):
        return Answer(False, "not-allowed", otherwise)
    return YES


def _stays(user: User | AnonymousUser) -> Answer:
    """Whoever is about to be gone begins nothing that others would wait for."""
    if user.is_authenticated and user.closes_at is not None:
        return Answer(False, "closing", _("Your account is about to go. Keep it first."))
    return YES


def _is_welcome(user: User | AnonymousUser) -> Answer:
    if not user.is_authenticated:
        return Answer(False, "signed-out", _("Please sign in first."))
    if not user.is_active:
        return Answer(False, "closed", _("This account is closed."))
    if user.guest_until is not None and user.guest_until <= timezone.now():
        return Answer(False, "guest-over", _("Your day as a guest is over."))
    return YES
