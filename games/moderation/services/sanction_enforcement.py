"""What becomes of the chairs of somebody who may not sit there: at once, gently for the others."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from accounts.models import Sanction
from accounts.models import User as Account
from accounts.permissions import may_play_rated, sent_away
from games.evenings import services as evenings
from games.lobby.services import lobby, tickets
from games.matches.models import Match, Player
from games.matches.refusals import NotInstalled, NotOpen
from games.matches.services import leaving
from refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accounts.models import User

logger = logging.getLogger(__name__)


def enforce(user: User) -> int:
    """Take somebody from wherever their sanctions let them sit no more; from how many tables.

    A running match goes on with a bot in the chair, or ends where it needs both; what the others
    have played stands. What is finished stays as it is. Who may play, but not for ratings, gives
    up the rated tables that have not started.
    """
    chairs = Player.objects.filter(user=user, left_at=None)
    if sent_away(user):
        tickets.withdraw_all(user)
        evenings.close_all(user)
        going_on = (Match.Status.OPEN, Match.Status.RUNNING)
        return _leave(user, chairs.filter(match__status__in=going_on))
    if not may_play_rated(user) and user.sanctioned:
        tickets.withdraw_all(user, rated=True)
        return _leave(user, chairs.filter(match__status=Match.Status.OPEN, match__rated=True))
    return 0


def sweep() -> int:
    """The same for everybody under a sanction: what was cut short by a fall is made up for."""
    under = (Sanction.Kind.BAN, Sanction.Kind.SUSPENSION, Sanction.Kind.UNRATED)
    people = Account.objects.filter(sanctioned=True, sanctions__kind__in=under).distinct()
    return sum(enforce(person) for person in people)


def part(owner: User, other: User) -> None:
    """Two who are kept apart from now on share no table that has not started.

    Whoever asked for it gets up; where they are the host, the other does. Nobody is told why.
    """
    shared = Match.objects.filter(
        status=Match.Status.OPEN,
        id__in=Player.objects.filter(user=owner).values("match_id"),
    ).filter(id__in=Player.objects.filter(user=other).values("match_id"))
    for match in shared:
        goes = other if match.host_id == owner.pk else owner
        try:
            lobby.leave(goes, match.id)
        except NotOpen:
            continue  # It started in this moment.


def _leave(user: User, chairs: Iterable[Player]) -> int:
    left = 0
    for match_id in [player.match_id for player in chairs]:
        try:
            left += _get_up(user, match_id)
        except NotInstalled:
            continue  # Nobody plays there.
        except Exception:
            # One table that cannot be left must not keep the others: the worker tries again.
            logger.exception("%s could not be sent away from %s.", user.pk, match_id)
    return left


def _get_up(user: User, match_id: str) -> bool:
    try:
        lobby.leave(user, match_id)
    except Refusal:
        # It is running, or started in this very moment.
        return leaving.expel(user, match_id) is not None
    return True
