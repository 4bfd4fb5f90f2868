"""The duty of the first turn: each seat must build its own starting card (spec: Turn)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.contract import Move
from games.titles.babel.rules.cards import RUN, SITES
from games.titles.babel.rules.moves import Build, Migrate, Power, Settle, Travel

if TYPE_CHECKING:
    from games.titles.babel.rules.position import Babel


class Prospect:
    """The facts that the duty depends on: the stone's place, the hand, the cards at the sites."""

    __slots__ = ("bare", "cards", "hand", "stone")

    def __init__(self, position: Babel, seat: int) -> None:
        self.stone = position.stones[seat]
        self.hand = list(position.hands[seat])
        self.cards = {site: len(row) for site, row in position.tribes[seat].items()}
        self.bare = bare_sites(position, seat)

    def is_possible(self) -> bool:
        """Return whether the seat can still build its starting card.

        The stone must be on a site without an own temple, or a hand card must take it there. The
        seat also needs a card at that site, or one left in hand to settle. A migration still to
        come does not count (spec: Turn).
        """
        for site in self.bare:
            if site == self.stone:
                if self.cards[site] or self.hand:
                    return True
            elif site in self.hand and (self.cards[site] or len(self.hand) > 1):
                return True
        return False

    def act(self, move: Move) -> None:
        """Apply a legal action; of the powers only those that begin a temple matter."""
        if isinstance(move, Travel):
            self.hand.remove(move.tribe)
            self.stone = move.tribe
        elif isinstance(move, Settle):
            self.hand.remove(move.tribe)
            self.cards[self.stone] += 1
        elif isinstance(move, Migrate):
            self.cards[move.source] -= RUN
            self.cards[move.to] += RUN
        elif isinstance(move, Build) or (isinstance(move, Power) and move.power in _TOPPING):
            self.bare.discard(self.stone)


_TOPPING = ("steal", "skip")


def bare_sites(position: Babel, seat: int) -> set[str]:
    """Return the sites where the seat has no temple."""
    temples = position.temples[seat]
    return {site for site in SITES if not temples[site]}


def is_possible(position: Babel, seat: int) -> bool:
    """Return whether the seat can still do its first-turn build."""
    return Prospect(position, seat).is_possible()


def leaves_possible(position: Babel, seat: int, move: Move) -> bool:
    """Return whether this otherwise legal action does the build or leaves it possible."""
    if isinstance(move, Build) and move.row == seat:
        return True
    prospect = Prospect(position, seat)
    prospect.act(move)
    return prospect.is_possible()
