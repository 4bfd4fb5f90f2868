"""Ready pieces for boards: dice, pickers of numbers and faces, counters, tokens and a map.

A board builds them from its view and moves, and its template draws them:

    {% piece board.mine %}

`manage.py playgame` shows all of them with their code. Their style sheet is `css/pieces.css`; a
board that uses them names it (`Board.styles`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, NamedTuple, TypeVar

from games.boards.panels import css_classes
from games.boards.seats import emblem_of
from games.engine.contract import Move

M = TypeVar("M", bound=Move)
MOST_COLUMNS = MOST_ROWS = 12
"""The size of the largest map."""
MOST_PIPS = 12
"""A counter up to this number is also drawn as pips."""
CORNERS = ((1, 1), (3, 3), (1, 3), (3, 1), (1, 2), (3, 2))
"""The pips of a six, in the order in which faces gain them; the middle is apart."""


class Point(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class Piece:
    """Something that `{% piece %}` draws; immutable, and in one language."""

    template: ClassVar[str]


@dataclass(frozen=True)
class Die(Piece):
    """A die.

    Attributes:
        face: From 1 to 6; 0 is a die whose face is hidden.
        marked: Whether it is one of those that count.
    """

    template = "boards/pieces/_die.html"

    face: int = 0
    marked: bool = False

    @property
    def pips(self) -> tuple[Point, ...]:
        """The pips to draw, on a die four units wide."""
        middle = (Point(2, 2),) if self.face % 2 else ()
        return middle + tuple(Point(*one) for one in CORNERS[: self.face // 2 * 2])

    @property
    def name(self) -> str:
        """The face as a number; a question mark if it is hidden."""
        return str(self.face or "?")

    @property
    def states(self) -> str:
        """The CSS classes of the die."""
        return css_classes("die", is_hidden=not self.face, is_marked=self.marked)


@dataclass(frozen=True)
class Dice(Piece):
    """Several dice in a row; false if there are none."""

    template = "boards/pieces/_dice.html"

    dice: tuple[Die, ...]
    name: str = ""
    """What a screen reader calls them."""

    def __bool__(self) -> bool:
        return bool(self.dice)


def dice(faces: int | Iterable[int], name: str = "", *, marked: int = 0) -> Dice:
    """Return dice with these faces, or this number of hidden ones.

    Args:
        faces: The faces, or the number of dice if they are hidden; as a view has them.
        name: What a screen reader calls them.
        marked: The face whose dice count.
    """
    shown = (0,) * faces if isinstance(faces, int) else tuple(faces)
    return Dice(tuple(Die(face, face == marked != 0) for face in shown), name)


@dataclass(frozen=True)
class Pick:
    """A button that plays a move; it shows a die or a number."""

    id: str
    value: str
    """The move, as the form sends it."""
    name: str
    """What a screen reader calls the button: “Bid three fives”."""
    text: str = ""
    die: Die | None = None


@dataclass(frozen=True)
class PickRow:
    """Picks that have a number in common, which stands in front of them."""

    text: str
    picks: tuple[Pick, ...]


@dataclass(frozen=True)
class Picker(Piece):
    """Rows of buttons that each play a move; false if there is none."""

    template = "boards/pieces/_picker.html"

    rows: tuple[PickRow, ...]

    def __bool__(self) -> bool:
        return bool(self.rows)

    @property
    def states(self) -> str:
        """The CSS classes of the picker."""
        faces = any(pick.die for row in self.rows for pick in row.picks)
        return css_classes("picker", has_faces=faces, has_rows=any(row.text for row in self.rows))


def number_picker(moves: Iterable[M], name: Callable[[M], str], number: str) -> Picker:
    """Return a button for each move, which shows the number in one of its fields.

    Args:
        moves: The moves, as `BoardTable.moves_of` returns them.
        name: Says a move in words, for screen readers: “Bid 7”.
        number: The name of the field.
    """
    picks = tuple(
        _pick(move, name(move), (number,), text=str(getattr(move, number))) for move in moves
    )
    return Picker((PickRow("", picks),) if picks else ())


def face_picker(moves: Iterable[M], name: Callable[[M], str], face: str, count: str = "") -> Picker:
    """Return a button for each move, which shows the die with the face in one of its fields.

    Args:
        moves: The moves, as `BoardTable.moves_of` returns them, sorted by `count`.
        name: Says a move in words, for screen readers: “Bid three fives”.
        face: The name of the field with the face.
        count: The name of a field by which they are in rows: three of these, four of these.
    """

    def pick(move: M) -> Pick:
        shown = Die(getattr(move, face))
        return _pick(move, name(move), (count, face) if count else (face,), die=shown)

    if not count:
        picks = tuple(map(pick, moves))
        return Picker((PickRow("", picks),) if picks else ())
    rows = groupby(moves, key=lambda move: int(getattr(move, count)))
    return Picker(tuple(PickRow(f"{number} ×", tuple(map(pick, same))) for number, same in rows))


def _pick(
    move: Move, name: str, fields: tuple[str, ...], *, text: str = "", die: Die | None = None
) -> Pick:
    values = "-".join(str(getattr(move, field)) for field in fields)
    return Pick(f"{move.type}-{values}", move_value(move), name, text, die)


@dataclass(frozen=True)
class Counter(Piece):
    """A number with its name, such as points or coins; with `most`, also how far it is."""

    template = "boards/pieces/_counter.html"

    name: str
    value: int
    most: int | None = None
    emblem: str = ""

    @property
    def pips(self) -> tuple[bool, ...]:
        """A pip for each step to `most`, and whether it is reached; none if there are too many."""
        if self.most is None or self.most > MOST_PIPS:
            return ()
        return tuple(n < self.value for n in range(self.most))


@dataclass(frozen=True)
class Token(Piece):
    """A token of a player, or a neutral one; with `count`, a stack of them.

    Attributes:
        name: What a screen reader calls it: “Anna’s ship”.
        seat: The player, whose colour and emblem it has.
        emblem: Another emblem of the game's list.
        count: The number of tokens in the stack.
    """

    template = "boards/pieces/_token.html"

    name: str
    seat: int | None = None
    emblem: str = ""
    count: int = 1

    @property
    def drawn(self) -> str:
        """The emblem to draw."""
        return self.emblem or ("" if self.seat is None else emblem_of(self.seat))

    @property
    def states(self) -> str:
        """The CSS classes of the token."""
        seat = () if self.seat is None else (f"seat-{self.seat}",)
        return css_classes("token", *seat, is_stack=self.count > 1)


@dataclass(frozen=True)
class Place:
    """A place on a map.

    Attributes:
        id: Its id on the page is `place-` and this.
        name: Its name.
        column: From the left, from 1 to 12.
        row: From the top, from 1 to 12.
        tokens: What stands there.
        value: The move that a click on it plays, as JSON (`move_value`); "" if it cannot be chosen.
        does: What a screen reader says a click does: “Settle in Arvenn”.
    """

    id: str
    name: str
    column: int
    row: int
    tokens: tuple[Token, ...] = ()
    value: str = ""
    does: str = ""

    def __post_init__(self) -> None:
        if not (1 <= self.column <= MOST_COLUMNS and 1 <= self.row <= MOST_ROWS):
            raise ValueError(f"“{self.id}” is outside of a map’s {MOST_COLUMNS} × {MOST_ROWS}.")

    @property
    def states(self) -> str:
        """The CSS classes of the place."""
        return f"map-place at-{self.column} row-{self.row}"


class Way(NamedTuple):
    """A line between the middles of two places."""

    begin: Point
    end: Point


@dataclass(frozen=True)
class PlaceMap(Piece):
    """Places in columns and rows, and the ways between them; `ways` are pairs of ids."""

    template = "boards/pieces/_map.html"

    places: tuple[Place, ...]
    ways: tuple[tuple[str, str], ...] = ()
    name: str = ""
    """What a screen reader calls it."""

    @property
    def width(self) -> int:
        """Two units for each column."""
        return 2 * max(place.column for place in self.places)

    @property
    def height(self) -> int:
        """Two units for each row."""
        return 2 * max(place.row for place in self.places)

    @property
    def lines(self) -> tuple[Way, ...]:
        """The ways, on a map two units wide and high for each column and row."""
        middles = {one.id: Point(2 * one.column - 1, 2 * one.row - 1) for one in self.places}
        return tuple(Way(middles[begin], middles[end]) for begin, end in self.ways)


def move_value(move: Move) -> str:
    """Return a move as a button of the move form sends it."""
    return json.dumps(move.dump())
