"""From a record to the position it leads to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.engine.contract import Happening, Json, Move, Position
from games.engine.record import Record
from games.engine.refusals import BadMove, Over, Refusal


@dataclass
class Replayed:
    """How far a record went: the position reached, the moves applied, the refusal if one came."""

    position: Position
    applied: int = 0
    refusal: Refusal | None = None


def read_seat_and_move(position: Position, data: Any) -> tuple[int, Move]:
    """Who decides what, from a record's move object; BadMove."""
    if not isinstance(data, dict):
        raise BadMove("A move is an object.")
    seat = data.get("seat")
    if type(seat) is not int or not 0 <= seat < position.seats:
        raise BadMove("A move names its seat, from 0 to {last}.", last=position.seats - 1)
    return seat, read_move(position, data)


def read_move(position: Position, data: Json) -> Move:
    """A move of the position's game from its object; BadMove."""
    if not isinstance(data.get("type"), str):
        raise BadMove("A move names its type.")
    return position.read_move(data, position.seats)


def play_one(position: Position, record: Record, step: int, data: Any) -> list[Happening]:
    """Play one recorded move; refusals in their order (records: python manage.py referee)."""
    if position.outcome() is not None:
        raise Over("The game is over.")
    seat, move = read_seat_and_move(position, data)
    return position.decide(seat, move, record.chance(step))


def replay(record: Record, watch: Callable[[Position], None] | None = None) -> Replayed:
    """Play all moves of a record; stops before the first refused one. BadPosition.

    `watch` is called with the position after every move; it must not change it.
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
