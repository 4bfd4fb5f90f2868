"""The gallery of ready pieces: each drawn by the code that is shown with it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from textwrap import dedent

from games.boards.pieces import (
    Counter,
    Dice,
    Die,
    Picker,
    Piece,
    Place,
    PlaceMap,
    Token,
    dice,
    face_picker,
    move_value,
    number_picker,
)
from games.engine.contract import Move


@dataclass(frozen=True)
class Exhibit:
    """A piece, what it is for, and the code that builds and draws it."""

    name: str
    about: str
    piece: Piece
    code: str
    template: str


@dataclass(frozen=True, slots=True)
class Bid(Move):
    """A move of the examples."""

    count: int
    face: int


@dataclass(frozen=True, slots=True)
class Pay(Move):
    """A move of the examples."""

    coins: int


@dataclass(frozen=True, slots=True)
class Settle(Move):
    """A move of the examples."""

    place: str


def mine() -> Dice:
    """Show dice with their faces; those that count are marked."""
    return dice([2, 5, 5], "My dice", marked=5)


def hidden() -> Dice:
    """Show dice under a cup: a view has their number in place of a list."""
    return dice(4, "Anna’s dice")


def on_top() -> Die:
    """Show one die; `--die` is the width of dice, `is-large` around them makes it 3rem."""
    return Die(6)


def prices() -> Picker:
    """Offer a button for each number that a move can have."""
    moves = [Pay(coins) for coins in (1, 2, 3, 5, 8, 13, 21)]
    return number_picker(moves, lambda move: f"Pay {move.coins}", "coins")


def faces() -> Picker:
    """Offer a button for each face of a die."""
    moves = [Bid(2, face) for face in (1, 2, 3, 4, 5, 6)]
    return face_picker(moves, lambda move: f"Choose {move.face}", "face")


def bids() -> Picker:
    """Offer a number of dice and their face: a row for each number, equal faces in columns."""
    moves = [Bid(2, 5), Bid(2, 6), *(Bid(3, face) for face in (1, 2, 3, 4, 5, 6))]
    return face_picker(moves, lambda move: f"Bid {move.count} × {move.face}", "face", "count")


def points() -> Counter:
    """Show a number with its name and an emblem of the game’s list."""
    return Counter("Points", 12, emblem="star")


def rounds() -> Counter:
    """Show a number and how far it can go."""
    return Counter("Rounds", 3, most=5)


def ship() -> Token:
    """Show a player’s token: in the colour and with the emblem of the seat."""
    return Token("Anna’s ship", seat=0)


def coins() -> Token:
    """Show a stack of tokens that belong to no player."""
    return Token("coins", emblem="sun", count=4)


def country() -> PlaceMap:
    """Show places in columns and rows; those that can be chosen now are buttons."""
    anna, ben = Token("Anna’s house", seat=0), Token("Ben’s house", seat=1, count=2)
    places = (
        Place("arvenn", "Arvenn", 1, 1, (anna,)),
        Place("belrun", "Belrun", 3, 1, (ben, anna)),
        Place("corva", "Corva", 2, 2, (), move_value(Settle("corva")), "Settle in Corva"),
        Place("dunmar", "Dunmar", 1, 3, (), move_value(Settle("dunmar")), "Settle in Dunmar"),
        Place("elst", "Elst", 3, 3, (ben,)),
    )
    ways = (("arvenn", "belrun"), ("arvenn", "corva"), ("belrun", "corva"))
    return PlaceMap(places, (*ways, ("corva", "dunmar"), ("corva", "elst")), "The country")


SHOWN: tuple[tuple[str, tuple[Callable[[], Piece], ...]], ...] = (
    ("Dice", (mine, hidden, on_top)),
    ("Number picker", (prices,)),
    ("Face picker", (faces, bids)),
    ("Counters", (points, rounds)),
    ("Tokens", (ship, coins)),
    ("Map", (country,)),
)
"""The pieces by what they are."""
IMPORTS = """from games.boards.pieces import (
    Counter, Dice, Die, Picker, Place, PlaceMap, Token,
    dice, face_picker, move_value, number_picker,
)
"""
"""What their code imports."""


def exhibits() -> Iterator[tuple[str, list[Exhibit]]]:
    """Yield all pieces, by what they are."""
    for name, builders in SHOWN:
        yield name, [_exhibit(build) for build in builders]


def _exhibit(build: Callable[[], Piece]) -> Exhibit:
    head, *body = inspect.getsource(build).splitlines()
    about = inspect.getdoc(build) or ""
    code = dedent("\n".join(line for line in body if about not in line))
    returns = head.split("->")[1].strip(" :")
    shown = f"def {build.__name__}(self) -> {returns}:\n" + "".join(
        f"    {line}\n" for line in code.splitlines()
    )
    return Exhibit(
        build.__name__,
        about,
        build(),
        f"@property\n{shown}",
        f"{{% piece board.{build.__name__} %}}",
    )
