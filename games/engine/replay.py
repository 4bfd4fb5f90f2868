"""Replay a record to the position it leads to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.engine.contract import Effect, Json, Move, Position
from games.engine.record import Record
from games.engine.refusals import BadMove, Over, Refusal


@dataclass
class Replayed:
    """The result of a replay: position reached, number of moves applied, refusal if any."""

    position: Position
    applied: int = 0
    refusal: Refusal | None = None


def read_seat_and_move(position: Position, data: object) -> tuple[int, Move]:
    """Read the seat and the move from a record's move object.

    Raises:
        BadMove: The object is not a move, or its seat does not exist.
    """
    if not isinstance(data, dict):
        raise BadMove("A move must be an object.")
    seat = data.get("seat")
    if type(seat) is not int or not 0 <= seat < position.seats:
        raise BadMove("A move must name its seat, from 0 to {last}.", last=position.seats - 1)
    return seat, read_move(position, data)


def read_move(position: Position, data: Json) -> Move:
    """Read a move of the position's game from its object.

    Raises:
        BadMove: The object is not a move of this game.
    """
    if not isinstance(data.get("type"), str):
        raise BadMove("A move must name its type.")
    return position.read_move(data, position.seats)


def play_one(position: Position, record: Record, step: int, data: object) -> list[Effect]:
    """Play one recorded move.

    Checks run in a documented order (records: python manage.py referee).

    Raises:
        Over: The game has ended.
        BadMove: The object is not a move of this game.
        NotYourTurn: The seat has nothing to decide.
        IllegalMove: The rules do not allow the move now.
    """
    if position.outcome() is not None:
        raise Over("The game is over.")
    seat, move = read_seat_and_move(position, data)
    return position.decide(seat, move, record.chance(step))


def replay(record: Record, watch: Callable[[Position], None] | None = None) -> Replayed:
    """Play all moves of a record; stop before the first refused one.

    Args:
        record: The record to replay.
        watch: Called with the position after every move, which it must not change.

    Raises:
        BadPosition: The record's position is not possible.
    """
    reached = Replayed(record.start())
    for step, data in enumerate(record.moves, start=1):
        try:
            play_one(reached.position, record, step, data)
        except Refusal as refusal:
            reached.refusal = refusal
            return reached
        reached.applied = step
        if watch is not None:
            watch(reached.position)
    return reached
