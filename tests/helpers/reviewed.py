"""Decisions to review, and reviewers that try little or find what a test says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import pytest

from games.engine.chance import Chance
from games.engine.contract import Move
from games.engine.judge import Judge, Race
from games.engine.review import Decision, Made, Reviewer, decisions
from games.titles.registry import bot_for, newest

SEED = bytes(32)
POSITION = {
    "phase": "battle",
    "city": "roma",
    "turn": 0,
    "cities": {"firenze": 0, "siena": 0, "spoleto": 0, "bologna": 1, "modena": 1, "ferrara": 1},
    "hands": [["m10", "m10"], ["m1"]],
    "armies": [["m1"], ["m3"]],
    "passed": [False, True],
}


def blunder() -> tuple[Decision, Move]:
    """Return the decision to give up a battle, and the move that would have won the game."""
    rules = newest("condottiere")
    start = rules.load(POSITION, 2, rules.game.read_options({}), Chance(SEED, 0))
    (decision,) = decisions(start, SEED, [Made(1, 0, {"type": "pass"})], {1})
    return decision, rules.read_move({"type": "play", "card": "m10"}, 2)


def hasty(slug: str) -> Reviewer:
    """Return a reviewer that tries little, at random; its findings are of the same kind."""
    easy = bot_for(slug, "easy")
    return Reviewer(Judge(easy, fewest=2, most=2), (easy,))


def script(monkeypatch: pytest.MonkeyPatch, won: Mapping[Move, Callable[[int], bool]]) -> None:
    """Let races find for each move in which worlds it wins for the first of two seats."""

    def run_one(race: Race, move: Move, worlds: int, rng: Random) -> None:
        shares = race.shares[move]
        for world in range(len(shares), worlds):
            share = float(won[move](world))
            shares.append([share, 1 - share])

    monkeypatch.setattr(Race, "_run_one", run_one)
