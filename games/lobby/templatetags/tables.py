"""Template tags for tables in lists."""

from __future__ import annotations

from django import template

from games.ladders.services.ratings import ShownRating
from games.lobby.presenters.lobby import OpenTable
from games.matches.models import Player

register = template.Library()


@register.simple_tag
def rating_here(player: Player | None, table: object) -> ShownRating | None:
    """Return a player's rating at a table, or None.

    Other lists have players too, but no ratings.
    """
    if not player or not isinstance(table, OpenTable):
        return None
    if player.user_id is None or player.left_at is not None:
        return None
    return table.ratings.get(player.user_id)
