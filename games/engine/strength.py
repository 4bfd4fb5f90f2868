"""How strong the levels of a game's bots are: what was counted in games between them."""

from __future__ import annotations

from typing import NamedTuple


class Counted(NamedTuple):
    """Games of one bot against others, all of one level, in which it sat at every seat in turn.

    A title holds them beside its bots, one for each line of the tables in docs/bots.md, which says
    by what command they were played.
    """

    level: str
    against: str
    seats: int
    games: int
    wins: float
    """Of the one bot; a shared first place is a share of a win."""
