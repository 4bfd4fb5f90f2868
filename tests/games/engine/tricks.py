"""A small game with all that the contract knows of secrets, to try its tests on.

Each seat holds some cards of a deck. All lay one face down, in any order; then they are shown, and
the highest takes a point. Who has most points when the hands are empty has won.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Self

from games.engine.chance import Chance
from games.engine.contract import (
    Effect,
    Game,
    Json,
    Move,
    Option,
    Options,
    Outcome,
    Position,
    places_by,
)
from games.engine.information_state import InformationState
from games.engine.refusals import BadMove, BadPosition

DECK = tuple(range(1, 21))
OPTIONS = (Option("hand", (3, 4)), Option("low", (False, True)))
TRICKS = Game("tricks", "Tricks", range(2, 5), OPTIONS)


@dataclass(frozen=True, slots=True)
class Lay(Move):
    type: ClassVar[str] = "lay"
    card: int


class Memory(InformationState["Tricks"]):
    """A view shows all that is worth remembering."""

    def lay_open(self, view: Mapping[str, Any]) -> Tricks:
        table = self.rules(len(view["hands"]), self.options)
        table.hands[self.seat] = list(view["hands"][self.seat])
        table.laid[self.seat] = view["laid"][self.seat]
        table.seen, table.points = list(view["seen"]), list(view["points"])
        return table

    def draw(self, world: Tricks, view: Mapping[str, Any], rng: Random) -> None:
        known = [*world.hands[self.seat], world.laid[self.seat], *world.seen]
        unknown = [card for card in DECK if card not in known]
        rng.shuffle(unknown)
        for other in range(world.seats):
            if other != self.seat:
                world.hands[other] = [unknown.pop() for _ in range(view["hands"][other])]
                world.laid[other] = unknown.pop() if view["laid"][other] else None

    def take_back(self, world: Tricks) -> list[int]:
        others = [seat for seat, card in enumerate(world.laid) if card and seat != self.seat]
        for seat in others:
            card = world.laid[seat]
            assert card is not None
            world.hands[seat].append(card)
            world.laid[seat] = None
        return others


class Tricks(Position):
    """`seen` are the cards of earlier tricks; what is in no hand, not laid and not seen is left."""

    __slots__ = ("hands", "laid", "options", "points", "seats", "seen")
    game = TRICKS
    revealing = frozenset(("shown",))
    information_state = Memory

    hands: list[list[int]]
    laid: list[int | None]
    seen: list[int]
    points: list[int]

    def __init__(self, seats: int, options: Options) -> None:
        self.seats = seats
        self.options = options
        self.hands = [[] for _ in range(seats)]
        self.laid = [None] * seats
        self.seen = []
        self.points = [0] * seats

    @classmethod
    def deal(cls, seats: int, options: Options, chance: Chance) -> Self:
        position = cls(seats, options)
        deck = chance.shuffle(DECK)
        position.hands = [[deck.pop() for _ in range(options["hand"])] for _ in range(seats)]
        return position

    @classmethod
    def load(cls, data: Any, seats: int, options: Options, chance: Chance) -> Self:
        position = cls(seats, options)
        try:
            position.hands = [list(hand) for hand in data["hands"]]
            position.laid = list(data["laid"])
            position.seen = list(data["seen"])
            position.points = list(data["points"])
            position.check()
        except (AssertionError, KeyError, TypeError) as error:
            raise BadPosition("That is no position of this game.") from error
        if position.outcome() is not None:
            raise BadPosition("The game is over there.")
        return position

    @classmethod
    def read_move(cls, data: Json, seats: int) -> Move:
        card = data.get("card")
        if data["type"] != "lay" or type(card) is not int or card not in DECK:
            raise BadMove("A move lays a card of the deck.")
        return Lay(card)

    def dump(self) -> Mapping[str, Any]:
        return {
            "hands": [list(hand) for hand in self.hands],
            "laid": list(self.laid),
            "seen": list(self.seen),
            "points": list(self.points),
        }

    def to_move(self) -> tuple[int, ...]:
        seats = range(self.seats)
        return tuple(seat for seat in seats if self.hands[seat] and self.laid[seat] is None)

    def moves(self, seat: int) -> list[Move]:
        return [Lay(card) for card in self.hands[seat]] if seat in self.to_move() else []

    def apply(self, seat: int, move: Move, chance: Chance) -> list[Effect]:
        assert isinstance(move, Lay)
        self.hands[seat].remove(move.card)
        self.laid[seat] = move.card
        effects = [
            Effect("laid", {"seat": seat}),
            Effect("laid-own", {"seat": seat, "card": move.card}, frozenset((seat,))),
        ]
        return effects + ([] if None in self.laid else self._show())

    def _show(self) -> list[Effect]:
        cards = [card for card in self.laid if card is not None]
        best = min(cards) if self.options["low"] else max(cards)
        self.points[cards.index(best)] += 1
        self.seen += cards
        self.laid = [None] * self.seats
        return [Effect("shown", {"cards": cards, "winner": cards.index(best)})]

    def outcome(self) -> Outcome | None:
        if self.to_move():
            return None
        return Outcome(tuple(self.points), places_by(self.points), "points")

    def view(self, seat: int | None) -> Mapping[str, Any]:
        seats = range(self.seats)
        return {
            "hands": [list(self.hands[s]) if s == seat else len(self.hands[s]) for s in seats],
            "laid": [self.laid[s] if s == seat else self.laid[s] is not None for s in seats],
            "seen": list(self.seen),
            "points": list(self.points),
        }

    def resample(self, seat: int | None, rng: Random) -> Self:
        resampled = self.clone()
        others = [other for other in range(self.seats) if other != seat]
        own = [] if seat is None else [*self.hands[seat], self.laid[seat]]
        unknown = [card for card in DECK if card not in own and card not in self.seen]
        rng.shuffle(unknown)
        for other in others:
            resampled.hands[other] = [unknown.pop() for _ in self.hands[other]]
            resampled.laid[other] = None if self.laid[other] is None else unknown.pop()
        return resampled

    def clone(self) -> Self:
        copy = type(self)(self.seats, self.options)
        copy.hands = [list(hand) for hand in self.hands]
        copy.laid = list(self.laid)
        copy.seen = list(self.seen)
        copy.points = list(self.points)
        return copy

    def check(self) -> None:
        laid = [card for card in self.laid if card is not None]
        cards = [card for hand in self.hands for card in hand] + laid + self.seen
        assert len(set(cards)) == len(cards)
        assert set(cards) <= set(DECK)
        assert sum(self.points) * self.seats == len(self.seen)
