"""The weights of moves for the easy bot, by how sensible they look to a beginner."""

from __future__ import annotations

from games.engine.contract import Move, View
from games.titles.babel.rules.cards import QUARRY
from games.titles.babel.rules.moves import Build, End, Migrate, Power, Settle, Travel

_POWERS = {"raze": 4.0, "steal": 8.0, "skip": 8.0, "expel": 1.0, "bribe": 2.0, "halve": 1.0}


def weigh(view: View, seat: int, move: Move) -> float:
    """Return the weight of a move: building counts most, then the strong powers."""
    if isinstance(move, Build):
        return 40.0
    if isinstance(move, Settle):
        return 2.0
    if isinstance(move, Power):
        return _POWERS[move.power]
    if isinstance(move, Travel):
        return _weigh_travel(view, seat)
    if isinstance(move, Migrate):
        return 0.05
    if isinstance(move, End):
        # The fewer cards are left, the more readily it ends its turn.
        return 4.0 / (1 + len(view["hands"][seat]))
    return 1.0


def _weigh_travel(view: View, seat: int) -> float:
    """Weigh travelling: readily from the quarry, else rarely, more so from a settled site."""
    stone = view["stones"][seat]
    if stone == QUARRY:
        return 4.0
    settled = len(view["sites"][stone]["tribes"][seat])
    return 0.1 + 0.1 * settled
