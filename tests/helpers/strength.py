"""Comparison of bots: games are played only until the result is clear."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.arena import Setup
from games.engine.bots import Bot
from games.engine.contract import Position


def wins_enough(rules: type[Position], bots: Sequence[Bot], games: int, wins: float) -> bool:
    """Return whether the first bot wins at least `wins` of the first `games` of the arena.

    It stops at the last win that is needed.
    """
    setup, won = Setup(rules, rules.game.read_options({}), tuple(bots), seed=7), 0.0
    for number in range(games):
        won += setup.play(number).wins()[0]
        if won >= wins:
            return True
    return False
