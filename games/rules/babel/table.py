"""What lies on the table of Babel (rules: Components, Position)."""

from __future__ import annotations

from typing import Self

from games.engine.contract import Json, Options, Outcome, Position
from games.rules.babel.cards import QUARRY, SITES

Row = list[str]
Temple = list[int]


class Table(Position):
    """The full state. Every pile, row and temple is a list bottom → top.

    `tribes` and `temples` are by seat, then by site; `totals`, the sums of each seat's heights,
    are kept as temples change.
    """

    __slots__ = (
        "due",
        "duty",
        "end_phase",
        "ended",
        "hands",
        "known",
        "migrated",
        "options",
        "phase",
        "rows",
        "seats",
        "stones",
        "temple_deck",
        "temples",
        "totals",
        "tribe_deck",
        "tribe_discard",
        "tribes",
        "turn",
    )
    turn: int
    phase: str
    due: int
    migrated: bool
    end_phase: bool
    duty: list[bool]
    stones: list[str]
    hands: list[list[str]]
    rows: list[Temple]
    tribes: list[dict[str, Row]]
    temples: list[dict[str, Temple]]
    totals: list[int]
    temple_deck: list[int]
    known: int
    tribe_deck: list[str]
    tribe_discard: list[str]
    ended: Outcome | None

    def __init__(self, seats: int, options: Options) -> None:
        self.seats = seats
        self.options = options
        self.turn = 0
        self.phase = "actions"
        self.due = 0
        self.migrated = False
        self.end_phase = False
        self.duty = [False, False]
        self.stones = [QUARRY, QUARRY]
        self.hands = [[], []]
        self.rows = [[], []]
        self.tribes = [{site: [] for site in SITES} for _ in range(seats)]
        self.temples = [{site: [] for site in SITES} for _ in range(seats)]
        self.totals = [0, 0]
        self.temple_deck = []
        self.known = 0
        self.tribe_deck = []
        self.tribe_discard = []
        self.ended = None

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

    # --- Written down and copied.

    def dump_sites(self) -> Json:
        return {
            site: {
                "tribes": [list(rows[site]) for rows in self.tribes],
                "temples": [list(temples[site]) for temples in self.temples],
            }
            for site in SITES
        }

    def dump(self) -> Json:
        return {
            "turn": self.turn,
            "phase": self.phase,
            "due": self.due,
            "migrated": self.migrated,
            "end_phase": self.end_phase,
            "duty": list(self.duty),
            "stones": list(self.stones),
            "hands": [list(hand) for hand in self.hands],
            "rows": [list(row) for row in self.rows],
            "sites": self.dump_sites(),
            "temple_deck": list(self.temple_deck),
            "known": self.known,
            "tribe_deck": list(self.tribe_deck),
            "tribe_discard": list(self.tribe_discard),
        }

    def clone(self) -> Self:
        copy = object.__new__(type(self))
        copy.seats = self.seats
        copy.options = self.options
        copy.turn = self.turn
        copy.phase = self.phase
        copy.due = self.due
        copy.migrated = self.migrated
        copy.end_phase = self.end_phase
        copy.duty = self.duty[:]
        copy.stones = self.stones[:]
        copy.hands = [hand[:] for hand in self.hands]
        copy.rows = [row[:] for row in self.rows]
        copy.tribes = [{site: row[:] for site, row in rows.items()} for rows in self.tribes]
        copy.temples = [{site: t[:] for site, t in temples.items()} for temples in self.temples]
        copy.totals = self.totals[:]
        copy.temple_deck = self.temple_deck[:]
        copy.known = self.known
        copy.tribe_deck = self.tribe_deck[:]
        copy.tribe_discard = self.tribe_discard[:]
        copy.ended = self.ended
        return copy
