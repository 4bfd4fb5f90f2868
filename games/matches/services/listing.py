"""What finished matches are listed and searched by, written when they end."""

from __future__ import annotations

from collections.abc import Iterable

from games.matches.models import Match, Player
from games.rating import size_of

PLAYER_FIELDS = ("ended_at", "game", "size", "public")
"""What `enter_lists` sets of a player."""


def enter_lists(match: Match, players: list[Player]) -> None:
    """Let a match that has ended be found: by everybody if it is public, and by its players."""
    match.listed_at = match.ended_at if match.public else None
    match.words = words_of(players)
    for player in players:
        player.ended_at = match.ended_at
        player.game, player.size, player.public = match.game, size_of(match.seats), match.public


def words_of(players: Iterable[Player]) -> str:
    """The names at a table as they are searched for."""
    return "\n".join(sorted({player.name.casefold() for player in players}))
