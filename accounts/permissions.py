"""Permissions: the one place where pages, API and sockets check what a user may do.

Sanctions and blocks count here. Users without a sanction are checked without a query.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from django.conf import settings
from django.db.models import Manager, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.http import Visitor
from accounts.models import Report, Sanction, User
from accounts.services.emails import lacks_confirmed_email
from core.languages.local_time import moment_at_end
from core.registry import Registry


@dataclass(frozen=True)
class Answer:
    """Whether something is allowed, also as a bool; if not, a code and a translated sentence."""

    allowed: bool
    code: str = ""
    reason: str = ""

    def __bool__(self) -> bool:
        return self.allowed


ALLOWED = Answer(True)
MODERATE, MODERATE_ALL = "accounts.moderate", "accounts.moderate_all"
UNCONFIRMED = "unconfirmed"
Kind = Sanction.Kind
GRAVEST = (Kind.BAN, Kind.SUSPENSION, Kind.WARNING, Kind.MUTE, Kind.UNRATED, Kind.NOTE)


def may_play(user: Visitor) -> Answer:
    """Check whether the user may make moves."""
    return _unless(user, Kind.BAN, Kind.SUSPENSION, Kind.WARNING)


def may_sit_down(user: Visitor) -> Answer:
    """Check whether the user may take a seat at a table, or search for one."""
    return may_play(user) and _is_not_closing(user)


rated_checks: Registry[Callable[[User], Answer]] = Registry("rated checks")
"""Checks that other packages add for rated play."""


def may_play_rated(user: Visitor) -> Answer:
    """Check whether the user may take a seat at a rated table.

    If mail is set up, this needs a confirmed address: other accounts cost nothing to throw away.
    """
    allowed = _unless(user, Kind.BAN, Kind.SUSPENSION, Kind.WARNING, Kind.UNRATED)
    if allowed and user.is_authenticated and user.is_guest:
        return Answer(
            False, "guest", _("Rated tables are for registered players. Keep your account first.")
        )
    allowed = allowed and _is_not_closing(user)
    if allowed and user.is_authenticated:
        if lacks_confirmed_email(user):
            words = _(
                "Rated play needs a confirmed email address. Open the link in the email we sent."
            )
            return Answer(False, UNCONFIRMED, words)
        checked = (check(user) for check in rated_checks)
        return next((answer for answer in checked if not answer), allowed)
    return allowed


def may_open_table(user: Visitor) -> Answer:
    """Check whether the user may open a table for others to join."""
    return may_sit_down(user)


def may_follow(user: Visitor) -> Answer:
    """Check whether the visitor may follow matches over a socket; anonymous visitors may."""
    return _unless(user, Kind.BAN, Kind.SUSPENSION) if user.is_authenticated else ALLOWED


def may_follow_people(user: Visitor) -> Answer:
    """Check whether the user may follow users; a guest, who is gone tomorrow, may not."""
    allowed = _unless(user, Kind.BAN, Kind.SUSPENSION)
    if allowed and user.is_authenticated and user.is_guest:
        words = _("Only registered players can follow others. Keep your account first.")
        return Answer(False, "guest", words)
    return allowed


def may_join_club(user: Visitor) -> Answer:
    """Check whether the user may become a member of a club: registered people may."""
    allowed = _unless(user, Kind.BAN, Kind.SUSPENSION, Kind.WARNING) and _is_not_closing(user)
    if allowed and user.is_authenticated and user.is_guest:
        words = _("Clubs and events are for registered players. Keep your account first.")
        return Answer(False, "guest", words)
    if allowed and user.is_authenticated and user.is_bot:
        return Answer(False, "not-allowed", _("Clubs and events are for people."))
    return allowed


def may_found_club(user: Visitor) -> Answer:
    """Check whether the user may found a club, or write what its page says.

    If mail is set up, this needs a confirmed address: other accounts cost nothing to throw away.
    """
    allowed = may_join_club(user) and may_edit_profile(user)
    if allowed and user.is_authenticated and lacks_confirmed_email(user):
        words = _("Confirm your email address first. Open the link in the email we sent.")
        return Answer(False, UNCONFIRMED, words)
    return allowed


def may_edit_profile(user: Visitor) -> Answer:
    """Check whether the user may change their display name or the text on their page."""
    return _unless(user, Kind.BAN, Kind.SUSPENSION, Kind.MUTE)


def may_chat(user: Visitor) -> Answer:
    """Check whether the user may write to the others at a table."""
    return _unless(user, Kind.BAN, Kind.SUSPENSION, Kind.WARNING, Kind.MUTE)


def may_write_messages(user: Visitor) -> Answer:
    """Check whether the user may write messages to friends: registered people may."""
    allowed = may_chat(user)
    if allowed and user.is_authenticated and user.is_guest:
        words = _("Messages are for registered players. Keep your account first.")
        return Answer(False, "guest", words)
    if allowed and user.is_authenticated and user.is_bot:
        return Answer(False, "not-allowed", _("Messages are for people."))
    return allowed


def may_report(user: Visitor) -> Answer:
    """Check whether the user may report a user to the moderators, even under a sanction."""
    return _is_open(user)


def may_moderate(user: Visitor) -> Answer:
    """Check whether the user may work on cases."""
    return _may(user, MODERATE, _("Only moderators can do this."))


def may_moderate_all(user: Visitor) -> Answer:
    """Check whether the user may ban, annul matches and give long suspensions."""
    return _may(user, MODERATE_ALL, _("Only senior moderators can do this."))


class Rank(IntEnum):
    """The ranks of staff, the lowest first; hosts of game nights rank as players."""

    PLAYER = 0
    MODERATOR = 1
    SENIOR = 2
    ADMINISTRATOR = 3
    SUPERUSER = 4


def rank_of(user: User) -> Rank:
    """Return a user's rank; a bot has its owner's."""
    if user.is_bot and user.run_by is not None:
        return rank_of(user.run_by)
    ranks = {
        Rank.SUPERUSER: user.is_superuser,
        Rank.ADMINISTRATOR: user.is_staff,
        Rank.SENIOR: user.has_perm(MODERATE_ALL),
        Rank.MODERATOR: user.has_perm(MODERATE),
    }
    return next((rank for rank, has in ranks.items() if has), Rank.PLAYER)


def staff_from(rank: Rank) -> QuerySet[User]:
    """Return the staff of this rank and of all higher ones."""
    staff = Q(is_superuser=True)
    if rank <= Rank.ADMINISTRATOR:
        staff |= Q(is_staff=True)
    if rank <= Rank.SENIOR:
        permission = MODERATE if rank <= Rank.MODERATOR else MODERATE_ALL
        staff |= Q(pk__in=User.objects.with_perm(permission).values("pk"))
    return User.objects.filter(staff, is_active=True)


def outranks(moderator: User, *people: User | None) -> Answer:
    """Check that none of these users is staff of the moderator's rank or a higher one."""
    ranks = [rank_of(person) for person in people if person is not None]
    if max(ranks, default=Rank.PLAYER) >= max(rank_of(moderator), Rank.MODERATOR):
        words = _("This player is staff. Someone of a higher rank must decide.")
        return Answer(False, "rank", words)
    return ALLOWED


def uninvolved(
    user: User, *people: int | None, reports: Manager[Report] | QuerySet[Report] | None = None
) -> Answer:
    """Check that the user has no part in a decision about these users (ids) or these reports.

    A bot's part is its owner's.
    """
    own = ids_with_bots(user)
    reported = reports is not None and reports.filter(reporter__in=own).exists()
    if reported or not own.isdisjoint(people):
        return Answer(False, "own-case", _("You can’t decide your own case."))
    return ALLOWED


def ids_with_bots(user: User) -> set[int]:
    """Return the ids of a user and the bots that they run."""
    return {user.pk, *user.bots.values_list("pk", flat=True)}


def may_be_met(user: Visitor) -> Answer:
    """Check whether the user may be invited, challenged or followed, and so may come to a table."""
    return _unless(user, Kind.BAN, Kind.SUSPENSION)


def is_banned(user: User) -> bool:
    """Return whether the user is banned or suspended, and so gets no seat and no socket."""
    return any(one.kind in (Kind.BAN, Kind.SUSPENSION) for one in in_force(user))


def in_force(user: User) -> list[Sanction]:
    """Return the sanctions in force for a user, gravest first; a bot also has its owner's."""
    active = []
    for one in (user, user.run_by) if user.is_bot else (user,):
        if one is not None and one.sanctioned:
            active += [sanction for sanction in one.sanctions.all() if sanction.in_force]
    return sorted(active, key=lambda sanction: GRAVEST.index(sanction.kind))


def _unless(user: Visitor, *kinds: str) -> Answer:
    """Allow an open account that has no sanction of these kinds."""
    is_open = _is_open(user)
    if not is_open or not user.is_authenticated:
        return is_open
    for sanction in in_force(user):
        if sanction.kind in kinds:
            return Answer(False, sanction.kind, describe_sanction(sanction))
    return ALLOWED


def describe_sanction(sanction: Sanction) -> str:
    """Return a sanction as a sentence for the user it applies to."""
    words = {
        Kind.WARNING: _("You have a message from the moderators. Read it first, then continue."),
        Kind.MUTE: _("You are muted {until}."),
        Kind.UNRATED: _("You are banned from rated play {until}."),
        Kind.SUSPENSION: _("Your account is suspended {until}."),
        Kind.BAN: _("Your account is banned {until}."),
    }
    return words[Kind(sanction.kind)].format(until=describe_end(sanction))


def describe_end(sanction: Sanction) -> str:
    """Return the end of a sanction, as a part of that sentence."""
    if sanction.until is None:
        return _("permanently")
    return _("until {date}").format(date=moment_at_end(sanction.until))


def may_host(user: Visitor) -> Answer:
    """Check whether the user may run game nights: open many tables and seat players at them.

    Registered people may, with a confirmed address if mail is set up. With `HOSTS_NEED_ROLE`, only
    users with the role of a host may.
    """
    if settings.HOSTS_NEED_ROLE:
        words = _("Only hosts can do this.")
        return _may(user, "accounts.host", words) and _is_not_closing(user)
    allowed = _unless(user, Kind.BAN, Kind.SUSPENSION) and _is_not_closing(user)
    if not allowed or not user.is_authenticated:
        return allowed
    if user.is_guest:
        words = _("Game nights are hosted by registered players. Keep your account first.")
        return Answer(False, "guest", words)
    if user.is_bot:
        return Answer(False, "not-allowed", _("Game nights are for people."))
    if lacks_confirmed_email(user):
        words = _("Confirm your email address first. Open the link in the email we sent.")
        return Answer(False, UNCONFIRMED, words)
    return ALLOWED


def may_administer(user: Visitor) -> Answer:
    """Check whether the user may read the state of the site and publish announcements."""
    allowed = _unless(user, Kind.BAN, Kind.SUSPENSION)
    if allowed and user.is_authenticated and not user.is_staff:
        return Answer(False, "not-allowed", _("Only administrators can do this."))
    return allowed


def _may(user: Visitor, permission: str, otherwise: str) -> Answer:
    allowed = _unless(user, Kind.BAN, Kind.SUSPENSION)
    if not allowed:
        return allowed
    if not user.has_perm(permission):
        return Answer(False, "not-allowed", otherwise)
    return ALLOWED


def _is_not_closing(user: Visitor) -> Answer:
    """Refuse a user whose account is about to be deleted: others would wait for them in vain.

    A bot ends with its owner's account.
    """
    if not user.is_authenticated:
        return ALLOWED
    if user.closes_at is not None:
        return Answer(False, "closing", _("Your account will be deleted. Choose to keep it first."))
    if user.run_by is not None and user.run_by.closes_at is not None:
        return Answer(False, "closing", _("The account that runs this bot will be deleted."))
    return ALLOWED


def _is_open(user: Visitor) -> Answer:
    if not user.is_authenticated:
        return Answer(False, "signed-out", _("Sign in first."))
    if not user.is_active:
        return Answer(False, "closed", _("This account is closed."))
    if user.guest_until is not None and user.guest_until <= timezone.now():
        return Answer(False, "guest-over", _("Your day as a guest is over."))
    if user.is_bot and user.run_by_id is None:
        return Answer(False, "no-owner", _("This bot no longer has an owner."))
    return ALLOWED
