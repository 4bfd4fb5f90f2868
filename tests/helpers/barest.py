"""A game that has only rules, with many moves and many seats."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Self

from games.engine.chance import Chance
from games.engine.contract import (
    Effect,
    Game,
    Json,
    Move,
    Options,
    Outcome,
    Position,
    View,
    places_by,
)
from games.engine.information_state import InformationState
from games.engine.refusals import BadMove
from games.titles.contract import Title

PEBBLES = range(1, 13)
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Throw(Move):
    """Throw pebbles into another player's garden."""

    pebbles: int
    target: int
    type: ClassVar[str] = "throw"


@dataclass(frozen=True, slots=True)
class Rest(Move):
    """Do nothing."""

    type: ClassVar[str] = "rest"


class Memory(InformationState["Barest"]):
    """Remembers the number of moves; a view shows everything else."""

    def begin(self, view: View) -> None:
        self.moved: int = view["turn"]

    def learn(self, effect: Effect) -> None:
        self.moved += 1

    def lay_open(self, view: View) -> Barest:
        table = self.rules(len(view["gardens"]), self.options)
        table.moved = self.moved
        table.gardens = list(view["gardens"])
        table.numbers[self.seat] = view["mine"]
        return table

    def draw(self, world: Barest, view: View, rng: Random) -> None:
        for other in range(world.seats):
            if other != self.seat:
                world.numbers[other] = rng.randrange(10)


class Barest(Position):
    """A game in which players throw pebbles into other gardens three times; the fewest win.

    Each player has a secret number, which the others do not learn before the end.
    """

    game: ClassVar[Game] = Game(slug="barest", name="Pebbles", seats=range(2, 9))
    information_state = Memory

    def __init__(self, seats: int, options: Options) -> None:
        self.seats = seats
        self.options = options
        self.moved = 0
        self.gardens = [0] * seats
        self.numbers = [0] * seats

    @classmethod
    def deal(cls, seats: int, options: Options, chance: Chance) -> Self:
        position = cls(seats, options)
        position.numbers = [chance.below(10) for _ in range(seats)]
        return position

    @classmethod
    def load(cls, data: Any, seats: int, options: Options, chance: Chance) -> Self:
        position = cls(seats, options)
        position.moved = data["moved"]
        position.gardens, position.numbers = list(data["gardens"]), list(data["numbers"])
        return position

    @classmethod
    def read_move(cls, data: Json, seats: int) -> Move:
        if data["type"] == "rest":
            return Rest()
        try:
            return Throw(data["pebbles"], data["target"])
        except KeyError as error:
            raise BadMove("A “{type}” needs its fields.", type="throw") from error

    def dump(self) -> Json:
        return {
            "moved": self.moved,
            "gardens": list(self.gardens),
            "numbers": list(self.numbers),
        }

    def to_move(self) -> tuple[int, ...]:
        return () if self.moved == ROUNDS * self.seats else (self.moved % self.seats,)

    def moves(self, seat: int) -> list[Move]:
        if seat not in self.to_move():
            return []
        others = [other for other in range(self.seats) if other != seat]
        return [Rest(), *(Throw(n, other) for n in PEBBLES for other in others)]

    def apply(self, seat: int, move: Move, chance: Chance) -> list[Effect]:
        self.moved += 1
        if isinstance(move, Throw):
            self.gardens[move.target] += move.pebbles
            facts = {"seat": seat, "pebbles": move.pebbles, "target": move.target}
            return [Effect("throw", facts)]
        return [Effect("rest", {"seat": seat})]

    def outcome(self) -> Outcome | None:
        if self.to_move():
            return None
        scores = tuple(-sum(pair) for pair in zip(self.gardens, self.numbers, strict=True))
        return Outcome(scores, places_by(list(scores)), "pebbles")

    def view(self, seat: int | None) -> Json:
        return {
            "turn": self.moved % self.seats,
            "gardens": list(self.gardens),
            "mine": None if seat is None else self.numbers[seat],
            "windy": False,
        }

    def resample(self, seat: int | None, rng: Random) -> Self:
        copy = self.clone()
        others = [other for other in range(self.seats) if other != seat]
        for other in others:
            copy.numbers[other] = rng.randrange(10)
        return copy

    def clone(self) -> Self:
        return type(self).load(self.dump(), self.seats, self.options, Chance(bytes(32), 0))

    def check(self) -> None:
        assert 0 <= self.moved <= ROUNDS * self.seats


TITLE = Title(rules=(Barest,))
