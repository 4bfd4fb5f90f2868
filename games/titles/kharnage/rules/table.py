"""The table of Kharnage (spec: Components; Position)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from games.engine.contract import Options
from games.engine.fields import among, is_int, whole
from games.engine.state import State, computed, per_seat, start
from games.titles.kharnage.rules import shapes
from games.titles.kharnage.rules.cards import LINES, Army, Card, CardSet, Strategy
from games.titles.kharnage.rules.cardset import cards_of

ROUNDS = 4
WEBS = 2
"""The number of web tokens for the whole table."""
Lines = tuple[list[Card], list[Card], list[Card]]


@dataclass(slots=True)
class Attack:
    """The current attack."""

    kind: str
    strength: int
    trample: int = 0
    """What each emptied line adds to the strength."""
    targets: list[tuple[int, int]] = field(default_factory=list)
    """Pairs of a seat and the strength left for it; the first is attacked now.

    Empty until they are chosen.
    """

    def dump(self) -> shapes.Attack:
        return {
            "kind": self.kind,
            "strength": self.strength,
            "trample": self.trample,
            "targets": [list(target) for target in self.targets],
        }

    def clone(self) -> Attack:
        return Attack(self.kind, self.strength, self.trample, self.targets.copy())


@dataclass(slots=True)
class Surprise:
    """A deployed card whose surprise icons act: its next step, and whether it was thrown."""

    card: Card
    step: int = 0
    thrown: bool = False

    def dump(self) -> shapes.Surprise:
        return {"card": self.card.id, "step": self.step, "thrown": self.thrown}

    def clone(self) -> Surprise:
        return Surprise(self.card, self.step, self.thrown)


class Table(State):
    """The full state. Reserves and piles are lists bottom → top.

    `lines` has the cards by seat and line, except those under a web token: they are in `webs`,
    by seat. `sizes` counts both. The state of the turn: `done` icons of the strategy card, the
    `surprises` still to act, the current `attack`, and the seats that have to `cheer`.
    """

    cards: CardSet
    round: int = start(1, whole(1, ROUNDS), "“round” must be a number from 1 to {n}.", n=ROUNDS)
    phase: shapes.Phase = start(
        "plan",
        among(("plan", "reinforce", "target", "destroy", "magic", "throw", "web", "cheer")),
        "A position must be at plan, or in a phase that fits what is pending.",
    )
    turn: int | None = start(None)
    armies: list[Army] = start([])
    hands: list[list[Strategy]] = per_seat([])
    generals: list[list[Card]] = per_seat([])
    plans: list[Strategy | None] = per_seat(None)
    lines: list[Lines] = per_seat(([], [], []), written="dump_lines")
    webs: list[list[Card]] = per_seat([], written=False)
    sizes: list[int] = per_seat(0, written=False)
    reserves: list[list[Card]] = per_seat([])
    piles: list[list[Card]] = per_seat([])
    kills: list[list[Card]] = per_seat([])
    points: list[int] = per_seat(0, lambda value, seats: is_int(value))
    kharnage: list[int] = per_seat(0, lambda value, seats: is_int(value))
    done: int = start(0, written=False)
    surprises: list[Surprise] = start([], written=False)
    attack: Attack | None = start(None, written=False)
    cheer: list[int] = start([], written=False)
    pending = computed("dump_pending")

    def __init__(self, seats: int, options: Options) -> None:
        super().__init__(seats, options)
        self.cards = cards_of(options)

    # --- The lines of an army.

    def put(self, seat: int, card: Card, web: bool = False) -> None:
        """Put a card into its line."""
        (self.webs[seat] if web else self.lines[seat][card.line]).append(card)
        self.sizes[seat] += 1

    def take(self, seat: int, card: Card, web: bool = False) -> None:
        """Take a card away; if it was under a web, that is free again."""
        (self.webs[seat] if web else self.lines[seat][card.line]).remove(card)
        self.sizes[seat] -= 1

    def open_line(self, seat: int) -> int:
        """Return the line that can be attacked: front cards before center before back."""
        for line in range(len(LINES)):
            if not self.is_line_empty(seat, line):
                return line
        raise AssertionError("an army without cards has no open line")

    def is_line_empty(self, seat: int, line: int) -> bool:
        if self.lines[seat][line]:
            return False
        return not any(card.line == line for card in self.webs[seat])

    def in_play(self, seat: int) -> list[Card]:
        """Return all cards of an army in play, those under a web last."""
        front, center, back = self.lines[seat]
        return [*front, *center, *back, *self.webs[seat]]

    # --- Dumps.

    def dump_lines(self) -> list[shapes.Lines]:
        return [
            {
                "front": self._dump_line(seat, 0),
                "center": self._dump_line(seat, 1),
                "back": self._dump_line(seat, 2),
            }
            for seat in range(self.seats)
        ]

    def _dump_line(self, seat: int, line: int) -> list[shapes.Standing]:
        cards = self.lines[seat][line]
        entries: list[shapes.Standing] = [{"card": card.id, "web": False} for card in cards]
        entries += [{"card": card.id, "web": True} for card in self.webs[seat] if card.line == line]
        return entries

    def dump_pending(self) -> shapes.Pending | None:
        """Return the state of the turn; None at plan and over."""
        if self.turn is None:
            return None
        return {
            "icons": self.done,
            "surprises": [surprise.dump() for surprise in self.surprises],
            "attack": None if self.attack is None else self.attack.dump(),
            "cheer": list(self.cheer),
        }

    # --- Checks.

    def copies(self) -> Counter[Card]:
        """Count the copies of each card in the game."""
        counted: Counter[Card] = Counter()
        for seat in range(self.seats):
            counted.update(self.in_play(seat))
            for cards in (self.generals, self.reserves, self.piles, self.kills):
                counted.update(cards[seat])
        return counted

    def check(self) -> None:
        assert all(n <= card.count for card, n in self.copies().items())
        assert sum(map(len, self.webs)) <= WEBS
        assert 1 <= self.round <= ROUNDS
        for seat in range(self.seats):
            self._check_seat(seat)
        self._check_phase()
        assert (self.outcome() is not None) == (self.phase == "over")
        assert (self.outcome() is not None) == (not self.to_move())
        assert all(self.moves(seat) for seat in self.to_move())

    def _check_seat(self, seat: int) -> None:
        army = self.armies[seat]
        own = set(army.units) | set(army.generals)
        for cards in (self.generals, self.reserves, self.piles):
            assert own.issuperset(cards[seat])
        assert own.issuperset(self.in_play(seat))
        assert own.isdisjoint(self.kills[seat])
        assert all(card.is_general for card in self.generals[seat])
        assert not any(card.is_general for card in self.reserves[seat])
        for number, line in enumerate(self.lines[seat]):
            assert all(card.line == number for card in line)
        assert self.sizes[seat] == len(self.in_play(seat))
        assert len(set(self.hands[seat])) == len(self.hands[seat])
        assert set(army.hand).issuperset(self.hands[seat])
        assert self.points[seat] >= 0
        assert self.kharnage[seat] >= 0

    def _check_phase(self) -> None:
        assert (self.turn is None) == (self.phase in ("plan", "over"))
        if self.turn is None:
            assert self.attack is None
            assert not self.surprises
        assert bool(self.cheer) == (self.phase == "cheer")
        for seat, plan in enumerate(self.plans):
            if plan is not None:
                assert (plan in self.hands[seat]) == (self.phase == "plan")
