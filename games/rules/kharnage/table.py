"""What lies on the table of Kharnage (rules: Components, Position)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from games.engine.contract import Json, Options, Outcome, Position
from games.rules.kharnage.cards import LINES, Army, Card, CardSet, Strategy, ids
from games.rules.kharnage.cardset import cards_of

Lines = tuple[list[Card], list[Card], list[Card]]


@dataclass(slots=True)
class Attack:
    """An attack being made. `targets` are pairs of a seat and the strength left for it, the
    first being attacked now; empty while they are being chosen."""

    kind: str
    strength: int
    trample: int = 0
    """How much strength rises when a line is emptied."""
    targets: list[tuple[int, int]] = field(default_factory=list)

    def copy(self) -> Attack:
        return Attack(self.kind, self.strength, self.trample, self.targets[:])


@dataclass(slots=True)
class Surprise:
    """A deployed card whose surprise icons act: which of its steps is next, was it thrown."""

    card: Card
    step: int = 0
    thrown: bool = False

    def copy(self) -> Surprise:
        return Surprise(self.card, self.step, self.thrown)


class Table(Position):
    """The full state. Reserves and piles are lists bottom → top.

    `lines` hold the cards by seat and line, but those under a web token: they are in `webs`,
    by seat. `sizes` counts both. What is being decided by `turn`: `done` icons of its strategy
    card, the `surprises` still to act, the `attack` being made, and who has to `cheer`.
    """

    __slots__ = (
        "armies",
        "attack",
        "cards",
        "cheer",
        "done",
        "ended",
        "generals",
        "hands",
        "kharnage",
        "kills",
        "lines",
        "options",
        "phase",
        "piles",
        "plans",
        "points",
        "reserves",
        "round",
        "seats",
        "sizes",
        "surprises",
        "turn",
        "webs",
    )
    cards: CardSet
    round: int
    phase: str
    turn: int | None
    armies: list[Army]
    hands: list[list[Strategy]]
    generals: list[list[Card]]
    plans: list[Strategy | None]
    lines: list[Lines]
    webs: list[list[Card]]
    sizes: list[int]
    reserves: list[list[Card]]
    piles: list[list[Card]]
    kills: list[list[Card]]
    points: list[int]
    kharnage: list[int]
    done: int
    surprises: list[Surprise]
    attack: Attack | None
    cheer: list[int]
    ended: Outcome | None

    def __init__(self, seats: int, options: Options) -> None:
        self.seats = seats
        self.options = options
        self.cards = cards_of(options)
        self.round = 1
        self.phase = "plan"
        self.turn = None
        self.armies = []
        self.hands = [[] for _ in range(seats)]
        self.generals = [[] for _ in range(seats)]
        self.plans = [None] * seats
        self.lines = [([], [], []) for _ in range(seats)]
        self.webs = [[] for _ in range(seats)]
        self.sizes = [0] * seats
        self.reserves = [[] for _ in range(seats)]
        self.piles = [[] for _ in range(seats)]
        self.kills = [[] for _ in range(seats)]
        self.points = [0] * seats
        self.kharnage = [0] * seats
        self.done = 0
        self.surprises = []
        self.attack = None
        self.cheer = []
        self.ended = None

    # --- The lines of an army.

    def put(self, seat: int, card: Card, web: bool = False) -> None:
        """Stand a card in its line."""
        (self.webs[seat] if web else self.lines[seat][card.line]).append(card)
        self.sizes[seat] += 1

    def take(self, seat: int, card: Card, web: bool = False) -> None:
        """Take a card away; its web, if it was under one, is free again."""
        (self.webs[seat] if web else self.lines[seat][card.line]).remove(card)
        self.sizes[seat] -= 1

    def open_line(self, seat: int) -> int:
        """Front cards before center before back: the line that can be attacked."""
        for line in range(len(LINES)):
            if not self.is_line_empty(seat, line):
                return line
        raise AssertionError("an army without cards has no open line")

    def is_line_empty(self, seat: int, line: int) -> bool:
        if self.lines[seat][line]:
            return False
        return not any(card.line == line for card in self.webs[seat])

    def standing(self, seat: int) -> list[Card]:
        """All cards of an army, those under a web last."""
        front, center, back = self.lines[seat]
        return [*front, *center, *back, *self.webs[seat]]

    # --- Written down and copied.

    def dump_lines(self, seat: int) -> Json:
        return {
            name: [{"card": card.id, "web": False} for card in self.lines[seat][line]]
            + [{"card": card.id, "web": True} for card in self.webs[seat] if card.line == line]
            for line, name in enumerate(LINES)
        }

    def dump_pending(self) -> Json | None:
        """What is being decided; null at plan and over."""
        if self.turn is None:
            return None
        attack = self.attack
        return {
            "icons": self.done,
            "surprises": [
                {"card": s.card.id, "step": s.step, "thrown": s.thrown} for s in self.surprises
            ],
            "attack": None
            if attack is None
            else {
                "kind": attack.kind,
                "strength": attack.strength,
                "trample": attack.trample,
                "targets": [list(target) for target in attack.targets],
            },
            "cheer": list(self.cheer),
        }

    def dump(self) -> Json:
        return {
            "round": self.round,
            "phase": self.phase,
            "turn": self.turn,
            "armies": [army.id for army in self.armies],
            "hands": [ids(hand) for hand in self.hands],
            "generals": [ids(cards) for cards in self.generals],
            "plans": [None if plan is None else plan.id for plan in self.plans],
            "lines": [self.dump_lines(seat) for seat in range(self.seats)],
            "reserves": [ids(cards) for cards in self.reserves],
            "piles": [ids(cards) for cards in self.piles],
            "kills": [ids(cards) for cards in self.kills],
            "points": list(self.points),
            "kharnage": list(self.kharnage),
            "pending": self.dump_pending(),
        }

    def clone(self) -> Self:
        copy = object.__new__(type(self))
        copy.seats = self.seats
        copy.options = self.options
        copy.cards = self.cards
        copy.round = self.round
        copy.phase = self.phase
        copy.turn = self.turn
        copy.armies = self.armies
        copy.hands = [hand[:] for hand in self.hands]
        copy.generals = [cards[:] for cards in self.generals]
        copy.plans = self.plans[:]
        copy.lines = [(front[:], center[:], back[:]) for front, center, back in self.lines]
        copy.webs = [cards[:] for cards in self.webs]
        copy.sizes = self.sizes[:]
        copy.reserves = [cards[:] for cards in self.reserves]
        copy.piles = [cards[:] for cards in self.piles]
        copy.kills = [cards[:] for cards in self.kills]
        copy.points = self.points[:]
        copy.kharnage = self.kharnage[:]
        copy.done = self.done
        copy.surprises = [surprise.copy() for surprise in self.surprises]
        copy.attack = None if self.attack is None else self.attack.copy()
        copy.cheer = self.cheer[:]
        copy.ended = self.ended
        return copy
