"""What is not allowed is refused, in the words of the contract, and changes nothing."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from games.engine.contract import Json, Move, Position
from games.engine.refusals import BadMove, BadOptions, BadRecord, IllegalMove, NotYourTurn, Over
from games.engine.replay import read_move
from games.engine.testing.tables import (
    Table,
    Turn,
    random_game,
    sampled,
    seed_bytes,
    through_json,
)

TRIED = 12
"""So many moves of other turns are tried at a turn."""
NO_VALUES: tuple[Any, ...] = (None, True, -1, 10**9, 0.5, "nothing of the kind", [], {})
"""What a field may be given in place of what belongs there."""
NO_OPTIONS: tuple[Any, ...] = ({"nothing of the kind": 1}, [], "", None)


class Refusing:
    """Moves, options and seats that are not possible."""

    def test_unlisted_moves_are_refused_and_change_nothing(self, table: Table) -> None:
        pool = moves_of_a_game(table, 7)
        for turn, rng in sampled(table, 8):
            position = turn.position
            before = position.dump()
            for move in rng.sample(pool, min(TRIED, len(pool))):
                for seat in range(-1, position.seats + 1):
                    check_refusal(position, seat, move, turn)
            assert position.dump() == before

    def test_nothing_is_played_after_the_end(self, table: Table) -> None:
        *_, last = random_game(table, seed_bytes(9))
        before = last.position.dump()
        for seat in range(table.seats):
            with pytest.raises(Over):
                last.position.play(seat, last.move, last.fresh_chance())
        assert last.position.dump() == before

    def test_what_is_no_move_is_refused(self, table: Table) -> None:
        """Every field in turn is left out, or holds what does not belong there."""
        rng = Random(15)
        pool = moves_of_a_game(table, 15)
        for move in rng.sample(pool, min(TRIED, len(pool))):
            for spoilt in spoilt_moves(move):
                check_reading(table, spoilt)

    def test_unknown_seats_and_options_are_refused(self, table: Table) -> None:
        game = table.rules.game
        for seats in (0, -1, min(game.seats) - 1, max(game.seats) + 1, True, "2", None):
            with pytest.raises(BadRecord):
                game.read_seats(seats)
        for options in NO_OPTIONS:
            with pytest.raises(BadOptions):
                game.read_options(options)


def moves_of_a_game(table: Table, number: int) -> list[Move]:
    """Every move that was possible at some time of a random game."""
    known = {
        move
        for turn in random_game(table, seed_bytes(number))
        for seat in turn.position.to_move()
        for move in turn.position.moves(seat)
    }
    return sorted(known, key=repr)


def check_refusal(position: Position, seat: int, move: Any, turn: Turn) -> None:
    if seat not in position.to_move():
        with pytest.raises(NotYourTurn):
            position.play(seat, move, turn.fresh_chance())
    elif move not in position.moves(seat):
        with pytest.raises(IllegalMove) as refused:
            position.play(seat, move, turn.fresh_chance())
        assert refused.value.reason


def spoilt_moves(move: Move) -> list[Json]:
    """A move as it is dumped, with one field spoilt."""
    dumped = move.dump()
    without = [{name: dumped[name] for name in dumped if name != left} for left in dumped]
    return without + [{**dumped, name: value} for name in dumped for value in NO_VALUES]


def check_reading(table: Table, data: Json) -> None:
    """It is read as a move that can be written and read again, or refused with BadMove."""
    position = table.deal(seed_bytes(15))
    with suppress(BadMove):
        move = read_move(position, data)
        assert read_move(position, through_json(move.dump())) == move
