"""What would have followed another move, in the words of the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.boards.board import Board
from games.boards.lines import Line
from games.engine.chance import Chance
from games.engine.contract import Json, Position
from games.engine.history import Step
from games.engine.replay import read_seat_and_move
from games.matches.models import Event
from games.matches.presenters.log import log_lines

FOLLOWING, LONGEST = 6, 20
"""The usual number of lines about what would have followed, and the most until its point shows."""


def lines_following(
    position: Position,
    moves: Sequence[Json],
    step: int,
    seed: bytes,
    seat: int,
    names: Sequence[str],
    board: Board,
) -> list[Line]:
    """Return the log lines of a line of play, as a player would have read them.

    It goes on until a decisive effect of the board shows its point, for at most `LONGEST` lines.

    Args:
        position: The position before the first of the moves, which is changed.
        moves: The moves with their seats, as in a record (`games.engine.review.line_after`).
        step: The number of the first move among those of the game.
        seed: The seed of the game's chance.
        seat: The seat of the player who reads.
        names: The names of the players, by seat.
        board: The game's board.
    """
    found, end = list[Line](), LONGEST if board.decisive else FOLLOWING
    for number, data in enumerate(moves, start=step):
        mover, move = read_seat_and_move(position, data)
        effects = tuple(position.play(mover, move, Chance(seed, number)))
        played = Step(number, Event.Kind.MOVE, mover, move.dump(), effects)
        found += log_lines(played, seat, names, board)
        if any(effect.kind in board.decisive for effect in effects):
            end = min(end, max(FOLLOWING, len(found)))
        if len(found) >= end:
            break
    # No page shows these steps, so nothing leads to their details.
    return [replace(line, link="") for line in found[:end]]
