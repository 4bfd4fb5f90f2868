"""Whether one bot beats others: games are played until that is decided, and no more."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.arena import Setup
from games.engine.bots import Bot
from games.engine.contract import Position


def wins_enough(rules: type[Position], bots: Sequence[Bot], games: int, wins: float) -> bool:
    """Return whether the first bot has that many wins in the first games of the arena.

    Later games take no win away, so that the last ones need not be played.
    """
    setup, won = Setup(rules, rules.game.read_options({}), tuple(bots), seed=7), 0.0
    for number in range(games):
        won += setup.play(number).wins()[0]
        if won >= wins:
            return True
    return False
