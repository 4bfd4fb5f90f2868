"""The weights of moves for the easy bot, by how sensible they look to a beginner."""

from __future__ import annotations

from games.engine.contract import Move, View
from games.titles.condottiere.rules.cards import strongest
from games.titles.condottiere.rules.moves import DECLINE, DISCARD, PASS, Play


def weigh(view: View, seat: int, move: Move) -> float:
    """Return the weight of a move; 0 if the bot makes it only when nothing else is possible."""
    if move == DECLINE:
        # Seldom, and never after another seat has declined.
        return 0.0 if view["declines"] else 1.0
    if move == PASS:
        return _weigh_pass(view, seat)
    if move == DISCARD:
        return 2.0
    if isinstance(move, Play):
        return _weigh_card(view, seat, move)
    return 1.0


def _weigh_pass(view: View, seat: int) -> float:
    """Weigh passing: rarely before the first card, then more often when ahead than behind."""
    if not view["armies"][seat]:
        return 0.3
    return 2.0 if strongest(view["strengths"]) == seat else 0.5


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
