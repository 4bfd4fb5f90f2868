"""What somebody may do: the one place where pages, API and sockets check it.

Sanctions and blocks count here. Users under no sanction are answered without a query.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Manager, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.http import Visitor
from accounts.models import Report, Sanction, User
from accounts.services.emails import lacks_confirmed_email


@dataclass(frozen=True)
class Answer:
    """Whether something is allowed, also as a bool; if not, a code and a translated sentence."""

    allowed: bool
    code: str = ""
    reason: str = ""

    def __bool__(self) -> bool:
        return self.allowed


ALLOWED = Answer(True)
UNCONFIRMED = "unconfirmed"
Kind = Sanction.Kind
GRAVEST = (Kind.BAN, Kind.SUSPENSION, Kind.WARNING, Kind.MUTE, Kind.UNRATED, Kind.NOTE)


def may_play(user: Visitor) -> Answer:
    """Make moves."""
    return _unless(user, Kind.BAN, Kind.SUSPENSION, Kind.WARNING)


def may_sit_down(user: Visitor) -> Answer:
    """Take a seat at a table, or search for one."""
    return may_play(user) and _is_not_closing(user)


rated_checks: list[Callable[[User], Answer]] = []
"""What other packages ask of somebody who plays rated, besides."""


def may_play_rated(user: Visitor) -> Answer:
    """Take a seat where ratings are at stake.

    With a confirmed address, where mail is set up: other accounts cost nothing to throw away.
    """
    allowed = _unless(user, Kind.BAN, Kind.SUSPENSION, Kind.WARNING, Kind.UNRATED)
    if allowed and user.is_authenticated and user.is_guest:
        return Answer(False, "guest", _("Rated tables are for lasting accounts. Keep yours first."))
    allowed = allowed and _is_not_closing(user)
    if allowed and user.is_authenticated:
        if lacks_confirmed_email(user):
            words = _("Rated play needs a confirmed e-mail address. Open the link in our mail.")
            return Answer(False, UNCONFIRMED, words)
        checked = (check(user) for check in rated_checks)
        return next((answer for answer in checked if not answer), allowed)
    return allowed


def may_open_table(user: Visitor) -> Answer:
    """Open a table for others to join."""
    return may_sit_down(user)


def may_follow(user: Visitor) -> Answer:
    """Follow matches over a socket; anonymous visitors may."""
    return _unless(user, Kind.BAN, Kind.SUSPENSION) if user.is_authenticated else ALLOWED


def may_follow_people(user: Visitor) -> Answer:
    """Follow somebody: with a lasting account, since a guest is gone tomorrow."""
    allowed = _unless(user, Kind.BAN, Kind.SUSPENSION)
    if allowed and user.is_authenticated and user.is_guest:
        words = _("Following people is for lasting accounts. Keep yours first.")
        return Answer(False, "guest", words)
    return allowed


def may_edit_profile(user: Visitor) -> Answer:
    """Change one's display name, or the line on one's page."""
    return _unless(user, Kind.BAN, Kind.SUSPENSION, Kind.MUTE)


def may_chat(user: Visitor) -> Answer:
    """Write to the others at a table."""
    return _unless(user, Kind.BAN, Kind.SUSPENSION, Kind.WARNING, Kind.MUTE)


def may_report(user: Visitor) -> Answer:
    """Report somebody to the moderators; also under a sanction."""
    return _is_open(user)


def may_moderate(user: Visitor) -> Answer:
    """Work on cases."""
    return _may(user, "accounts.moderate", _("This is for moderators."))


def may_moderate_all(user: Visitor) -> Answer:
    """Ban, annul, suspend for long."""
    return _may(user, "accounts.moderate_all", _("This is for senior moderators."))


def uninvolved(
    user: User, *people: int | None, reports: Manager[Report] | QuerySet[Report] | None = None
) -> Answer:
    """Decide on something about these people (by ids) or these reports, without a part in it."""
    if user.pk in people or (reports is not None and reports.filter(reporter=user).exists()):
        return Answer(False, "own-case", _("Nobody decides on their own case."))
    return ALLOWED


def may_be_met(user: Visitor) -> Answer:
    """Be invited, or challenged: whoever has an open account."""
    return _is_open(user)


def is_banned(user: User) -> bool:
    """Whether somebody is banned or suspended: they may have no seat and no socket."""
    return any(one.kind in (Kind.BAN, Kind.SUSPENSION) for one in in_force(user))


def in_force(user: User) -> list[Sanction]:
    """The sanctions in force for somebody, the gravest first; those of an owner for a bot too."""
    active = []
    for one in (user, user.run_by) if user.is_bot else (user,):
        if one is not None and one.sanctioned:
            active += [sanction for sanction in one.sanctions.all() if sanction.in_force]
    return sorted(active, key=lambda sanction: GRAVEST.index(sanction.kind))


def _unless(user: Visitor, *kinds: str) -> Answer:
    """Allowed with an open account under no sanction of these kinds."""
    is_open = _is_open(user)
    if not is_open or not user.is_authenticated:
        return is_open
    for sanction in in_force(user):
        if sanction.kind in kinds:
            return Answer(False, sanction.kind, describe_sanction(sanction))
    return ALLOWED


def describe_sanction(sanction: Sanction) -> str:
    """A sanction as a sentence for the person under it."""
    words = {
        Kind.WARNING: _("The moderators have a word for you. Read it first, then go on."),
        Kind.MUTE: _("You may not write to others {until}."),
        Kind.UNRATED: _("You may not play rated matches {until}."),
        Kind.SUSPENSION: _("Your account is suspended {until}."),
        Kind.BAN: _("Your account is banned {until}."),
    }
    return words[Kind(sanction.kind)].format(until=describe_end(sanction))


def describe_end(sanction: Sanction) -> str:
    """Until when a sanction holds, as a part of that sentence."""
    if sanction.until is None:
        return _("for good")
    # The sentence ends with a full stop, and so may an hour: “p.m.”
    date = date_format(localtime(sanction.until), "DATETIME_FORMAT").rstrip(".")
    return _("until {date}").format(date=date)


def may_host(user: Visitor) -> Answer:
    """Hold evenings: open many tables, seat people at them, keep them friendly."""
    return _may(user, "accounts.host", _("This is for hosts."))


def may_administer(user: Visitor) -> Answer:
    """Read how the site is, and announce something to everybody."""
    allowed = _unless(user, Kind.BAN, Kind.SUSPENSION)
    if allowed and user.is_authenticated and not user.is_staff:
        return Answer(False, "not-allowed", _("This is for administrators."))
    return allowed


def _may(user: Visitor, permission: str, otherwise: str) -> Answer:
    allowed = _unless(user, Kind.BAN, Kind.SUSPENSION)
    if not allowed:
        return allowed
    if not user.has_perm(permission):
        return Answer(False, "not-allowed", otherwise)
    return ALLOWED


def _is_not_closing(user: Visitor) -> Answer:
    """Whoever has asked for deletion begins nothing that others would wait for."""
    if user.is_authenticated and user.closes_at is not None:
        return Answer(False, "closing", _("Your account is about to go. Keep it first."))
    return ALLOWED


def _is_open(user: Visitor) -> Answer:
    if not user.is_authenticated:
        return Answer(False, "signed-out", _("Please sign in first."))
    if not user.is_active:
        return Answer(False, "closed", _("This account is closed."))
    if user.guest_until is not None and user.guest_until <= timezone.now():
        return Answer(False, "guest-over", _("Your day as a guest is over."))
    if user.is_bot and user.run_by_id is None:
        return Answer(False, "nobody-runs-it", _("Nobody runs this bot any more."))
    return ALLOWED
