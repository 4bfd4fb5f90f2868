"""How sensible a move looks to a beginner: the hook of the easy bot."""

from __future__ import annotations

from games.engine.contract import Move, View
from games.titles.condottiere.rules.cards import strongest
from games.titles.condottiere.rules.moves import DECLINE, DISCARD, PASS, Play


def weigh(view: View, seat: int, move: Move) -> float:
    """Mild leanings only; what is 0 is never done while anything else is possible."""
    if move == DECLINE:
        # Seldom, and never to hand a declined pawn on again.
        return 0.0 if view["declines"] else 1.0
    if move == PASS:
        return _weigh_pass(view, seat)
    if move == DISCARD:
        return 2.0
    if isinstance(move, Play):
        return _weigh_card(view, seat, move)
    return 1.0


def _weigh_pass(view: View, seat: int) -> float:
    """First a card or two; then content when ahead and weary when behind."""
    if not view["armies"][seat]:
        return 0.3
    return 2.0 if strongest(view["strengths"]) == seat else 1.0


def _weigh_card(view: View, seat: int, move: Play) -> float:
    if move.card == "surrender":
        return 2.0 if strongest(view["strengths"]) == seat else 0.05
    if move.card == "bishop":
        return 0.2
    if move.card == "drum":
        return 1.0 if view["strengths"][seat] > 0 else 0.2
    if move.card == "scarecrow" and move.take is None:
        return 0.3
    return 1.0
