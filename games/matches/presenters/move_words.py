"""A move of a match that is over, in the words in which its board advises it."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace

from games.boards.guides import Advice
from games.engine.contract import Json, Position
from games.engine.history import Step
from games.engine.replay import read_move
from games.matches.models import Match
from games.matches.presenters.boards import game_board
from games.matches.presenters.table import table_at
from games.matches.viewing import Access


def describe_move(
    access: Access, history: Sequence[Step], position: Position, seat: int, move: Json
) -> Advice:
    """Describe a move at the table that its seat saw then.

    Args:
        access: The match, which is over.
        history: The events before the move.
        position: The position before the move.
        seat: The seat.
        move: The move as data.
    """
    # The table while the match ran: a board offers no moves once the match is over.
    running = copy(access.match)
    running.status = Match.Status.RUNNING
    table = table_at(access, seat, position.view(seat), tuple(history))
    asked = replace(table, match=running, moves=position.moves(seat), live=True)
    return game_board(access.match.game).board.advice(asked, read_move(position, move))
