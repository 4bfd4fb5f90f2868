"""The players of a started match, as their table shows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.urls import reverse

from accounts.services.guests import name_in_words
from games.boards.clock_face import ClockFace
from games.boards.seats import TablePlayer, Viewer
from games.matches.models import Player
from games.titles.registry import character_words


def table_players(
    players: Sequence[Player],
    you: Viewer,
    clock: Callable[[Player], ClockFace | None] = lambda player: None,
) -> list[TablePlayer]:
    """Return the players of a started match by seat."""
    by_seat = sorted(players, key=lambda player: player.seat or 0)
    return [_table_player(player, you, clock(player)) for player in by_seat]


def _table_player(player: Player, you: Viewer, clock: ClockFace | None) -> TablePlayer:
    assert player.seat is not None
    user, character = player.user, player.named_character
    # In a finished match no bot plays for a player who left it.
    bot = "" if player.left_at is not None and player.match.ended_at is not None else player.bot
    return TablePlayer(
        seat=player.seat,
        name=name_in_words(player.name),
        username=user.username if user is not None else "",
        shield=player.shield,
        bot=bot,
        left=player.left_at is not None,
        you=player.seat == you,
        place=player.place,
        score=player.score,
        left_by=player.left_by,
        character=str(character_words(player.match.game, character).name) if character else "",
        card=reverse("player_card", args=[player.match_id, player.seat])
        if bot and player.pk
        else "",
        clock=clock,
    )
