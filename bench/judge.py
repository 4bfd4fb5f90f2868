"""Whether the judge of reviews, puzzles and hints is right, against playing on by the hard bots.

`manage.py bench --only judge` takes hours with 40 positions of each game and 400 playouts of each;
by default it takes fewer. With `--saved FILE` it keeps each position, and continues there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from math import hypot, sqrt
from pathlib import Path
from random import Random
from statistics import mean
from typing import NamedTuple

from bench.engine import Figure
from games.engine.arena import Setup
from games.engine.bots import Question
from games.engine.judge import SURE, Judge
from games.engine.review import decisions
from games.titles.contract import Title
from games.titles.registry import bot_for, judge_of, titles

POSITIONS, PLAYOUTS = 8, 40
LEVEL = "hard"
SEED = 35
SPREAD = 17
"""Positions are taken at odd multiples of this part of the decisions of their games."""
DIFFERENCE, LOW, HIGH, BEYOND = 0.04, 0.9, 1.1, 5
"""The budgets: of the mean difference, of the slope, and of the percentage beyond two errors."""


class Judged(NamedTuple):
    """A position: the chance of the seat to move by the judge, and by playouts of hard bots."""

    game: str
    number: int
    playouts: int
    judged: float
    judged_error: float
    played: float
    played_error: float

    @property
    def difference(self) -> float:
        return self.judged - self.played

    @property
    def error(self) -> float:
        return hypot(self.judged_error, self.played_error)


def judge(
    games: Sequence[str] = (),
    positions: int = POSITIONS,
    playouts: int = PLAYOUTS,
    saved: Path | None = None,
) -> Iterator[list[Figure]]:
    """Measure the judge of each game; yield the figures of a position, then those of a game."""
    known = {(one.game, one.number, one.playouts): one for one in _read(saved)}
    for title in titles():
        if games and title.slug not in games:
            continue
        found = []
        for number in range(positions):
            one = known.get((title.slug, number, playouts))
            if one is None:
                one = _judged(title, number, playouts)
                if saved is not None:
                    with saved.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(one) + "\n")
            found.append(one)
            name = f"{title.game.name}, position {number}: judge less {LEVEL}"
            yield [Figure(name, round(one.difference, 2), f"± {one.error:.2f}")]
        yield figures(title.game.name, found)


def figures(name: str, found: Sequence[Judged]) -> list[Figure]:
    """Return how well the judge agrees with the playouts of one game."""
    beyond = sum(abs(one.difference) > SURE * one.error for one in found)
    about = f"{name}, {len(found)} positions, {found[0].playouts} playouts"
    slope = slope_of(found)
    return [
        Figure(f"{about}: mean difference", round(mean_of(found), 3), "", DIFFERENCE),
        Figure(f"{name}: of which the judge errs", round(own_error(found), 3), ""),
        Figure(f"{name}: slope, at least", round(slope, 2), "", LOW, more_is_better=True),
        Figure(f"{name}: slope, at most", round(slope, 2), "", HIGH),
        Figure(f"{name}: beyond two errors", round(100 * beyond / len(found)), "%", BEYOND),
    ]


def mean_of(found: Sequence[Judged]) -> float:
    """Return the mean absolute difference, part of which is the luck of the playouts."""
    return mean(abs(one.difference) for one in found)


def own_error(found: Sequence[Judged]) -> float:
    """Return the root mean square of the differences, less what luck alone would make of it."""
    return sqrt(max(0.0, mean(one.difference**2 - one.error**2 for one in found)))


def slope_of(found: Sequence[Judged]) -> float:
    """Return by how much the playouts' chance rises with the judge's: 1 if it is calibrated.

    The judge's own luck is taken out, as it would make the line too flat.
    """
    middle, level = mean(one.judged for one in found), mean(one.played for one in found)
    both = mean((one.judged - middle) * (one.played - level) for one in found)
    spread = mean((one.judged - middle) ** 2 - one.judged_error**2 for one in found)
    return both / spread if spread > 0 else 0.0


def _judged(title: Title, number: int, playouts: int) -> Judged:
    asked = _asked(title, number)
    usual, hard = judge_of(title.slug), bot_for(title.slug, LEVEL)
    rng = Random(f"{SEED} {title.slug} {number}")
    judged = usual.chances([asked], rng)[asked.seat]
    played = Judge(hard, fewest=playouts, most=playouts).chances([asked], rng)[asked.seat]
    return Judged(title.slug, number, playouts, *judged, *played)


def _asked(title: Title, number: int) -> Question:
    """Return a decision of a game between bots, for the fewest seats."""
    rules, seats = title.newest, title.game.seats[0]
    options = rules.game.read_options({}, seats)
    setup = Setup(rules, options, (judge_of(title.slug).bot,) * seats, SEED)
    game = setup.play(number)
    start = game.record(setup).start()
    open_ones = [
        one.number
        for one in decisions(start, game.seed, game.made())
        if len(one.question.moves) > 1
    ]
    # Spread over the game: the first positions are all alike, the last ones are decided.
    wanted = open_ones[(2 * number + 1) * len(open_ones) // SPREAD % len(open_ones)]
    (decision,) = decisions(start, game.seed, game.made(), {wanted})
    return decision.question


def _read(saved: Path | None) -> list[Judged]:
    if saved is None or not saved.exists():
        return []
    lines = saved.read_text(encoding="utf-8").splitlines()
    return [Judged(*json.loads(line)) for line in lines]
