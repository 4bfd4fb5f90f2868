"""How long a bot takes: by what everybody sees of its decision, within bounds, none by itself."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import cast

import pytest

from games.engine.chance import Chance
from games.engine.contract import Position
from games.matches.models import Match
from games.titles.registry import newest, slugs
from games.workers import pace
from tests.helpers.matches import mover, person, started

SEEDS = range(20)


def game_at_random(slug: str, seed: int, steps: int = 60) -> list[Position]:
    """The positions of a game for two that is played at random, as far as that goes."""
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
def test_a_forced_move_is_quick_and_a_great_decision_slower(slug: str) -> None:
    weights: dict[int, list[float]] = {}
    for position in game_at_random(slug, 1):
        seat = position.to_move()[0]
        known = len(position.imagine(None, Random(3)).moves(seat))
        weights.setdefault(known, []).append(pace.weight(position, seat, Random(3)))
    means = [sum(found) / len(found) for known, found in sorted(weights.items()) if known]
    assert means == sorted(means)
    assert means[-1] > means[0]
    assert all(pace.FORCED <= mean <= pace.MOST for mean in means)


def test_what_a_bot_holds_does_not_show_in_its_pace() -> None:
    """Its own moves are not looked at, only those in a position that the public imagines."""
    (imagined, *_) = game_at_random(slugs()[0], 2)

    class Unseen:
        def imagine(self, seat: int | None, rng: Random) -> Position:
            assert seat is None, "as the public, and nobody else"
            return imagined

    seat = imagined.to_move()[0]
    weight = pace.weight(cast(Position, Unseen()), seat, Random(1))
    assert pace.FORCED < weight <= pace.MOST
    nobody_knows = 1.0
    assert pace.weight(cast(Position, Unseen()), 1 - seat, Random(1)) == nobody_knows


@pytest.fixture
def match(db: None) -> Match:
    return started(person("Anna"), bots=("easy", "normal"))


def test_it_varies_within_bounds_and_is_the_same_when_asked_again(match: Match) -> None:
    seat = mover(match)
    first = [pace.pace_of(match.id, seat, number) for number in SEEDS]
    pace._share.cache_clear()
    assert first == [pace.pace_of(match.id, seat, number) for number in SEEDS]
    assert len(set(first)) > len(SEEDS) / 2
    least, most = pace.FORCED * (1 - pace.VARIATION), pace.MOST * (1 + pace.VARIATION)
    assert all(pace.PACE * least <= takes <= pace.PACE * most for takes in first)
    assert pace.PACE * most < timedelta(seconds=1), "and nobody waits for a second"


def test_it_can_be_switched_off(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "PACE", timedelta())
    assert pace.pace_of(match.id, mover(match), 1) == timedelta()
