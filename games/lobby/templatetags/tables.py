"""Template tags for tables in lists."""

from __future__ import annotations

from django import template
from django.template import Context

from games.ladders.services.ratings import ShownRating
from games.lobby.presenters.lobby import OpenTable
from games.matches.models import Player

register = template.Library()


@register.simple_tag(takes_context=True)
def rating_here(context: Context, player: Player) -> ShownRating | None:
    """Return a player's rating at the `table` or in the `room` that is shown, or None.

    Other lists have players too, but no ratings.
    """
    table = context.get("room") or context.get("table")
    if not isinstance(table, OpenTable) or player.user_id is None or player.left_at is not None:
        return None
    return table.ratings.get(player.user_id)
