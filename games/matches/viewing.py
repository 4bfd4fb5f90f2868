"""A visitor's access to a match."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from accounts.models import User
from games.matches.models import Match, Player


@dataclass(frozen=True)
class Access:
    """A match for one visitor.

    Attributes:
        players: Every player, in the order of joining.
        player: The visitor's own row; None for spectators.
        user: The visitor's account; None for a visitor who is not signed in.
    """

    match: Match
    players: Sequence[Player]
    player: Player | None
    user: User | None

    @property
    def seat(self) -> int | None:
        """The seat the visitor decides for; None for spectators and for players who left."""
        return self.player.seat if self.player and self.player.left_at is None else None

    @property
    def joined(self) -> int | None:
        """The number by which the visitor joined; None for spectators and for players who left."""
        return self.player.joined if self.player and self.player.left_at is None else None


@dataclass(frozen=True)
class Visitor:
    """The visitor at the other end of a socket.

    Attributes:
        invited: The keys of the invitation links that the visitor has opened.
        program: Whether the visitor wants JSON in place of HTML.
    """

    user: Any
    invited: Collection[str]
    language: str
    program: bool = False
