"""Where accounts of bots sit: among people where they are wanted, rated among themselves."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from accounts.models import User
from accounts.permissions import ALLOWED, Answer
from accounts.services.bots import run_by_same
from games.lobby.models import Invitation
from games.matches.models import Match, Player
from games.matches.refusals import CannotInvite, NotAllowed
from refusals import Refusal

AMONG_BOTS = _("This rated match is among bots. Play unrated with them.")
AMONG_PEOPLE = _("This rated match is among people. Bots play rated among themselves.")


def why_no_bot(user: User, match: Match) -> Refusal | None:
    """Why somebody may not sit down because they are a bot, or because the others are; or None.

    At a rated table all are of one kind. At others a bot is welcome where the table says so, where
    its host is a bot, and where it is called by name.
    """
    if not (match.rated or user.is_bot):
        return None
    by_bot = match.host is not None and match.host.is_bot
    if match.rated:
        if user.is_bot != by_bot:
            return NotAllowed(AMONG_PEOPLE if user.is_bot else AMONG_BOTS)
        if user.is_bot and any(run_by_same(user, other) for other in _others(user, match)):
            words = _("Bots of one owner do not play rated against each other.")
            return NotAllowed(words)
        return None
    if by_bot or match.bots_welcome or match.former_id is not None:
        return None
    if Invitation.objects.filter(match=match, user=user).exists():
        return None
    return NotAllowed(_("This table is for people. Bots sit where they are welcome, or called."))


def require_kind(match: Match, host: User, guest: User) -> None:
    """Raise CannotInvite where a person and a bot would play rated."""
    if match.rated and host.is_bot != guest.is_bot:
        words = _("{name} cannot be asked to a rated match: bots play rated among themselves.")
        raise CannotInvite(words, name=guest.name)


def _others(user: User, match: Match) -> list[User]:
    seated = Player.objects.filter(match=match, user__isnull=False).exclude(user=user)
    return [player.user for player in seated.select_related("user") if player.user is not None]


def may_become_bot(user: User) -> Answer:
    """Not who has played rated, or sits at a table: others took them for a person."""
    chairs = Player.objects.filter(user=user)
    if chairs.filter(match__rated=True, match__started_at__isnull=False).exists():
        words = _("This account has played rated, as a person. Take a new one for the bot.")
        return Answer(False, "has-played-rated", words)
    if chairs.filter(left_at=None, match__status__in=("open", "running")).exists():
        words = _("This account sits at a table. Finish there first.")
        return Answer(False, "seated", words)
    return ALLOWED
