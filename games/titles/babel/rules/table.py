"""The state of the table of Babel (spec: Components; Position)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from games.engine.fields import among, is_seat, pile, whole
from games.engine.refusals import noted
from games.engine.state import State, computed, per_seat, start
from games.titles.babel.rules import shapes
from games.titles.babel.rules.cards import QUARRY, SITES, TEMPLE_COPIES, TRIBE_COPIES, TRIBES

Row = list[str]
Temple = list[int]
are_tribes, are_temples = pile(TRIBES), pile(TEMPLE_COPIES)
_NO_PILE = noted("“{key}” must be a list of cards.")


def rises(temple: Temple) -> bool:
    """Return whether each card of a temple is higher than the one below."""
    return all(lower < upper for lower, upper in pairwise(temple))


class Table(State):
    """The full state; every pile, row and temple is a list bottom → top.

    `tribes` and `temples` are by seat, then by site. `totals`, the sum of each seat's heights, is
    updated whenever a temple changes.
    """

    turn: int = start(0, is_seat, "“turn” must be a seat.")
    phase: shapes.Phase = start(
        "actions", among(("actions", "halve")), "The phase of a position must be actions or halve."
    )
    due: int = start(0, whole(0), "“due” must be a number of cards.")
    migrated: bool = start(False)
    end_phase: bool = start(False)
    duty: list[bool] = per_seat(False)
    stones: list[str] = per_seat(QUARRY, among((QUARRY, *SITES)))
    hands: list[list[str]] = per_seat([], are_tribes)
    rows: list[Temple] = per_seat([], are_temples)
    tribes: list[dict[str, Row]] = per_seat({site: [] for site in SITES}, written=False)
    temples: list[dict[str, Temple]] = per_seat({site: [] for site in SITES}, written=False)
    totals: list[int] = per_seat(0, written=False)
    sites = computed("dump_sites")
    temple_deck: list[int] = start([], are_temples, _NO_PILE)
    known: int = start(0, whole(0), "“known” must count cards of the temple deck.")
    tribe_deck: list[str] = start([], are_tribes, _NO_PILE)
    tribe_discard: list[str] = start([], are_tribes, _NO_PILE)

    # --- Temples.

    def height(self, seat: int, site: str) -> int:
        """Return the level of a temple's top card, whatever lies below it; 0 without a temple."""
        temple = self.temples[seat][site]
        return temple[-1] if temple else 0

    def raise_to(self, seat: int, site: str, level: int) -> None:
        """Put a temple card on a temple."""
        self.totals[seat] += level - self.height(seat, site)
        self.temples[seat][site].append(level)

    def lower(self, seat: int, site: str) -> int:
        """Take the top card off a temple, and return its level."""
        level = self.temples[seat][site].pop()
        self.totals[seat] += self.height(seat, site) - level
        return level

    def raze(self, seat: int, site: str) -> Temple:
        """Remove a whole temple, and return its cards."""
        self.totals[seat] -= self.height(seat, site)
        temple, self.temples[seat][site] = self.temples[seat][site], []
        return temple

    def dump_sites(self) -> dict[str, shapes.Site]:
        return {
            site: {
                "tribes": [list(rows[site]) for rows in self.tribes],
                "temples": [list(temples[site]) for temples in self.temples],
            }
            for site in SITES
        }

    # --- The cards.

    def open_tribes(self) -> list[str]:
        """Return the tribe cards that everyone sees: at the sites and in the discard pile."""
        at_sites = [card for rows in self.tribes for row in rows.values() for card in row]
        return at_sites + self.tribe_discard

    def open_temples(self) -> list[int]:
        """Return the temple cards that everyone sees: built, and in the temple rows."""
        built = [card for temples in self.temples for temple in temples.values() for card in temple]
        return built + self.rows[0] + self.rows[1]

    def known_temples(self) -> list[int]:
        """Return the top cards of the temple deck that both seats have seen, bottom → top."""
        return self.temple_deck[len(self.temple_deck) - self.known :]

    def tribe_counts(self) -> Counter[str]:
        """Count the tribe cards in the game, by tribe."""
        return Counter(self.hands[0] + self.hands[1] + self.open_tribes() + self.tribe_deck)

    def temple_counts(self) -> Counter[int]:
        """Count the temple cards in the game, by level."""
        return Counter(self.open_temples() + self.temple_deck)

    def check(self) -> None:
        assert all(n <= TRIBE_COPIES[card] for card, n in self.tribe_counts().items())
        assert all(n <= TEMPLE_COPIES[card] for card, n in self.temple_counts().items())
        assert 0 <= self.known <= len(self.temple_deck)
        assert set(self.stones) <= {QUARRY, *SITES}
        for seat in range(self.seats):
            temples = self.temples[seat]
            assert tuple(temples) == tuple(self.tribes[seat]) == SITES
            assert all(map(rises, temples.values()))
            assert self.totals[seat] == sum(self.height(seat, site) for site in SITES)
            assert not self.duty[seat] or self.rows[seat] == [1]
        assert (self.due > 0) == (self.phase == "halve")
        assert self.due <= len(self.hands[1 - self.turn])
        assert (self.ended is not None) == (self.phase == "over") == (not self.to_move())
        assert all(self.moves(seat) for seat in self.to_move())
