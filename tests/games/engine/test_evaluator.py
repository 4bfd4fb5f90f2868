"""Evaluators: when the judge stops at one, and the weights that fit a title's own games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random
from statistics import mean

import pytest
from django.core.management import CommandError, call_command

from games.engine.bots import Easy
from games.engine.chance import Chance
from games.engine.contract import Effect
from games.engine.evaluator import Evaluator, shares_by, weights_of
from games.engine.judge import Judge
from games.engine.regression import Sample, fit, mean_error, samples
from games.titles.registry import judge_of, newest, titles
from tests.games.engine.tricks import Tricks

EVALUATED = [title.slug for title in titles() if title.evaluator is not None]
LEAD = 2.0


def stage(table: Tricks, effects: Sequence[Effect]) -> str | None:
    """Return the only stage after a trick, as long as the game goes on."""
    shown = any(effect.kind == "shown" for effect in effects)
    return "trick" if shown and table.to_move() else None


def points(table: Tricks, effects: Sequence[Effect]) -> Sequence[Sequence[float]]:
    return [[float(won)] for won in table.points]


@pytest.fixture
def evaluator(tmp_path: Path) -> Evaluator:
    file = tmp_path / "evaluator.json"
    file.write_text(json.dumps({"weights": {"trick": [LEAD]}}))
    return Evaluator(stage, points, file)


def dealt(seed: int = 1) -> Tricks:
    return Tricks.deal(2, Tricks.game.read_options({}, 2), Chance(Random(seed).randbytes(32), 0))


@pytest.mark.parametrize("number", [1, 2])
def test_judge_stops_at_evaluators_last_point(evaluator: Evaluator, number: int) -> None:
    world = dealt()
    judge = Judge(Easy(), replace(evaluator, points=number))
    shares = judge.play_out(world, Random(1))
    assert sum(world.points) == number
    assert shares == shares_by([LEAD], [[won] for won in world.points])


def test_judge_computes_features_only_where_it_stops(evaluator: Evaluator) -> None:
    computed = []

    def features(table: Tricks, effects: Sequence[Effect]) -> Sequence[Sequence[float]]:
        computed.append(sum(table.points))
        return points(table, effects)

    judge = Judge(Easy(), replace(evaluator, features=features, points=2))
    judge.play_out(dealt(), Random(1))
    assert computed == [2]


def test_world_without_weights_for_stage_is_played_to_its_end(evaluator: Evaluator) -> None:
    evaluator.file.write_text(json.dumps({"weights": {}}))
    weights_of.cache_clear()
    world = dealt()
    assert set(Judge(Easy(), evaluator).play_out(world, Random(1))) <= {0.0, 0.5, 1.0}
    assert world.outcome() is not None


def test_world_with_too_few_seats_is_played_to_its_end(evaluator: Evaluator) -> None:
    world = dealt()
    Judge(Easy(), replace(evaluator, least_seats=3)).play_out(world, Random(1))
    assert world.outcome() is not None


def test_shares_add_up_and_favour_higher_features() -> None:
    shares = shares_by([1.0, -1.0], [[2.0, 0.0], [0.0, 0.0], [0.0, 1.0]])
    assert sum(shares) == pytest.approx(1)
    assert shares == sorted(shares, reverse=True)
    assert shares_by([5.0], [[1e6], [-1e6]]) == [1.0, 0.0]


def test_fitted_weights_are_those_behind_results() -> None:
    rng, true = Random(1), (0.8, -0.4)
    found = []
    for _ in range(3000):
        by_seat = [[rng.gauss(0, 1), rng.gauss(0, 1)] for _seat in range(3)]
        won = rng.choices(range(3), shares_by(true, by_seat))[0]
        found.append(Sample(by_seat, [float(seat == won) for seat in range(3)]))
    weights = fit(found)
    assert weights == pytest.approx(true, abs=0.1)
    assert mean_error(found, weights) < mean_error(found, [0.0, 0.0])


def test_samples_carry_the_result_of_their_game(evaluator: Evaluator) -> None:
    found = list(samples(dealt(), Judge(Easy()), evaluator, Random(1)))
    assert [sum(own[0] for own in sample.by_seat) for _stage, sample in found] == [1, 2]
    assert all(sum(sample.shares) == pytest.approx(1) for _stage, sample in found)


@pytest.mark.parametrize("slug", EVALUATED)
def test_evaluator_of_game_agrees_with_results(slug: str) -> None:
    """It must tell more than that all chances are equal."""
    judge, rules = judge_of(slug), newest(slug)
    assert judge.evaluator is not None
    seats = max(rules.game.seats[0], judge.evaluator.least_seats)
    errors, even = [], []
    for number in range(10):
        rng = Random(f"{slug} {number}")
        options = rules.game.read_options({}, seats)
        start = rules.deal(seats, options, Chance(rng.randbytes(32), 0))
        for stage, (by_seat, shares) in samples(start, judge, judge.evaluator, rng):
            expected = shares_by(weights_of(judge.evaluator.file)[stage], by_seat)
            assert sum(expected) == pytest.approx(1)
            errors.append(sum((a - b) ** 2 for a, b in zip(expected, shares, strict=True)))
            even.append(sum((1 / seats - share) ** 2 for share in shares))
    assert mean(errors) < 0.95 * mean(even)


@pytest.mark.parametrize("slug", EVALUATED)
def test_every_size_has_weights_of_its_own(slug: str) -> None:
    """Play until the first points of a game at each size and with each choice of options."""
    judge, rules = judge_of(slug), newest(slug)
    assert judge.evaluator is not None
    known = weights_of(judge.evaluator.file)
    for seats in range(judge.evaluator.least_seats, rules.game.seats[-1] + 1):
        for choice in judge.evaluator.options:
            options = rules.game.read_options(choice, seats)
            world = rules.deal(seats, options, Chance(bytes(32), 0))
            made = judge.play_on(world, Random(1), bytes(32))
            point = next(one for one in made if judge.evaluator.is_point(world, one.effects))
            by_seat = judge.evaluator.features(world, point.effects)
            stage = judge.evaluator.stage(world, point.effects)
            assert stage is not None
            assert len(known[stage]) == len(by_seat[0])
            assert len(by_seat) == seats


def test_command_writes_weights(evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch) -> None:
    command = "games.titles.management.commands.fit_evaluator"
    monkeypatch.setattr(f"{command}.newest", lambda _slug: Tricks)
    monkeypatch.setattr(f"{command}.judge_of", lambda _slug: Judge(Easy(), evaluator))
    out = StringIO()
    call_command("fit_evaluator", EVALUATED[0], "--games", "30", stdout=out)
    written = json.loads(evaluator.file.read_text())
    assert written["games"] == 30
    (weight,) = written["weights"]["trick"]
    assert weight > 0
    assert "trick: " in out.getvalue()
    monkeypatch.setattr(f"{command}.judge_of", lambda _slug: Judge(Easy()))
    with pytest.raises(CommandError, match="no evaluator"):
        call_command("fit_evaluator", EVALUATED[0])
