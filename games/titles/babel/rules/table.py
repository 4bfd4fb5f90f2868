"""What lies on the table of Babel (spec: Components; Position)."""

from __future__ import annotations

from games.engine.state import State, computed, per_seat, start
from games.titles.babel.rules import shapes
from games.titles.babel.rules.cards import QUARRY, SITES

Row = list[str]
Temple = list[int]


class Table(State):
    """The full state. Every pile, row and temple is a list bottom → top.

    `tribes` and `temples` are by seat, then by site; `totals`, the sums of each seat's heights,
    are kept as temples change.
    """

    turn: int = start(0)
    phase: shapes.Phase = start("actions")
    due: int = start(0)
    migrated: bool = start(False)
    end_phase: bool = start(False)
    duty: list[bool] = per_seat(False)
    stones: list[str] = per_seat(QUARRY)
    hands: list[list[str]] = per_seat([])
    rows: list[Temple] = per_seat([])
    tribes: list[dict[str, Row]] = per_seat({site: [] for site in SITES}, written=False)
    temples: list[dict[str, Temple]] = per_seat({site: [] for site in SITES}, written=False)
    totals: list[int] = per_seat(0, written=False)
    sites = computed("dump_sites")
    temple_deck: list[int] = start([])
    known: int = start(0)
    tribe_deck: list[str] = start([])
    tribe_discard: list[str] = start([])

    # --- Temples.

    def height(self, seat: int, site: str) -> int:
        """The number on the top card, 0 without one, however few cards there are."""
        temple = self.temples[seat][site]
        return temple[-1] if temple else 0

    def raise_to(self, seat: int, site: str, level: int) -> None:
        """Lay a temple card on a temple."""
        self.totals[seat] += level - self.height(seat, site)
        self.temples[seat][site].append(level)

    def lower(self, seat: int, site: str) -> int:
        """Take the top card off a temple."""
        level = self.temples[seat][site].pop()
        self.totals[seat] += self.height(seat, site) - level
        return level

    def raze(self, seat: int, site: str) -> Temple:
        """Take a whole temple away."""
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
