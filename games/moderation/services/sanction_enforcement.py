"""Take seats and searches from sanctioned users, and separate users after a block."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from contextlib import suppress

from accounts.models import Sanction, User
from accounts.permissions import in_force, is_banned, may_play_rated
from accounts.services.bots import with_bots
from core.refusals import Refusal
from games.game_nights import services as game_nights
from games.lobby.services import lobby, tickets
from games.matches.models import Match, Player
from games.matches.refusals import NotInstalled, NotOpen
from games.matches.services import leaving

logger = logging.getLogger(__name__)


def enforce(user: User) -> int:
    """Take a user's seats that sanctions no longer allow; return at how many tables.

    In a running match a bot takes the seat, or a match of two ends. A user who may not play rated
    matches loses the seats at rated tables that have not started.
    """
    players = Player.objects.filter(user=user, left_at=None)
    if is_banned(user):
        tickets.withdraw_all(user)
        game_nights.close_all(user)
        going_on = (Match.Status.OPEN, Match.Status.RUNNING)
        return _leave_all(user, players.filter(match__status__in=going_on))
    if not may_play_rated(user) and in_force(user):
        tickets.withdraw_all(user, rated=True)
        return _leave_all(user, players.filter(match__status=Match.Status.OPEN, match__rated=True))
    return 0


def sweep() -> int:
    """Enforce the sanctions of all users, as a crash may have left some out."""
    under = (Sanction.Kind.BAN, Sanction.Kind.SUSPENSION, Sanction.Kind.UNRATED)
    people = User.objects.filter(sanctioned=True, sanctions__kind__in=under).distinct()
    return sum(enforce(one) for person in people for one in with_bots(person))


def separate(owner: User, other: User) -> None:
    """Make `owner`, who blocked `other`, leave each shared table that has not started.

    The bots that they run are separated too. This closes a table that the owner hosts: removing the
    other would reveal the block. A full table counts as started, since leaving it would be counted
    against the owner.
    """
    waiting = Player.objects.filter(match__status=Match.Status.OPEN, match__reveal_by=None)
    theirs = waiting.filter(user__in=with_bots(other)).values("match")
    own = set(with_bots(owner)) - set(with_bots(other))  # One may block a bot of one's own.
    for player in waiting.filter(user__in=own, match__in=theirs).select_related("user"):
        assert player.user is not None
        with suppress(NotOpen):  # It has just started.
            lobby.leave(player.user, player.match_id)


def _leave_all(user: User, players: Iterable[Player]) -> int:
    left = 0
    for match_id in [player.match_id for player in players]:
        try:
            left += _leave(user, match_id)
        except NotInstalled:
            continue  # The match cannot be played on.
        except Exception:
            # One failure must not stop the others; the worker tries again.
            logger.exception("%s could not be taken from %s.", user.pk, match_id)
    return left


def _leave(user: User, match_id: str) -> bool:
    try:
        lobby.leave(user, match_id)
    except Refusal:
        # It is running, or has just started.
        return leaving.expel(user, match_id)
    return True
