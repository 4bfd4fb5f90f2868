"""When the table's guide opens by itself."""

from __future__ import annotations

from games.matches.models import Player
from games.matches.viewing import Access


def is_first_match(access: Access) -> bool:
    """Return whether the visitor plays here and has finished no match of this game."""
    if access.seat is None or access.user is None:
        return False
    ended = Player.objects.filter(user=access.user, ended_at__isnull=False, left_at=None)
    return not ended.filter(match__game=access.match.game).exists()
