"""The weights of moves for the easy bot, by how sensible they look to a beginner."""

from __future__ import annotations

from games.engine.contract import Move, View
from games.titles.condottiere.bots.style import STEADY, Style
from games.titles.condottiere.rules.cards import MERCENARIES, strongest
from games.titles.condottiere.rules.cities import NEIGHBOURS
from games.titles.condottiere.rules.moves import DECLINE, DISCARD, PASS, Play

NEAR, FAR = 0.6, 3.5
"""How much more readily a choosy bot passes, next to cities that are taken and elsewhere."""
BOLDNESS = 0.4
"""The exponent of a mercenary's strength in its weight as a proud bot's first card of a battle."""


def weigh(view: View, seat: int, move: Move, style: Style = STEADY) -> float:
    """Return the weight of a move; 0 if the bot makes it only when nothing else is possible."""
    if move == DECLINE:
        # Seldom, and never after another seat has declined.
        return 0.0 if view["declines"] else 1.0
    if move == PASS:
        weight = _weigh_pass(view, seat)
        return weight * (NEAR if is_near_taken(view) else FAR) if style.choosy else weight
    if move == DISCARD:
        return 2.0
    if isinstance(move, Play):
        return _weigh_card(view, seat, move, style)
    return 1.0


def is_near_taken(view: View) -> bool:
    """Return whether the city fought for borders on one that a seat has taken."""
    cities = view["cities"]
    return view["city"] is None or any(city in cities for city in NEIGHBOURS[view["city"]])


def _weigh_pass(view: View, seat: int) -> float:
    """Weigh passing: rarely before the first card, then more often when ahead than behind."""
    if not view["armies"][seat]:
        return 0.3
    return 2.0 if strongest(view["strengths"]) == seat else 0.5


def _weigh_card(view: View, seat: int, move: Play, style: Style) -> float:
    if move.card == "surrender":
        return 2.0 if strongest(view["strengths"]) == seat else 0.05
    if move.card == "bishop":
        return 0.2
    if move.card == "drum":
        return 1.0 if view["strengths"][seat] > 0 else 0.2
    if move.card == "scarecrow" and move.take is None:
        return 0.3
    if style.pride and not view["armies"][seat]:
        return float(MERCENARIES.get(move.card, 1) ** BOLDNESS)
    return 1.0
