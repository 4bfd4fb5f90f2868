"""Template filters for tables in lists."""

from __future__ import annotations

from django import template

from games.ladders.services.ratings import ShownRating
from games.lobby.presenters.lobby import OpenTable
from games.matches.models import Player

register = template.Library()


@register.filter
def rating_at(player: Player, table: object) -> ShownRating | None:
    """Return a player's rating at a table of a list, if the visitor may see it."""
    if not isinstance(table, OpenTable) or player.user_id is None or player.left_at is not None:
        return None
    return table.ratings.get(player.user_id)
