"""The weights of moves for the easy bot, by how sensible they look to a beginner."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.contract import Move, View
from games.titles.babel.bots.style import STEADY, Style
from games.titles.babel.rules.cards import QUARRY
from games.titles.babel.rules.moves import Build, End, Migrate, Power, Settle, Travel

_POWERS = {"raze": 12.0, "steal": 60.0, "skip": 60.0, "expel": 0.3, "bribe": 0.5, "halve": 0.1}


def weigh(view: View, seat: int, move: Move, style: Style = STEADY) -> float:
    """Return the weight of a move: building counts most, then the way there and strong powers."""
    if isinstance(move, Build):
        return 400.0
    if isinstance(move, Settle):
        return _weigh_settling(view, seat) * (style.mine / STEADY.mine) ** 2
    if isinstance(move, Power):
        return _POWERS[move.power] * (style.theirs / STEADY.theirs) ** 2
    if isinstance(move, Travel):
        return _weigh_travel(view, seat, move)
    if isinstance(move, Migrate):
        return 0.05
    if isinstance(move, End):
        # The fewer cards are left, the more readily it ends its turn.
        held = len(view["hands"][seat])
        return 2.0 / (1 + held) * (1 + 4 * style.hand * held)
    return 1.0


def _height(site: Mapping[str, Any], seat: int) -> int:
    """Return the level of a seat's temple at a site, 0 if it has none."""
    temple = site["temples"][seat]
    return temple[-1] if temple else 0


def _weigh_settling(view: View, seat: int) -> float:
    """Weigh settling: readily for the next level, and hardly for more than the one after it."""
    site = view["sites"][view["stones"][seat]]
    levels = len(site["tribes"][seat]) - _height(site, seat)
    if levels < 1:
        return 10.0
    return 1.0 if levels < 2 else 0.02


def _weigh_travel(view: View, seat: int, move: Travel) -> float:
    """Weigh travelling: readily from the quarry and to where it can build, else rarely."""
    if view["stones"][seat] == QUARRY:
        return 4.0
    site = view["sites"][move.tribe]
    height = _height(site, seat)
    offered = [row[-1] for row in view["rows"] if row]
    can_build = height + 1 in offered and len(site["tribes"][seat]) > height
    return 40.0 if can_build else 0.2
