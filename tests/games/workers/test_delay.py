"""How long a bot waits: based on public information, within bounds."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import cast

import pytest

from games.engine.chance import Chance
from games.engine.contract import Position
from games.matches.models import Match
from games.titles.registry import newest, slugs
from games.workers import delay
from tests.helpers.matches import mover, person, started

SEEDS = range(20)


def game_at_random(slug: str, seed: int, steps: int = 60) -> list[Position]:
    """Return positions of a random game for two."""
    rng = Random(seed)
    luck = rng.randbytes(32)
    position = newest(slug).deal(2, newest(slug).game.read_options({}), Chance(luck, 0))
    found = []
    for step in range(1, steps):
        if not position.to_move():
            break
        found.append(position.clone())
        seat = position.to_move()[0]
        position.play(seat, rng.choice(position.moves(seat)), Chance(luck, step))
    return found


@pytest.mark.parametrize("slug", slugs())
def test_delay_grows_with_number_of_choices(slug: str) -> None:
    weights: dict[int, list[float]] = {}
    for position in game_at_random(slug, 1):
        seat = position.to_move()[0]
        known = len(position.resample(None, Random(3)).moves(seat))
        weights.setdefault(known, []).append(delay.weight(position, seat, Random(3)))
    means = [sum(found) / len(found) for known, found in sorted(weights.items()) if known]
    assert means == sorted(means)
    assert means[-1] > means[0]
    assert all(delay.FORCED <= mean <= delay.MOST for mean in means)


def test_pace_does_not_depend_on_hand() -> None:
    """Its own moves are not looked at, only those in a position that the public resamples."""
    (resampled, *_) = game_at_random(slugs()[0], 2)

    class Unseen:
        def resample(self, seat: int | None, rng: Random) -> Position:
            assert seat is None, "resampled for the public only"
            return resampled

    seat = resampled.to_move()[0]
    weight = delay.weight(cast(Position, Unseen()), seat, Random(1))
    assert delay.FORCED < weight <= delay.MOST
    nobody_knows = 1.0
    assert delay.weight(cast(Position, Unseen()), 1 - seat, Random(1)) == nobody_knows


@pytest.fixture
def match(db: None) -> Match:
    return started(person("Anna"), bots=("easy", "normal"))


def test_delay_varies_within_bounds_and_is_repeatable(match: Match) -> None:
    seat = mover(match)
    first = [delay.delay_of(match.id, seat, number) for number in SEEDS]
    delay._share.cache_clear()
    assert first == [delay.delay_of(match.id, seat, number) for number in SEEDS]
    assert len(set(first)) > len(SEEDS) / 2
    least, most = delay.FORCED * (1 - delay.VARIATION), delay.MOST * (1 + delay.VARIATION)
    assert all(delay.DELAY * least <= takes <= delay.DELAY * most for takes in first)
    assert delay.DELAY * most < timedelta(seconds=1), "delays in tests stay under a second"


def test_delay_can_be_switched_off(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delay, "DELAY", timedelta())
    assert delay.delay_of(match.id, mover(match), 1) == timedelta()
