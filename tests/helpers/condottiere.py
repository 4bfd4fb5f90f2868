"""Condottiere in tests: lay out a position, and play moves written in words.

table = Table(hands="m10 drum | m1", phase="battle", city="parma")
table.say("0 play m10", "1 pass")
assert table["armies"] == [["m10"], []]
"""

from __future__ import annotations

from typing import Any

from games.engine import shapes
from games.engine.contract import Effect, Json, Position
from games.engine.record import read_record
from games.engine.refusals import BadPosition, Refusal
from games.engine.replay import play_one
from games.titles.condottiere.rules.position import Condottiere
from games.titles.registry import ALL_RULES
from tests.helpers.records import written


class Table:
    """A game from a given position; by default with one seat per hand."""

    def __init__(
        self, *, seats: int | None = None, options: Json | None = None, **position: Any
    ) -> None:
        for key in ("hands", "armies"):
            if isinstance(position.get(key), str):
                position[key] = piles(position[key])
        if seats is None:
            seats = len(position["hands"])
        record = written(seats=seats, options=options or {})
        if position:
            record["position"] = position
        self.record = read_record(record, ALL_RULES)
        self.position: Position = self.record.start()
        self.step = 0
        self.effects: list[Effect] = []

    def say(self, *lines: str) -> Table:
        """Play moves: “0 play m10”, “1 play scarecrow take m3”, “2 choose roma”, “0 pass”."""
        for line in lines:
            self.step += 1
            self.effects = play_one(self.position, self.record, self.step, move(line))
            self.position.check()
        return self

    def refuses(self, line: str) -> str:
        """Return the code with which a move is refused."""
        return self.refusal(line).code

    def refusal(self, line: str) -> Refusal:
        """Return the refusal of a move; the position must not change."""
        before = self.position.dump()
        try:
            play_one(self.position, self.record, self.step + 1, move(line))
        except Refusal as refusal:
            assert self.position.dump() == before
            return refusal
        raise AssertionError(f"{line} was not refused")

    def legal(self, seat: int) -> list[str]:
        return [line(move.dump()) for move in self.position.moves(seat)]

    def __getitem__(self, key: str) -> Any:
        return self.position.dump()[key]

    @property
    def to_move(self) -> tuple[int, ...]:
        return self.position.to_move()

    @property
    def result(self) -> shapes.Outcome | None:
        outcome = self.position.outcome()
        return None if outcome is None else outcome.dump()

    def kinds(self) -> list[str]:
        """Return the kinds of effects of the last move."""
        return [effect.kind for effect in self.effects]

    def effect(self, kind: str) -> Json:
        """Return the facts of the only effect of that kind in the last move."""
        [facts] = [effect.facts for effect in self.effects if effect.kind == kind]
        return facts

    def sizes(self) -> list[int]:
        return [len(hand) for hand in self["hands"]]


def piles(text: str) -> list[list[str]]:
    """Split “m10 drum | m1 |” into three piles."""
    return [pile.split() for pile in text.split("|")]


def move(line: str) -> Json:
    seat, kind, *rest = line.split()
    data: Json = {"seat": int(seat), "type": kind}
    if kind == "choose":
        [data["city"]] = rest
    elif kind == "play":
        data["card"] = rest[0]
        if rest[1:]:
            _, data["take"] = rest[1:]
    else:
        assert not rest
    return data


def line(data: Json) -> str:
    """Return a move without its seat, in the words of `say`."""
    words = [data["type"], data.get("city"), data.get("card")]
    if "take" in data:
        words += ["take", data["take"]]
    return " ".join(word for word in words if word)


def battle(hands: str, *, city: str = "parma", **more: Any) -> Table:
    """Lay out a battle for a city, before its first move."""
    return Table(hands=hands, phase="battle", city=city, **more)


def refused_position(
    seats: int = 3, options: Json | None = None, position: Any = None
) -> BadPosition | None:
    """Return the refusal of a given position, or None if it is valid."""
    agreed = Condottiere.game.read_options(options or {})
    record = read_record(written(seats=seats), ALL_RULES)
    try:
        Condottiere.load(position, seats, agreed, record.chance(0)).check()
    except BadPosition as refusal:
        return refusal
    return None


def owned(**cities: str) -> dict[str, int]:
    """Return the cities of a position from owned(s0="parma roma", s2="siena")."""
    return {city: int(seat[1:]) for seat, held in cities.items() for city in held.split()}


ALL_TAKEN = {
    # The cities of each seat, without a group of 3; the key gives the counts.
    "5543": owned(
        s0="torino mantova lucca firenze napoli",
        s1="milano genova ferrara bologna roma",
        s2="venezia parma urbino spoleto",
        s3="modena siena ancona",
    ),
    "6542": owned(
        s0="torino venezia mantova parma firenze spoleto",
        s1="genova ferrara urbino ancona roma",
        s2="milano bologna lucca siena",
        s3="modena napoli",
    ),
    "44432": owned(
        s0="genova parma firenze siena",
        s1="milano mantova spoleto roma",
        s2="torino ferrara bologna ancona",
        s3="venezia lucca urbino",
        s4="modena napoli",
    ),
    # Without a group of 4, for three seats.
    "665": owned(
        s0="torino modena lucca firenze ancona napoli",
        s1="mantova ferrara parma siena urbino roma",
        s2="milano genova venezia bologna spoleto",
    ),
}


def all_but(counts: str, city: str) -> dict[str, int]:
    """Return sixteen taken cities; only the given one is still free."""
    return {held: seat for held, seat in ALL_TAKEN[counts].items() if held != city}
