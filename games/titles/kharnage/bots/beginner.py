"""How sensible a move looks to a beginner, for the easy bot."""

from __future__ import annotations

from games.engine.contract import Move, View
from games.titles.kharnage.rules.moves import Silent, Stop, Target, Throw, Web


def weigh(view: View, seat: int, move: Move) -> float:
    """Return how likely a move is, relative to a move of weight 1."""
    if isinstance(move, Target):
        return 1.0 if move.seats else 0.1
    if isinstance(move, Web):
        return 0.1 if move.target is None else 1.0
    if isinstance(move, Stop):
        return 0.1
    if isinstance(move, Silent):
        return 0.05
    if isinstance(move, Throw):
        return 1.0 if move.do else 0.5
    return 1.0
