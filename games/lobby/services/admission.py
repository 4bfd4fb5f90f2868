"""Who may sit down at an open table, why somebody may not, and who is invited by name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from datetime import timedelta

from django.db import transaction
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor, pk_of
from accounts.models import User
from accounts.permissions import ALLOWED, Answer, may_be_met, may_play_rated, may_sit_down
from accounts.refusals import forbidden, require
from accounts.services.blocks import apart_from, has_blocked, ids_blocked_by
from games.ladders.services import ratings
from games.lobby.models import Challenge, Decline, Invitation
from games.lobby.services import limits, tickets
from games.lobby.services.bot_terms import require_kind, why_no_bot
from games.lobby.services.callers import require_may_call
from games.lobby.signals import invitation_answered, invited
from games.matches import announce
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
)
from games.matches.services import time_source
from games.matches.services.leaving import called_off_by
from refusals import Refusal

INVITED_EACH = 12
STARTED_WITHOUT_YOU = _("This table has started without you.")
CHALLENGE_OVER = _("This challenge is over: it was not taken up in time, or taken back.")
CALLED_OFF_A_DAY = 3
"""So many matches called off within a day cost a pause from rated play."""


def may_go_on_rated(user: User) -> Answer:
    """Play rated, unless somebody has called off too many matches today, whose hands they saw."""
    day = timedelta(days=1)
    times = called_off_by(user)[:CALLED_OFF_A_DAY]
    if len(times) < CALLED_OFF_A_DAY or times[-1] <= time_source.now() - day:
        return ALLOWED
    # The sentence ends with a full stop, and so may an hour: “p.m.”
    until = date_format(localtime(times[-1] + day), "DATETIME_FORMAT").rstrip(".")
    words = gettext("You called off {n} matches within a day. Rated play waits until {until}.")
    return Answer(False, "called-off", words.format(n=CALLED_OFF_A_DAY, until=until))


def require_admission(user: User, match: Match) -> None:
    """Raise why somebody may not sit down at an open table; NotAllowed, OutOfRange, NotOpen.

    Whom somebody at the table has blocked hears what everybody hears who comes too late.
    """
    refusal = why_not(user, match)
    if refusal is not None:
        raise refusal
    if apart_from(user.pk, seated_at(match)):
        raise NotOpen(STARTED_WITHOUT_YOU)


def require_still_allowed(user: User, match: Match) -> None:
    """Require that somebody is not sanctioned in the moment they take a chair; NotAllowed.

    Their row stays locked until the chair is theirs: a concurrent ban either comes first, and
    forbids it, or comes after, and finds the chair. At a rated table the rows of the others are
    locked too, since they are when the match starts, and all in one order.
    """
    seated = match.players.exclude(user=None).values_list("user_id", flat=True)
    tickets.lock_live([user.pk, *seated])
    people = lock_people([user.pk, *seated] if match.rated else [user.pk])
    fresh = next(person for person in people if person.pk == user.pk)
    require(may_play_rated(fresh) if match.rated else may_sit_down(fresh))


def allowed_now(users: Iterable[int], *, rated: bool) -> bool:
    """Whether all of these may take chairs; their rows are locked, always in the same order."""
    may = may_play_rated if rated else may_sit_down
    return all(may(person) for person in lock_people(users))


def lock_people(users: Iterable[int]) -> list[User]:
    """These people, their rows locked till the end of the transaction, always in the same order."""
    people = User.objects.select_for_update(no_key=True).filter(pk__in=list(users))
    return list(people.order_by("pk"))


def why_not(user: User, match: Match) -> Refusal | None:
    """Why somebody may not sit down at an open table, as they may read it; None if they may.

    Nothing shows that somebody there has blocked them.
    """
    if match.former_id is not None and former_seat(user, match) is None:
        return NotAllowed(_("This is a rematch: its chairs are kept for those who played before."))
    called = Challenge.objects.filter(match=match).first()
    if called is not None:
        if not is_invited(match, user):
            return NotAllowed(_("This table is for those who were challenged to it."))
        if called.expires_at is None or called.expires_at <= time_source.now():
            return NotOpen(CHALLENGE_OVER)
    if not ids_blocked_by(user.pk).isdisjoint(seated_at(match)):
        return NotAllowed(_("Somebody sits here whom you have blocked."))
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
    """The people who have a chair at a table, by their ids."""
    return list(match.players.exclude(user=None).values_list("user_id", flat=True))


def beyond_terms(
    match: Match, rating_for: Callable[[Match], int], may_rated: Callable[[], Answer]
) -> Refusal | None:
    """Why the terms of a table, rated or a range of ratings, exclude somebody; None if not.

    Their rating there, and whether they may play rated, are asked for only where it matters.
    """
    if match.rated:
        allowed = may_rated()
        if not allowed:
            return forbidden(allowed)
    if match.least is None and match.most is None:
        return None
    rating = rating_for(match)
    if (match.least or 0) <= rating and (match.most is None or rating <= match.most):
        return None
    if match.most is None:
        words = _("This table is for ratings from {least}; yours is {rating}.")
    elif match.least is None:
        words = _("This table is for ratings up to {most}; yours is {rating}.")
    else:
        words = _("This table is for ratings from {least} to {most}; yours is {rating}.")
    return OutOfRange(words, least=match.least, most=match.most, rating=rating)


def former_seat(user: User, match: Match) -> int | None:
    """The chair that a rematch reserves for somebody: their seat in the former match."""
    if match.former_id is None:
        return None
    former = Player.objects.filter(match=match.former_id, user=user)
    return former.values_list("seat", flat=True).first()


def is_invited(match: Match, user: User | None, opened: Collection[str] = ()) -> bool:
    """Whether somebody was invited to this table by name: then they may also look at it."""
    return user is not None and Invitation.objects.filter(match=match, user=user).exists()


@transaction.atomic
def invite_to(user: Visitor, match_id: str, username: str) -> Invitation:
    """The host of an open table invites somebody; NotAPlayer, NotOpen, CannotInvite."""
    user = require_signed_in(user)
    match = lock_match(match_id)
    if match.host_id != user.pk:
        raise NotAPlayer(_("Only the host of this table can do that."))
    if match.status != Match.Status.OPEN or match.reveal_by is not None:
        raise NotOpen(_("This table waits for nobody any more."))
    return invite(match, user, username)


def invite(match: Match, host: User, username: str) -> Invitation:
    """Invite somebody to a table that the caller has locked, or just created; CannotInvite.

    Somebody who has blocked the host is invited like anybody else, and never sees it: nobody learns
    of a block.
    """
    name = username.strip().removeprefix("@")
    guest = User.objects.filter(username__iexact=name).first()
    if guest is not None and guest.pk == host.pk:
        raise CannotInvite(_("You sit here already."))
    if guest is not None and has_blocked(host, guest):
        raise CannotInvite(_("You have blocked {name}."), name=guest.name)
    if guest is None or not may_be_met(guest):
        words = _("“{name}” cannot be invited. Look at the spelling, or ask somebody else.")
        raise CannotInvite(words, name=name)
    known = match.invitations.filter(user=guest).first()
    if known is not None:
        if known.declined_at is not None:
            raise CannotInvite(_("{name} would rather not, this time."), name=guest.name)
        return known
    if match.invitations.count() >= INVITED_EACH:
        raise CannotInvite(_("You have invited enough people. Wait for their answers."))
    require_kind(match, host, guest)
    require_may_call(host, guest)
    limits.require_may_invite(host, guest)
    return add_invitation(match, guest)


def add_invitation(match: Match, guest: User) -> Invitation:
    """Store an invitation, and announce it to the lobby and the table."""
    invitation, new = Invitation.objects.get_or_create(match=match, user=guest)
    if new:
        invited.send(Invitation, invitation=invitation)
    announce.lobby_moved()
    announce.match_moved(match.id, match.last_number)
    return invitation


@transaction.atomic
def decline(user: Visitor, match_id: str, reason: str = "") -> Match:
    """Decline an invitation, for a `Decline` reason or none; a second time changes nothing.

    NoSuchMatch, BadTable for a reason that is none of the list.
    """
    if reason and reason not in Decline.values:
        raise BadTable(_("Choose a reason from the list, or give none."))
    match = lock_match(match_id)
    invitation = match.invitations.select_related("user").filter(user_id=pk_of(user)).first()
    if invitation is None:
        raise NoSuchMatch(_("There is no such invitation any more."))
    if invitation.declined_at is None and not match.players.filter(user=invitation.user).exists():
        invitation.declined_at, invitation.reason = time_source.now(), reason
        invitation.save(update_fields=["declined_at", "reason"])
        announce_table(match)
        answered(match, invitation.user, accepted=False, reason=reason)
    return match


def answered(match: Match, user: User, *, accepted: bool, reason: str = "") -> None:
    """Announce to those above that somebody took a chair at this table, or declined it."""
    invitation_answered.send(Match, match=match, user=user, accepted=accepted, reason=reason)


def announce_table(match: Match) -> None:
    """Announce a change of a table to its waiting room, the lobby and the former match."""
    if match.former_id is not None:
        announce.rematch_moved(match.former_id)
    announce.match_moved(match.id, match.last_number)
    announce.lobby_moved()
