"""Admission to open tables: who may sit down, why not, and invitations by name."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor, pk_of
from accounts.models import User
from accounts.permissions import ALLOWED, Answer, may_be_met, may_play_rated, may_sit_down
from accounts.refusals import forbidden, require
from accounts.services.blocks import apart_among, apart_from, has_blocked, ids_blocked_by
from accounts.services.people import lock_people
from core.languages.local_time import moment_at_end
from core.refusals import Refusal
from games.ladders.services import ratings
from games.lobby.models import Challenge, Decline, Invitation, terms_of
from games.lobby.services import limits, tickets
from games.lobby.services.bot_terms import require_kind, why_no_bot
from games.lobby.services.callers import require_may_call
from games.lobby.signals import invitation_answered, invited
from games.matches import publish
from games.matches.access import lock_match, require_signed_in
from games.matches.models import Match, Player
from games.matches.refusals import (
    BadTable,
    CannotInvite,
    NoSuchMatch,
    NotAllowed,
    NotAPlayer,
    NotOpen,
    OutOfRange,
    OwnInvitation,
)
from games.matches.services import time_source
from games.matches.services.leaving import called_off_by

INVITED_EACH = 12
STARTED_WITHOUT_YOU = _("This table started without you.")
CHALLENGE_OVER = _("This challenge is over: it expired or was withdrawn.")
CALLED_OFF_A_DAY = 3
"""Matches called off within a day that lead to a pause from rated play."""


def knows_the_site(user: User) -> Answer:
    """Check that the user has finished some unrated matches; those with bots count.

    Users with a rating and bots' accounts need none.
    """
    wanted = settings.UNRATED_FIRST
    if user.is_bot or not wanted or user.ratings.exists():
        return ALLOWED
    finished = Player.objects.filter(
        user=user, left_at=None, match__rated=False, match__status=Match.Status.FINISHED
    )
    left = wanted - finished[:wanted].count()
    if left <= 0:
        return ALLOWED
    words = ngettext(
        "You can play rated after {n} more unrated match. Matches with bots count too; those you "
        "resign or leave don’t.",
        "You can play rated after {n} more unrated matches. Matches with bots count too; those you "
        "resign or leave don’t.",
        left,
    )
    return Answer(False, "unrated-first", words.format(n=left))


def may_go_on_rated(user: User) -> Answer:
    """Check that the user has not called off too many matches today."""
    day = timedelta(days=1)
    times = called_off_by(user)[:CALLED_OFF_A_DAY]
    if len(times) < CALLED_OFF_A_DAY or times[-1] <= time_source.now() - day:
        return ALLOWED
    until = moment_at_end(times[-1] + day)
    words = gettext("You called off {n} matches within a day. You can’t play rated until {until}.")
    return Answer(False, "called-off", words.format(n=CALLED_OFF_A_DAY, until=until))


def require_admission(user: User, match: Match) -> None:
    """Raise the reason why a user may not sit down at an open table.

    A user who is kept away by a block gets the same answer as a late one, so the block is not
    revealed.

    Raises:
        NotAllowed: the table is for others.
        OutOfRange: the user's rating is outside the table's range.
        NotOpen: the table has started, or the user is kept away.
    """
    refusal = why_not(user, match)
    if refusal is not None:
        raise refusal
    require_not_kept_away(user, match)


def require_not_kept_away(user: User, match: Match) -> None:
    """Raise NotOpen, as for a late user, if a block keeps the user away."""
    if is_kept_away(user, match):
        raise NotOpen(STARTED_WITHOUT_YOU)


def is_kept_away(user: User, match: Match) -> bool:
    """Return whether a block separates the user from a player there, or is by the table's host."""
    if match.host is not None and has_blocked(match.host, user):
        return True
    return bool(apart_from(user.pk, seated_at(match)))


def require_still_allowed(user: User, match: Match) -> User:
    """Require that the user may take the seat at the moment of taking it; return them as stored.

    The user's row stays locked until the seat is stored: a concurrent ban, block or new name either
    comes first, and counts here, or comes after, and finds the seat. At a rated table the rows of
    the others are locked too, since the start of the match locks them, and all in one order.

    Raises:
        NotAllowed: the user has a sanction, or has become a bot.
        NotOpen: the user is kept away by a block.
    """
    seated = match.players.exclude(user=None).values_list("user_id", flat=True)
    tickets.lock_live([user.pk, *seated])
    people = lock_people([user.pk, *seated] if match.rated else [user.pk])
    fresh = next(person for person in people if person.pk == user.pk)
    require(may_play_rated(fresh) if match.rated else may_sit_down(fresh))
    require_not_kept_away(user, match)
    unlike = why_no_bot(fresh, match)
    if unlike is not None:
        raise unlike
    return fresh


def allowed_now(users: Collection[int], *, rated: bool) -> bool:
    """Return whether all of these may take seats at one table; lock their rows."""
    may = may_play_rated if rated else may_sit_down
    return all(may(person) for person in lock_people(users)) and not apart_among(users)


def why_not(user: User, match: Match) -> Refusal | None:
    """Return the reason why a user may not sit down at an open table, or None.

    The reason never reveals that a player there has blocked the user.
    """
    if match.former_id is not None and former_seat(user, match) is None:
        return NotAllowed(
            _("This is a rematch: its seats are reserved for the players of the last match.")
        )
    called = Challenge.objects.filter(match=match).first()
    if called is not None:
        if not is_invited(match, user):
            return NotAllowed(_("Only players who were challenged can join this table."))
        if called.expires_at is None or called.expires_at <= time_source.now():
            return NotOpen(CHALLENGE_OVER)
    if not ids_blocked_by(user.pk).isdisjoint(seated_at(match)):
        return NotAllowed(_("A player you have blocked is at this table."))
    unlike = why_no_bot(user, match)
    if unlike is not None:
        return unlike
    refusal = beyond_terms(
        match,
        lambda match: ratings.rating_of(user, match.game, match.seats),
        lambda: may_play_rated(user),
    )
    if isinstance(refusal, OutOfRange) and (match.former_id or is_invited(match, user)):
        return None
    return refusal


def seated_at(match: Match) -> list[int]:
    """Return the ids of the users at a table."""
    return list(match.players.exclude(user=None).values_list("user_id", flat=True))


def beyond_terms(
    match: Match, rating_for: Callable[[Match], int], may_rated: Callable[[], Answer]
) -> Refusal | None:
    """Return why the terms of a table, rated or a range of ratings, exclude a user, or None.

    The callables for the rating and for rated play are called only if they matter.
    """
    if match.rated:
        allowed = may_rated()
        if not allowed:
            return forbidden(allowed)
    least, most = (terms := terms_of(match)).least, terms.most
    if least is None and most is None:
        return None
    rating = rating_for(match)
    if (least or 0) <= rating and (most is None or rating <= most):
        return None
    if most is None:
        words = _("This table is for ratings from {least}; yours is {rating}.")
    elif least is None:
        words = _("This table is for ratings up to {most}; yours is {rating}.")
    else:
        words = _("This table is for ratings from {least} to {most}; yours is {rating}.")
    return OutOfRange(words, least=least, most=most, rating=rating)


def former_seat(user: User, match: Match) -> int | None:
    """Return the user's seat in the former match, which a rematch reserves; else None."""
    if match.former_id is None:
        return None
    former = Player.objects.filter(match=match.former_id, user=user)
    return former.values_list("seat", flat=True).first()


def is_invited(match: Match, user: User | None, opened: Collection[str] = ()) -> bool:
    """Return whether a user was invited to this table by name, and so may also see it."""
    return user is not None and Invitation.objects.filter(match=match, user=user).exists()


@transaction.atomic
def invite_to(user: Visitor, match_id: str, username: str) -> Invitation:
    """Invite a user as the host of an open table.

    Raises:
        NotAPlayer: the user is not the host.
        NotOpen: the table is full or has started.
        CannotInvite: the guest cannot be invited.
    """
    user = require_signed_in(user)
    match = lock_match(match_id)
    if match.host_id != user.pk:
        raise NotAPlayer(_("Only the host of this table can do that."))
    if match.status != Match.Status.OPEN or match.reveal_by is not None:
        raise NotOpen(_("This table isn’t waiting for players any more."))
    return invite(match, user, username)


def invite(match: Match, host: User, username: str) -> Invitation:
    """Invite a user to a table that the caller has locked, or just created.

    A guest who has blocked the host is invited like any other, and never sees it, so that the block
    is not revealed.

    Raises:
        CannotInvite: the guest cannot be invited.
    """
    name = username.strip().removeprefix("@")
    guest = User.objects.filter(username__iexact=name).first()
    if guest is not None and guest.pk == host.pk:
        raise OwnInvitation(_("That’s you. Choose another player."))
    if guest is not None and has_blocked(host, guest):
        raise CannotInvite(_("You have blocked {name}."), name=guest.name)
    if guest is None or not may_be_met(guest):
        words = _("“{name}” can’t be invited. Check the spelling, or invite another player.")
        raise CannotInvite(words, name=name)
    known = match.invitations.filter(user=guest).first()
    if known is not None:
        if known.declined_at is not None:
            raise CannotInvite(_("{name} has declined this time."), name=guest.name)
        return known
    if match.invitations.count() >= INVITED_EACH:
        raise CannotInvite(_("You have invited enough players. Wait for their answers."))
    require_kind(match, host, guest)
    require_may_call(host, guest)
    limits.require_may_invite(host, guest)
    return add_invitation(match, guest, notified=limits.may_notify(guest))


def add_invitation(match: Match, guest: User, *, notified: bool = True) -> Invitation:
    """Store an invitation, and publish it to the lobby and the table.

    Args:
        match: The table.
        guest: The user to invite.
        notified: Whether the user is notified of it, in addition to the lobby that shows it.
    """
    invitation, new = Invitation.objects.get_or_create(match=match, user=guest)
    if new and notified:
        invited.send(Invitation, invitation=invitation)
    publish.lobby_moved()
    publish.match_moved(match.id, match.last_number)
    return invitation


@transaction.atomic
def decline(user: Visitor, match_id: str, reason: str = "") -> Match:
    """Decline an invitation, for a `Decline` reason or none; a second time changes nothing.

    Raises:
        NoSuchMatch: there is no such invitation.
        BadTable: the reason is not in the list.
    """
    if reason and reason not in Decline.values:
        raise BadTable(_("Choose a reason from the list, or none."))
    match = lock_match(match_id)
    invitation = match.invitations.select_related("user").filter(user_id=pk_of(user)).first()
    if invitation is None:
        raise NoSuchMatch(_("This invitation no longer exists."))
    if invitation.declined_at is None and not match.players.filter(user=invitation.user).exists():
        invitation.declined_at, invitation.reason = time_source.now(), reason
        invitation.save(update_fields=["declined_at", "reason"])
        publish_table(match)
        answered(match, invitation.user, accepted=False, reason=reason)
    return match


def answered(match: Match, user: User, *, accepted: bool, reason: str = "") -> None:
    """Notify higher packages that a user took a seat at this table, or declined it."""
    invitation_answered.send(Match, match=match, user=user, accepted=accepted, reason=reason)


def publish_table(match: Match) -> None:
    """Publish a change of a table to its waiting room, the lobby and the former match."""
    if match.former_id is not None:
        publish.rematch_moved(match.former_id)
    publish.match_moved(match.id, match.last_number)
    publish.lobby_moved()
