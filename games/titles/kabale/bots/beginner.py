"""How sensible a move looks to a beginner, for the easy bot."""

from __future__ import annotations

from math import exp

from games.engine.contract import Json, Move, View
from games.titles.kabale.bots.style import STEADY, Style
from games.titles.kabale.rules.cards import PRINTED, SPECIALISTS
from games.titles.kabale.rules.moves import Cloak, Place, Swap

PARTNERS = {"prince": "squire", "squire": "prince", "romeo": "juliet", "juliet": "romeo"}
"""Cards that do more together with another card of the same seat."""
HIGH, DEAR = 11, 3
"""The minimum number of a high card, and the minimum points of a valuable goal."""


def weigh(view: View, seat: int, move: Move, style: Style = STEADY) -> float:
    """Weigh a move by what its card is good for, without any calculation."""
    if isinstance(move, Place):
        liked = exp(style.liking(move, view["round"]))
        return liked * _weigh_place(view["columns"][move.column], seat, move.card)
    if isinstance(move, Cloak):
        # Hiding gains a card at no cost, so it is rarely declined.
        return 0.3 if move.card is None else 1.0
    if isinstance(move, Swap):
        return _weigh_swap(view, move)
    return 1.0


def _weigh_place(column: Json, seat: int, card: str) -> float:
    """Prefer high cards at valuable goals, specialists at home and couples together.

    Columns that other seats have filled are less attractive.
    """
    area, points = column["goal"]
    weight = float(points)
    if (PRINTED[area][card] or 0) >= HIGH:
        weight *= 2.0 if points >= DEAR else 0.5
    if SPECIALISTS.get(card) == area:
        weight *= 3.0
    own = [laid["card"] for laid in column["cards"] if laid["seat"] == seat]
    if PARTNERS.get(card) in own:
        weight *= 5.0
    if not own and len(column["cards"]) >= points:
        weight *= 0.3
    return weight


def _weigh_swap(view: View, move: Swap) -> float:
    """Prefer swaps that raise the goal of the traitor's column."""
    if move.column is None:
        return 1.0
    here: int = view["columns"][view["pending"]["column"]]["goal"][1]
    there: int = view["columns"][move.column]["goal"][1]
    return 1.0 + max(0.0, there - here)
