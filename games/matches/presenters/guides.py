"""For whom the guide stands beside the table by itself."""

from __future__ import annotations

from games.matches.access import Access
from games.matches.models import Player


def is_first_match(access: Access) -> bool:
    """Whether the visitor plays here, and has played no match of this game to its end."""
    if access.seat is None or access.user is None:
        return False
    ended = Player.objects.filter(user=access.user, ended_at__isnull=False, left_at=None)
    return not ended.filter(match__game=access.match.game).exists()
