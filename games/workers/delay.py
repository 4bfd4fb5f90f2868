"""How long a bot takes at a table with people: like a person, longer for harder decisions.

A bot's hand must not show in its delay. So it depends only on public knowledge: on the
number of moves in a position that the public cannot tell from the true one.
"""

from __future__ import annotations

from datetime import timedelta
from functools import lru_cache
from math import log2
from random import Random

from django.conf import settings

from games.engine.contract import Position
from games.matches.models import Match
from games.matches.services.event_store import match_state

DELAY = timedelta(milliseconds=settings.BOT_DELAY_MS)
FORCED, TWO, DOUBLING, MOST = 0.4, 0.8, 0.25, 2.0
"""Shares of the delay: for a seemingly forced move, for two moves, added whenever the number of
moves doubles, and the maximum."""
VARIATION = 0.2
CACHED_QUESTIONS = 4096


def delay_of(match_id: str, seat: int, question: int) -> timedelta:
    """Return how long this bot takes for this question; the result is always the same."""
    return DELAY * _share(match_id, seat, question) if DELAY else DELAY


@lru_cache(CACHED_QUESTIONS)
def _share(match_id: str, seat: int, question: int) -> float:
    rng = Random(f"{match_id} {seat} {question}")
    position = match_state(Match.objects.get(id=match_id)).position
    return weight(position, seat, rng) * rng.uniform(1 - VARIATION, 1 + VARIATION)


def weight(position: Position, seat: int, rng: Random) -> float:
    """Return the share of the delay that a decision takes; 1 if the public may not know of it."""
    choices = len(position.resample(None, rng).moves(seat))
    if choices < 2:
        return FORCED if choices else 1.0
    return min(TWO + DOUBLING * (log2(choices) - 1), MOST)
