"""Evaluation functions: chances to win in the middle of a game, from features of the position.

Playing an imagined game on to its end adds luck to the value of a move. A title that knows what
counts at certain points, such as the end of a round, lets the judge stop there. The weights come
from games of the bot that plays on (`manage.py fit_evaluator`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path
from typing import Any

from games.engine.contract import Effect, Options, Position


@dataclass(frozen=True, slots=True)
class Evaluator:
    """Estimates each seat's share of the victory at certain points of a game."""

    stage: Callable[[Any, Sequence[Effect]], str | None]
    """Returns the part of the game after a move with these effects, which has weights of its own;
    None where only playing on tells."""
    features: Callable[[Any, Sequence[Effect]], Sequence[Sequence[float]]]
    """Returns what counts there, for each seat the same; only the differences between seats
    matter."""
    file: Path
    """The weights by stage, written by `manage.py fit_evaluator`."""
    points: int = 1
    """The number of such points to play on to; with more of them the weights matter less."""
    options: tuple[Options, ...] = ({},)
    """The options of the games from which the weights are computed."""
    least_seats: int = 2
    """With fewer seats the features do not tell enough, and worlds are played to their end."""

    def is_point(self, position: Position, effects: Sequence[Effect]) -> bool:
        """Return whether the position can be evaluated."""
        stage = self.stage(position, effects)
        if stage is None or position.seats < self.least_seats:
            return False
        return stage in weights_of(self.file)

    def shares(self, position: Position, effects: Sequence[Effect]) -> list[float]:
        """Return each seat's expected share of the victory at a point."""
        stage = self.stage(position, effects)
        assert stage is not None
        return shares_by(weights_of(self.file)[stage], self.features(position, effects))


@cache
def weights_of(file: Path) -> Mapping[str, Sequence[float]]:
    """Read the weights of a title, by stage."""
    weights: dict[str, list[float]] = json.loads(file.read_text(encoding="utf-8"))["weights"]
    return weights


def shares_by(weights: Sequence[float], by_seat: Sequence[Sequence[float]]) -> list[float]:
    """Return the shares that follow from the features of all seats; they add up to 1."""
    worths = [sum([w * x for w, x in zip(weights, own, strict=True)]) for own in by_seat]
    best = max(worths)
    odds = [exp(worth - best) for worth in worths]
    total = sum(odds)
    return [one / total for one in odds]
