"""When a temple card may be built (spec: Turn)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.titles.babel.rules.position import Babel


def may_build(position: Babel, seat: int, row: int, step: int) -> bool:
    """Whether the top of a row fits: `step` levels above one's own temple at the stone's site."""
    cards = position.rows[row]
    # A row can't be used by the other seat while its owner still owes his first-turn build.
    if not cards or (row != seat and position.duty[row]):
        return False
    stone = position.stones[seat]
    level = cards[-1]
    # One's own tribe cards there must be at least the level.
    return (
        level == position.height(seat, stone) + step and len(position.tribes[seat][stone]) >= level
    )
