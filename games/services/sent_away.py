"""What becomes of the chairs of somebody who may play no more: at once, gently for the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accounts.models import Sanction
from games.models import Match, Player
from games.services import leaving, lobby, tickets

if TYPE_CHECKING:
    from accounts.models import User

SENT_AWAY = (Sanction.Kind.BAN, Sanction.Kind.SUSPENSION)


def send_away(user: User) -> int:
    """Take somebody from every table that is open or running; at how many they sat.

    A running match goes on with a bot in the chair, or ends where it needs both; what the others
    have played stands. What is finished stays as it is.
    """
    tickets.withdraw_all(user)
    chairs = Player.objects.filter(user=user, left_at=None)
    open_tables = chairs.filter(match__status=Match.Status.OPEN).values_list("match_id", flat=True)
    running = chairs.filter(match__status=Match.Status.RUNNING).values_list("match_id", flat=True)
    left = 0
    for match_id in list(open_tables):
        lobby.leave(user, match_id)
        left += 1
    for match_id in list(running):
        left += leaving.expel(user, match_id) is not None
    return left
