"""The generic board stands in where a game's own raises, so that players can play on."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from core.monitoring.metrics import BOARD_FAILED
from core.refusals import Refusal
from games.matches.presenters.boards import standing_in
from games.matches.presenters.table import Table

logger = logging.getLogger(__name__)
T = TypeVar("T")


def drawn(draw: Callable[[Table], T], table: Table) -> T:
    """Return `draw(table)`; if that raises, with the generic board in place of the game's own.

    The error is logged and counted. A refusal is no error.
    """
    try:
        return draw(table)
    except Refusal:
        raise
    except Exception:
        if table.game_board.stands_in:
            raise
        match = table.match
        logger.exception("The board of %s cannot be drawn (match %s).", match.game, match.id)
        BOARD_FAILED.labels(match.game).inc()
        other = replace(table)
        other.game_board = standing_in(match.game)
        return draw(other)
