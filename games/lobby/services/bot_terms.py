"""Seats of bot accounts: at tables that welcome them, and rated among themselves."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from accounts.models import User
from accounts.permissions import ALLOWED, Answer
from accounts.services.bots import run_by_same
from core.refusals import Refusal
from games.lobby.models import Invitation, Ticket, terms_of
from games.matches.models import Match, Player
from games.matches.refusals import CannotInvite, NotAllowed

AMONG_BOTS = _("This rated match is for bots. Play unrated with them.")
AMONG_PEOPLE = _("This rated match is for people. Bots play rated among themselves.")


def why_no_bot(user: User, match: Match) -> Refusal | None:
    """Return why the user may not sit down as a bot, or among bots, or None.

    At a rated table all players are of one kind. At others a bot is welcome if the table says so,
    if the host is a bot, if the bot is invited by name, and in a rematch.
    """
    if not (match.rated or user.is_bot):
        return None
    by_bot = match.host is not None and match.host.is_bot
    if match.rated:
        if user.is_bot != by_bot:
            return NotAllowed(AMONG_PEOPLE if user.is_bot else AMONG_BOTS)
        if user.is_bot and any(run_by_same(user, other) for other in _others(user, match)):
            words = _("Bots with the same owner can’t play rated against each other.")
            return NotAllowed(words)
        return None
    if by_bot or match.former_id is not None or terms_of(match).bots_welcome:
        return None
    if Invitation.objects.filter(match=match, user=user).exists():
        return None
    return NotAllowed(
        _("This table is for people. Bots can only sit down where they’re welcome or invited.")
    )


def require_kind(match: Match, host: User, guest: User) -> None:
    """Raise CannotInvite if a person and a bot would play rated."""
    if match.rated and host.is_bot != guest.is_bot:
        words = _("{name} can’t be invited to a rated match: bots play rated among themselves.")
        raise CannotInvite(words, name=guest.name)


def _others(user: User, match: Match) -> list[User]:
    seated = Player.objects.filter(match=match, user__isnull=False).exclude(user=user)
    return [player.user for player in seated.select_related("user") if player.user is not None]


def may_become_bot(user: User) -> Answer:
    """Refuse an account that has played rated, sits at a table or searches for opponents.

    The others expected a person.
    """
    seats = Player.objects.filter(user=user)
    if seats.filter(match__rated=True, match__started_at__isnull=False).exists():
        words = _("This account has already played rated as a person. Use a new one for the bot.")
        return Answer(False, "has-played-rated", words)
    if seats.filter(left_at=None, match__status__in=("open", "running")).exists():
        words = _("This account is seated at a table. Finish there first.")
        return Answer(False, "seated", words)
    if Ticket.objects.filter(user=user, match=None).exists():
        words = _("This account is searching for opponents. End the search first.")
        return Answer(False, "searching", words)
    return ALLOWED
