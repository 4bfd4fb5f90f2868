"""The strength of bot levels, measured in games between them."""

from __future__ import annotations

from typing import NamedTuple


class Counted(NamedTuple):
    """The result of games between one bot and bots of another level, with all seats in turn.

    A title lists one for each line of the tables in docs/bots.md, which has the command to play
    them.
    """

    level: str
    against: str
    seats: int
    games: int
    wins: float
    """Wins of the first bot; a shared first place is a share of a win."""
