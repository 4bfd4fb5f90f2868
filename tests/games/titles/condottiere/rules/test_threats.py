"""Declared threats can come true, and no match is won with a city that was not declared."""

from __future__ import annotations

from random import Random

import pytest

from games.engine.bots import questions
from games.engine.chance import Chance
from games.engine.contract import Options
from games.titles.condottiere.rules.moves import Play
from games.titles.condottiere.rules.position import CONDOTTIERE, Condottiere
from games.titles.condottiere.rules.threats import threats
from games.titles.registry import title_of
from tests.helpers.effort import examples

TRIES = 4_000
BEST, HELPFUL = ("m10", "drum", "heroine"), ("scarecrow", "scarecrow", "winter")
BOT = title_of("condottiere").bots[0]
TABLES: list[tuple[int, Options]] = [
    (seats, CONDOTTIERE.read_options({"taking_cities": taking}, seats))
    for seats in (2, 3, 4)
    for taking in (False, True)
]


def may_win(position: Condottiere, seat: int, city: str, rng: Random) -> bool:
    """Return whether the seat wins with the city in a play of legal moves, whatever is in hands."""
    for _ in range(TRIES):
        one = position.clone()
        # The others help: they can only take their mercenaries back, or lay a winter.
        one.hands = [
            [rng.choice(BEST if other == seat else HELPFUL) for _card in hand]
            for other, hand in enumerate(one.hands)
        ]
        if one.phase == "choose":
            one.holder = one.turn = next(
                other for other in range(one.seats) if one.cities.get(city) != other
            )
            move = next(move for move in one.moves(one.holder) if getattr(move, "city", "") == city)
            one.play(one.holder, move, Chance(rng.randbytes(32), 1))
        while one.outcome() is None and one.city == city:
            mover = one.to_move()[0]
            moves = [
                move
                for move in one.moves(mover)
                if not isinstance(move, Play) or move.card != "scarecrow" or move.take
            ]
            one.play(mover, rng.choice(moves), Chance(rng.randbytes(32), 1))
        outcome = one.outcome()
        if outcome is not None and outcome.places[seat] == 1:
            return True
    return False


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_each_declared_threat_can_come_true(seats: int, options: Options) -> None:
    rng, found = Random(seats), 0
    while found < examples(20):
        for position, asked, play in questions(Condottiere, seats, options, rng):
            declared = threats(position.view(None), options)
            if declared and position.phase != "discard" and rng.random() < 0.1:
                seat = rng.choice(list(declared))
                city = rng.choice(declared[seat])
                assert may_win(position, seat, city, rng), (seat, city, position.view(None))
                found += 1
            play(BOT.choose(asked, rng))


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_each_winning_city_was_declared_from_the_choice_on(seats: int, options: Options) -> None:
    rng = Random(seats)
    for _ in range(examples(20)):
        declared: list[dict[int, tuple[str, ...]]] = []
        city = None
        for position, asked, play in questions(Condottiere, seats, options, rng):
            if position.city is not None:
                declared = declared if position.city == city else []
                declared.append(threats(position.view(None), options))
            city = position.city
            play(rng.choice(asked.moves))
        outcome = position.outcome()
        assert outcome is not None
        if outcome.reason in ("group", "most-cities"):
            winner = outcome.places.index(1)
            assert all(city in one.get(winner, ()) for one in declared), (winner, city, declared)
