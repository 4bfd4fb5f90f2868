"""How long a bot takes at a table with people: as they do, longer over what is weighty.

What a bot holds must not show in its pace. So a decision weighs as much as it seems to everybody:
by the moves there would be in a position that the public cannot tell from the true one.
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

PACE = timedelta(milliseconds=settings.BOT_PACE_MS)
FORCED, TWO, DOUBLING, MOST = 0.4, 0.8, 0.25, 2.0
"""Of the pace: for what seems to be the only move, for a choice of two, more whenever there are
twice as many, and at most."""
VARIATION = 0.2
CACHED_QUESTIONS = 4096


def pace_of(match_id: str, seat: int, question: int) -> timedelta:
    """How long this bot takes for this question, always the same."""
    return PACE * _share(match_id, seat, question) if PACE else PACE


@lru_cache(CACHED_QUESTIONS)
def _share(match_id: str, seat: int, question: int) -> float:
    rng = Random(f"{match_id} {seat} {question}")
    position = match_state(Match.objects.get(id=match_id)).position
    return weight(position, seat, rng) * rng.uniform(1 - VARIATION, 1 + VARIATION)


def weight(position: Position, seat: int, rng: Random) -> float:
    """How much longer than usual a decision takes; 1 where nobody knows whether it is asked."""
    choices = len(position.imagine(None, rng).moves(seat))
    if choices < 2:
        return FORCED if choices else 1.0
    return min(TWO + DOUBLING * (log2(choices) - 1), MOST)
