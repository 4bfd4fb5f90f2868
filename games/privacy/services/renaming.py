"""A name that was taken away goes from the tables too, the finished ones among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.matches import announce
from games.matches.models import Match
from games.privacy.services.account_deletion import rename

if TYPE_CHECKING:
    from accounts.models import User


def rename_at_tables(user: User) -> None:
    """Call somebody by their present name wherever they have or had a chair.

    A running table that is open on a screen shows it with its next event.
    """
    rename(user, user.name)
    waiting = Match.objects.filter(players__user=user, status=Match.Status.OPEN)
    for match_id in waiting.values_list("id", flat=True):
        announce.match_moved(match_id, 0)
    announce.lobby_moved()
