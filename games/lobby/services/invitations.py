"""Inviting named players to a table that has not started."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor, pk_of
from accounts.models import User as Account
from accounts.permissions import may_meet
from games.lobby.models import Invitation
from games.matches import announce
from games.matches.access import lock_match, require_signed_in
from games.matches.models import Match
from games.matches.refusals import CannotInvite, NoSuchMatch, NotAPlayer, NotOpen
from games.matches.services import time_source

if TYPE_CHECKING:
    from accounts.models import User

INVITED_EACH = 12


def invite_to(user: Visitor, match_id: str, username: str) -> Invitation:
    """The host of an open table asks somebody to it; NotAPlayer, NotOpen, CannotInvite."""
    user = require_signed_in(user)
    with transaction.atomic():
        match = lock_match(match_id)
        if match.host_id != user.pk:
            raise NotAPlayer(_("Only the host of this table can do that."))
        if match.status != Match.Status.OPEN:
            raise NotOpen(_("This table waits for nobody any more."))
        return invite(match, user, username)


def invite(match: Match, host: User, username: str) -> Invitation:
    """Ask somebody to a table that the caller has locked, or just laid; CannotInvite.

    Unknown names, closed accounts and people who blocked the host (or whom the host blocked) are
    refused in the same words: nobody learns of a block.
    """
    name = username.strip().removeprefix("@")
    guest = Account.objects.filter(username__iexact=name).first()
    if guest is not None and guest.pk == host.pk:
        raise CannotInvite(_("You sit here already."))
    if guest is None or not may_meet(host, guest):
        words = _("“{name}” cannot be invited. Look at the spelling, or ask somebody else.")
        raise CannotInvite(words, name=name)
    known = match.invitations.filter(user=guest).first()
    if known is not None:
        if known.declined_at is not None:
            raise CannotInvite(_("{name} would rather not, this time."), name=guest.name)
        return known
    if match.invitations.count() >= INVITED_EACH:
        raise CannotInvite(_("You have invited enough people. Wait for their answers."))
    return ask(match, guest)


def ask(match: Match, guest: User) -> Invitation:
    """Write an invitation down; the lobby of the invited shows it."""
    invitation, _created = Invitation.objects.get_or_create(match=match, user=guest)
    announce.lobby_moved()
    announce.match_moved(match.id, match.last_number)
    return invitation


def decline(user: Visitor, match_id: str) -> None:
    """Say no to an invitation; twice is once. The table's people see it; NoSuchMatch."""
    with transaction.atomic():
        match = lock_match(match_id)
        if not match.invitations.filter(user_id=pk_of(user)).update(declined_at=time_source.now()):
            raise NoSuchMatch(_("There is no such invitation any more."))
        announce.lobby_moved()
        announce.match_moved(match.id, match.last_number)
        if match.former_id is not None:
            announce.rematch_moved(match.former_id)
