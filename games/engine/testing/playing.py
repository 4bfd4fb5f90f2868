"""A game comes to an end, is sound all the way, and its copies go their own ways."""

from __future__ import annotations

from random import Random
from typing import Any

from games.engine.contract import Position
from games.engine.referee import random_game as play_through
from games.engine.testing.effort import examples
from games.engine.testing.tables import (
    Table,
    Turn,
    everyone,
    random_game,
    sampled,
    seed_bytes,
    through_json,
)

SEEDS = range(examples(30))
CHECKED_SEEDS = range(examples(2))
MOVES_ON = 30
"""So many moves are made in one copy while the other must stay as it is."""


class Playing:
    """Random play to the end."""

    def test_random_games_come_to_a_sound_end(self, table: Table) -> None:
        for number in SEEDS:
            end, _ = play_through(table.rules, table.seats, dict(table.options), Random(number))
            check_end(end)

    def test_positions_stay_sound_after_each_move(self, table: Table) -> None:
        for number in CHECKED_SEEDS:
            for turn in random_game(table, seed_bytes(number)):
                turn.position.check()
                check_decisions(turn.position)

    def test_clones_share_nothing_that_changes(self, table: Table) -> None:
        for turn, rng in sampled(table, 6):
            before = snapshot(turn.position)
            source = turn.position.clone()
            copy = source.clone()
            play_on(source, MOVES_ON, turn, rng)
            assert snapshot(turn.position) == before
            assert snapshot(copy) == before


def check_end(end: Position) -> None:
    """It is over for everybody; every seat has a score and a place, ties sharing the better."""
    end.check()
    outcome = end.outcome()
    assert outcome is not None
    assert end.to_move() == ()
    assert not any(end.moves(seat) for seat in range(end.seats))
    assert len(outcome.scores) == len(outcome.places) == end.seats
    for place in outcome.places:
        assert place == 1 + sum(better < place for better in outcome.places)


def check_decisions(position: Position) -> None:
    """`to_move` and `moves` tell the same, and neither tells anything twice."""
    assert position.outcome() is None
    asked = position.to_move()
    assert list(asked) == sorted(set(asked))
    for seat in range(position.seats):
        moves = position.moves(seat)
        assert bool(moves) == (seat in asked)
        assert len(moves) == len(set(moves))


def play_on(position: Position, most: int, turn: Turn, rng: Random) -> None:
    """Up to so many random moves more."""
    for _ in range(most):
        asked = position.to_move()
        if not asked:
            return
        seat = rng.choice(asked)
        position.play(seat, rng.choice(position.moves(seat)), turn.fresh_chance())


def snapshot(position: Position) -> list[Any]:
    """Everything a position tells, in a form that later changes cannot reach."""
    views = [through_json(position.view(seat)) for seat in everyone(position)]
    return [through_json(position.dump()), position.to_move(), position.outcome(), *views]
