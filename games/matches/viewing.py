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
        nameless: Whether the players are copies that are named only by their seats.
    """

    match: Match
    players: Sequence[Player]
    player: Player | None
    user: User | None
    nameless: bool = False

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
        public: Whether the visitor wants to see what the public sees, even at their own table.
        nameless: Whether the visitor wants to see no names of players.
    """

    user: Any
    invited: Collection[str]
    language: str
    program: bool = False
    public: bool = False
    nameless: bool = False
