"""What is at stake at a rated match that goes on: the ratings of its players, read now and then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import monotonic

from games.ladders.models import Rating
from games.matches.cache import LruCache
from games.matches.models import Match, Player
from games.rating import Form, Stake, size_of, stakes

CACHED_MATCHES = 1024
FRESH = 60.0
"""Seconds for which ratings once read are shown: a table is drawn with every move, while a rating
changes only where somebody ends another match."""
stakes_cache: LruCache[str, tuple[float, Mapping[int, Stake]]] = LruCache(CACHED_MATCHES)


def stakes_of(match: Match, players: Sequence[Player]) -> Mapping[int, Stake]:
    """The ratings, and what may come of them, by seat; empty where the match counts for nobody.

    Only among accounts: the levels of bots are rated by what they play alone.
    """
    if not match.rated or match.uncounted or any(p.user_id is None for p in players):
        return {}
    cached = stakes_cache.get(match.id)
    if cached is not None and monotonic() - cached[0] < FRESH:
        return cached[1]
    seated = sorted(players, key=lambda player: player.seat or 0)
    forms = _forms(match, seated)
    found = stakes([forms.get(player.user_id, Form()) for player in seated])
    by_seat = {player.seat or 0: stake for player, stake in zip(seated, found, strict=True)}
    stakes_cache.set(match.id, (monotonic(), by_seat))
    return by_seat


def _forms(match: Match, players: Sequence[Player]) -> Mapping[int | None, Form]:
    programs = any(player.program for player in players)
    ladder = Rating.objects.filter(
        ladder__game=match.game, ladder__size=size_of(match.seats), ladder__bots=programs
    )
    rows = ladder.filter(user__in=[player.user_id for player in players])
    return {
        user: Form(value, career)
        for user, value, career in rows.values_list("user", "value", "career")
    }
