"""Previews of rating changes for a running rated match, from ratings cached for a minute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from time import monotonic

from games.ladders.models import Rating
from games.ladders.services.newcomers import newcomers_at
from games.matches.cache import LruCache
from games.matches.models import Match, Player
from games.rating import Form, RatingPreview, rating_previews, size_of

CACHED_MATCHES = 1024
FRESH = 60.0
"""Seconds for which ratings are cached: a table is drawn with every move, while a rating changes
only when its owner ends another match."""
rating_previews_cache: LruCache[str, tuple[float, Mapping[int, RatingPreview]]] = LruCache(
    CACHED_MATCHES
)


def rating_previews_of(match: Match, players: Sequence[Player]) -> Mapping[int, RatingPreview]:
    """Return the ratings and their possible changes, by seat; empty if the match does not count.

    Only accounts have previews: levels of bots are rated only in matches among themselves.
    """
    if not match.rated or match.uncounted or any(p.user_id is None for p in players):
        return {}
    cached = rating_previews_cache.get(match.id)
    if cached is not None and monotonic() - cached[0] < FRESH:
        return cached[1]
    seated = sorted(players, key=lambda player: player.seat or 0)
    forms = _forms(match, seated)
    newcomers = newcomers_at([player.pk for player in players])
    found = rating_previews(
        [
            replace(forms.get(player.user_id, Form()), newcomer=player.pk in newcomers)
            for player in seated
        ]
    )
    by_seat = {player.seat or 0: preview for player, preview in zip(seated, found, strict=True)}
    rating_previews_cache.set(match.id, (monotonic(), by_seat))
    return by_seat


def _forms(match: Match, players: Sequence[Player]) -> Mapping[int | None, Form]:
    programs = any(player.program for player in players)
    ladder = Rating.objects.filter(
        ladder__game=match.game, ladder__size=size_of(match.seats), ladder__bots=programs
    )
    rows = ladder.filter(user__in=[player.user_id for player in players])
    return {
        user: Form(value, career, won)
        for user, value, career, won in rows.values_list(
            "user", "value", "career", "from_newcomers"
        )
    }
