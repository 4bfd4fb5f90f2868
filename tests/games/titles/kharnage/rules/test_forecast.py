"""What is forecast is what the rules then do, and nothing unseen is asked for it."""

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

NOBODY = Chance(b"", 0)


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
            position.play(other, position.moves(other)[0], NOBODY)
    if position.phase != "destroy":
        return best
    for move in position.moves(seat):
        if isinstance(move, Stop):
            continue
        following = position.clone()
        happenings = following.play(seat, move, NOBODY)
        wiped = any(h.kind == "kharnage" and h.facts["target"] == target for h in happenings)
        more, later = most_fallen(following, seat, target)
        mine = isinstance(move, Destroy) and move.target == target
        best = max(best, (mine + more, wiped or later))
    return best


@pytest.mark.parametrize("phase", ["target", "magic"])
def test_an_attack_destroys_at_most_what_is_forecast(phase: str) -> None:
    for position, seat in asked(phase, examples(25)):
        outlook = forecast(position, seat)
        for move in position.moves(seat):
            if not isinstance(move, Target) or len(move.seats) != 1:
                continue
            (target,) = move.seats
            aimed = position.clone()
            aimed.play(seat, move, NOBODY)
            fall = outlook.attack(move)[target]
            assert (fall.count, fall.kharnage) == most_fallen(aimed, seat, target)


def test_of_two_armies_each_is_forecast_with_half_the_strength() -> None:
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
        alone = Forecast(half, seat)
        for move in pairs:
            falls = outlook.attack(move)
            for target in move.seats:
                assert falls[target] == alone.attack(Target((target,), move.as_))[target]
        seen += 1
        if seen == wanted:
            return
    raise AssertionError(f"{seen} of {wanted} attacks on two armies")


def test_what_is_left_after_a_card_is_what_the_rules_leave() -> None:
    for position, seat in asked("destroy", examples(40)):
        outlook = forecast(position, seat)
        for move in position.moves(seat):
            if isinstance(move, Destroy):
                happenings = position.clone().play(seat, move, NOBODY)
                assert outlook.left(move) == happenings[0].facts["left"]


def test_a_throw_is_forecast_at_everybody_it_reaches() -> None:
    for position, seat in asked("throw", examples(15)):
        falls = forecast(position, seat).throw()
        assert tuple(falls) == attacks.ranged_targets(position, seat)
        thrown = position.clone()
        thrown.play(seat, Throw(True), NOBODY)
        for target, fall in falls.items():
            aimed = thrown.clone()
            aimed.play(seat, Target((target,)), NOBODY)
            assert (fall.count, fall.kharnage) == most_fallen(aimed, seat, target)


def test_a_web_is_forecast_as_the_strength_that_is_left() -> None:
    for position, seat in asked("web", examples(15)):
        outlook = forecast(position, seat)
        for move in position.moves(seat):
            if not isinstance(move, Web) or move.target is None:
                continue
            webbed = position.clone()
            webbed.play(seat, move, NOBODY)
            for table, found in (
                (webbed, outlook.webbed(move)),
                (position, outlook.strengths(move.target)),
            ):
                assert found.melee == attacks.strength(table, move.target, "melee")
                assert found.ranged == attacks.strength(table, move.target, "ranged")


def test_who_asks_for_the_impossible_is_told_why() -> None:
    position, seat = next(asked("destroy", 1))
    outlook = forecast(position, seat)
    legal = next(m for m in position.moves(seat) if isinstance(m, Destroy))
    assert outlook.why_not(legal) is None
    refusal = outlook.why_not(Destroy(legal.target, "no-such-card"))
    assert refusal is not None
    assert refusal.reason == "There is no such card in that army."


def test_what_nobody_sees_changes_no_forecast() -> None:
    def outlook(position: Kharnage, seat: int) -> list[Any]:
        made = forecast(position, seat)
        moves = [m for m in position.moves(seat) if isinstance(m, Target) and m.seats]
        return [made.attack(move) for move in moves]

    for position, seat in asked("target", examples(10)):
        imagined = position.imagine(seat, Random(1))
        assert outlook(imagined, seat) == outlook(position, seat)
