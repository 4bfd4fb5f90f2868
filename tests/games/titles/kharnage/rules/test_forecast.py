"""Forecasts agree with the rules and use no hidden cards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.engine.chance import Chance
from games.titles.kharnage.rules import attacks
from games.titles.kharnage.rules.forecast import Forecast
from games.titles.kharnage.rules.moves import Destroy, Stop, Target, Throw, Web
from games.titles.kharnage.rules.position import Kharnage
from tests.games.titles.kharnage.rules.tables import random_moves
from tests.helpers.effort import examples

NO_CHANCE = Chance(b"", 0)


def asked(phase: str, most: int) -> Iterator[tuple[Kharnage, int]]:
    """Positions of this phase out of random games, and the seat that is asked."""
    found = 0
    for number in range(60):
        for position, seat, _move, _chance in random_moves(number, 2 + number % 3, cheer="manual"):
            if position.phase == phase:
                yield position, seat
                found += 1
                if found == most:
                    return


def forecast(position: Kharnage, seat: int) -> Forecast:
    view = json.loads(json.dumps(position.view(seat)))
    return Forecast.of_view(view, seat, position.options)


def most_fallen(position: Kharnage, seat: int, target: int) -> tuple[int, bool]:
    """By trying everything: the most cards of this army that can fall in the attack made."""
    best = (0, False)
    if position.phase == "cheer":
        position = position.clone()
        for other in position.to_move():
            position.play(other, position.moves(other)[0], NO_CHANCE)
    if position.phase != "destroy":
        return best
    for move in position.moves(seat):
        if isinstance(move, Stop):
            continue
        following = position.clone()
        effects = following.play(seat, move, NO_CHANCE)
        wiped = any(one.kind == "kharnage" and one.facts["target"] == target for one in effects)
        more, later = most_fallen(following, seat, target)
        mine = isinstance(move, Destroy) and move.target == target
        best = max(best, (mine + more, wiped or later))
    return best


@pytest.mark.parametrize("phase", ["target", "magic"])
def test_forecast_of_attack_is_most_that_can_be_destroyed(phase: str) -> None:
    for position, seat in asked(phase, examples(25)):
        outlook = forecast(position, seat)
        for move in position.moves(seat):
            if not isinstance(move, Target) or len(move.seats) != 1:
                continue
            (target,) = move.seats
            aimed = position.clone()
            aimed.play(seat, move, NO_CHANCE)
            fall = outlook.attack(move)[target]
            assert (fall.count, fall.kharnage) == most_fallen(aimed, seat, target)


def test_forecast_halves_strength_of_split_attack() -> None:
    wanted, seen = examples(20), 0
    for position, seat in asked("target", 2_000):
        pairs = [
            move
            for move in position.moves(seat)
            if isinstance(move, Target) and len(move.seats) == 2
        ]
        if not pairs:
            continue
        assert position.attack is not None
        outlook = forecast(position, seat)
        half = position.clone()
        assert half.attack is not None
        half.attack.strength = (position.attack.strength + 1) // 2
        single = Forecast(half, seat)
        for move in pairs:
            falls = outlook.attack(move)
            for target in move.seats:
                assert falls[target] == single.attack(Target((target,), move.as_))[target]
        seen += 1
        if seen == wanted:
            return
    raise AssertionError(f"{seen} of {wanted} attacks on two armies")


def test_forecast_strength_left_equals_rules() -> None:
    for position, seat in asked("destroy", examples(40)):
        outlook = forecast(position, seat)
        for move in position.moves(seat):
            if isinstance(move, Destroy):
                effects = position.clone().play(seat, move, NO_CHANCE)
                assert outlook.left(move) == effects[0].facts["left"]


def test_forecast_covers_every_target_of_throw() -> None:
    for position, seat in asked("throw", examples(15)):
        falls = forecast(position, seat).throw()
        assert tuple(falls) == attacks.ranged_targets(position, seat)
        thrown = position.clone()
        thrown.play(seat, Throw(True), NO_CHANCE)
        for target, fall in falls.items():
            aimed = thrown.clone()
            aimed.play(seat, Target((target,)), NO_CHANCE)
            assert (fall.count, fall.kharnage) == most_fallen(aimed, seat, target)


def test_forecast_of_web_shows_remaining_strength() -> None:
    for position, seat in asked("web", examples(15)):
        outlook = forecast(position, seat)
        for move in position.moves(seat):
            if not isinstance(move, Web) or move.target is None:
                continue
            webbed = position.clone()
            webbed.play(seat, move, NO_CHANCE)
            for table, found in (
                (webbed, outlook.webbed(move)),
                (position, outlook.strengths(move.target)),
            ):
                assert found.melee == attacks.strength(table, move.target, "melee")
                assert found.ranged == attacks.strength(table, move.target, "ranged")


def test_forecast_explains_impossible_move() -> None:
    position, seat = next(asked("destroy", 1))
    outlook = forecast(position, seat)
    legal = next(m for m in position.moves(seat) if isinstance(m, Destroy))
    assert outlook.why_not(legal) is None
    refusal = outlook.why_not(Destroy(legal.target, "no-such-card"))
    assert refusal is not None
    assert refusal.reason == "There’s no such card in that army."


def test_forecast_does_not_depend_on_hidden_cards() -> None:
    def outlook(position: Kharnage, seat: int) -> list[Any]:
        made = forecast(position, seat)
        moves = [m for m in position.moves(seat) if isinstance(m, Target) and m.seats]
        return [made.attack(move) for move in moves]

    for position, seat in asked("target", examples(10)):
        resampled = position.resample(seat, Random(1))
        assert outlook(resampled, seat) == outlook(position, seat)
