"""Build Babel tables from short strings in which cards are letters: M S H P A."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from games.engine.chance import Chance
from games.engine.contract import Effect, Json, Move
from games.engine.record import Record
from games.engine.refusals import Refusal
from games.engine.replay import play_one
from games.titles.babel.rules.position import Babel

LETTERS = {"M": "mede", "S": "sumerian", "H": "hittite", "P": "persian", "A": "assyrian"}
RECORD = Record(Babel, 2, {}, bytes(32))


def cards(letters: str) -> list[str]:
    return [LETTERS[letter] for letter in letters]


def letters(row: list[str]) -> str:
    """Return a row as letters."""
    return "".join(tribe[0].upper() for tribe in row)


def site(mine: str = "", theirs: str = "", my: Any = (), their: Any = ()) -> Json:
    """One site: the rows of seat 0 and 1 in letters, then their temples."""
    return {"tribes": [cards(mine), cards(theirs)], "temples": [list(my), list(their)]}


def table(hands: tuple[str, str] = ("", ""), **given: Any) -> Babel:
    """Return a position, by default with seat 0's stone among the Hittites."""
    given.setdefault("stones", ["hittite", "quarry"])
    return load({"hands": [cards(hand) for hand in hands], **given})


def load(given: Any) -> Babel:
    return Babel.load(given, 2, {}, Chance(bytes(32), 0))


def deal(number: int = 0) -> Babel:
    return Babel.deal(2, {}, Chance(Random(number).randbytes(32), 0))


def play(position: Babel, type: str, seat: int | None = None, **fields: Any) -> list[Effect]:
    """Play a recorded move of the seat on turn, as step 1."""
    seat = to_move(position) if seat is None else seat
    return send(position, {"seat": seat, "type": type, **named(fields)})


def named(fields: Json) -> Json:
    """Fields by their names: one that Python keeps for itself is given as `from_`."""
    return {name.removesuffix("_"): value for name, value in fields.items()}


def send(position: Babel, data: Any) -> list[Effect]:
    return play_one(position, RECORD, 1, data)


def to_move(position: Babel) -> int:
    return (*position.to_move(), 0)[0]


def code_of(position: Babel, type: str, seat: int | None = None, **fields: Any) -> str | None:
    """Return the code with which a move is refused, or None; the position does not change."""
    refusal = refusal_of(position, {"type": type, **named(fields)}, seat)
    return None if refusal is None else refusal.code


def words_of(position: Babel, type: str, **fields: Any) -> str:
    refusal = refusal_of(position, {"type": type, **named(fields)})
    assert refusal is not None
    return refusal.reason


def refusal_of(position: Babel, move: Json, seat: int | None = None) -> Refusal | None:
    before = position.dump()
    copy = position.clone()
    try:
        send(copy, {"seat": to_move(position) if seat is None else seat, **move})
    except Refusal as refusal:
        assert copy.dump() == before
        return refusal
    return None


def legal(position: Babel, type: str = "") -> list[Json]:
    """Return the legal moves of the seat on turn, of one type or all."""
    listed = [move.dump() for move in position.moves(to_move(position))]
    return [move for move in listed if type in ("", move["type"])]


def at(position: Babel, seat: int, where: str) -> str:
    """Return a seat's row at a site, as letters."""
    return letters(position.tribes[seat][where])


def random_moves(
    number: int, start: Babel | None = None
) -> Iterator[tuple[Babel, int, Move, Chance]]:
    """Yield the moves of a random game before each is played; callers must not change anything."""
    rng = Random(number)
    seed = Random(number).randbytes(32)
    position = start or Babel.deal(2, {}, Chance(seed, 0))
    step = 0
    while asked := position.to_move():
        step += 1
        moves = position.moves(asked[0])
        # Powers and builds are sought out: they are where the trouble would be.
        keen = [move for move in moves if move.type in ("power", "build")]
        move = rng.choice(keen if keen and rng.random() < 0.5 else moves)
        yield position, asked[0], move, Chance(seed, step)
        position.play(asked[0], move, Chance(seed, step))
