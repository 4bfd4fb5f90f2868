"""The board of a game without one: its view in words, and a button for each legal move."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2s
from typing import ClassVar

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from core.labels import name_words, spaced
from games.boards.board import Board, BoardTable
from games.boards.lines import Line
from games.boards.panels import Card, Panel, css_classes
from games.boards.table_view import TableView
from games.boards.words import (
    field_words,
    labelled,
    list_of_words,
    move_fields,
    move_words,
    value_words,
)
from games.engine.chance import SEED_BYTES, Chance
from games.engine.contract import Effect, Json, Move, Position

Numbered = tuple[int, Move]
FEW = 8
"""Up to this number of moves of one type are in one row; more are in rows by first field."""
MANY = 16
"""From this number of moves on, they get more space."""
MOST = 40
"""With more moves than this, the board asks in two steps: for a choice, then for the rest."""


@dataclass(frozen=True)
class Fact:
    """A key of the view and its value in words; `entries` has a list's items separately."""

    name: str
    text: str
    entries: tuple[str, ...] = ()


@dataclass(frozen=True)
class Side(Panel):
    """The parts of the view that belong to one player."""

    facts: tuple[Fact, ...]

    @property
    def states(self) -> str:
        return css_classes(f"seat-{self.player.seat}", is_turn=self.to_act)


@dataclass(frozen=True)
class Button:
    """A legal move: its name and the form's value."""

    id: str
    text: str
    value: str
    way: str = ""
    """The id of the choice that shows the button; empty if it always shows."""


@dataclass(frozen=True)
class Row:
    """A row of moves; `name` is what they have in common, if anything."""

    name: str
    buttons: tuple[Button, ...]


@dataclass(frozen=True)
class Choice:
    """The first step to some of many moves; choosing it shows their rows."""

    id: str
    text: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Group:
    """The moves of one type; `name` is empty if there is only one group."""

    name: str
    rows: tuple[Row, ...] = ()
    choices: tuple[Choice, ...] = ()


class GenericTable(BoardTable):
    """The view of any game: players' parts in panels, the viewer's hand, the rest on the board."""

    def __init__(self, table: TableView, by_seat: frozenset[str]) -> None:
        super().__init__(table)
        self.keys_by_seat = by_seat

    @cached_property
    def facts(self) -> list[Fact]:
        """Return the parts of the view that belong to the whole table; no turn once it is over."""
        return [
            self._fact(key, value)
            for key, value in self.view.items()
            if key not in self._by_seat and not self._is_hand(key)
            if not (self.over and key == "turn")
        ]

    @cached_property
    def sides(self) -> list[Side]:
        """Return the parts of the view that belong to each player."""
        waits = self._waiting()
        return [
            Side(player, player.seat in waits, self._facts_of(player.seat))
            for player in self.table.players
        ]

    @cached_property
    def hand(self) -> list[Fact]:
        """Return the viewer's own parts that the other players cannot see."""
        mine = [self._fact(key, self.view[key]) for key in self.view if self._is_hand(key)]
        seat = self.table.seat
        if seat is None:
            return mine
        hidden = {k: v for k, v in self._by_seat.items() if _hides(v, seat)}
        return [*mine, *(self._fact(key, values[seat]) for key, values in hidden.items())]

    def _facts_of(self, seat: int) -> tuple[Fact, ...]:
        """Return what a player's panel shows; the viewer's panel leaves out their hand."""
        return tuple(
            self._fact(key, values[seat])
            for key, values in self._by_seat.items()
            if not (self.table.seated and seat == self.table.seat and _hides(values, seat))
        )

    @property
    def over(self) -> bool:
        return self.table.over

    @cached_property
    def showable(self) -> tuple[Card, ...]:
        """Return the cards that the viewer may show to others."""
        return tuple(Card(card, name_words(card), "", "") for card in self.table.showable)

    @cached_property
    def _by_seat(self) -> dict[str, list[object]]:
        """Return the keys of the view that have an entry for each seat."""
        known = ((key, value) for key, value in self.view.items() if key in self.keys_by_seat)
        seats = len(self.table.players)
        return {key: v for key, v in known if isinstance(v, list) and len(v) == seats}

    def _is_hand(self, key: str) -> bool:
        return key == "hand" and self.table.seated

    def _fact(self, key: str, value: object) -> Fact:
        return Fact(
            name_words(key),
            field_words(key, value, self.names),
            list_of_words(key, value, self.names),
        )

    def _waiting(self) -> set[int]:
        """Return the seats in the view's `turn`."""
        turn = self.view.get("turn")
        seats = turn if isinstance(turn, list) else [turn]
        return set() if self.table.over else {seat for seat in seats if isinstance(seat, int)}

    # --- Moves.

    @property
    def many(self) -> bool:
        """Whether there are enough moves to need more space."""
        return len(self.table.moves) >= MANY

    @cached_property
    def groups(self) -> list[Group]:
        """Return every legal move of the viewer, by type."""
        numbered = list(enumerate(self.table.moves))
        if len(numbered) <= FEW:
            return [Group("", (self._row("", numbered, 0, typed=True),))]
        by_type = _sorted_by(lambda move: move.type, numbered)
        single = [moves[0] for moves in by_type.values() if len(moves) == 1]
        groups = [Group("", (self._row("", single, 0, typed=True),))] if single else []
        several = {kind: moves for kind, moves in by_type.items() if len(moves) > 1}
        if len(numbered) > MOST:
            return groups + self._stepped(several)
        return groups + [
            Group(name_words(kind), self._rows(moves)) for kind, moves in several.items()
        ]

    def _stepped(self, by_type: dict[str, list[Numbered]]) -> list[Group]:
        """Return groups that ask first for the first field, or for the type, then for the rest."""
        groups, by_kind = [], list[Choice]()
        for kind, moves in by_type.items():
            first = {next(iter(_fields(move)), "") for _number, move in moves}
            if len(moves) <= FEW:
                groups.append(Group(name_words(kind), self._rows(moves)))
            elif len(first) == 1 and all(len(_fields(move)) > 1 for _number, move in moves):
                key = first.pop()
                groups.append(
                    Group(labelled(name_words(kind), spaced(key)), (), self._choices(key, moves))
                )
            else:
                by_kind.append(_choice(kind, name_words(kind), self._rows(moves)))
        if len(by_kind) == 1 and not groups:
            return [Group("", by_kind[0].rows)]
        return [*groups, *([Group("", (), tuple(by_kind))] if by_kind else [])]

    def _choices(self, key: str, moves: list[Numbered]) -> tuple[Choice, ...]:
        """Return a choice for each value of the first field, with what is left to choose."""
        by_value = _sorted_by(lambda move: json.dumps(_fields(move)[key]), moves)
        return tuple(
            _choice(
                f"{same[0][1].type} {value}",
                name_words(field_words(key, _fields(same[0][1])[key], self.names)),
                self._rest(same),
            )
            for value, same in by_value.items()
        )

    def _rest(self, moves: list[Numbered]) -> tuple[Row, ...]:
        """Return moves that differ after their first field: in rows by the second, if many."""
        fields = [list(_fields(move)) for _number, move in moves]
        if len(moves) > FEW and all(len(names) > 2 for names in fields):
            by_second = _sorted_by(lambda move: move_fields(move, self.names)[1], moves)
            return tuple(self._row(name_words(second), s, 2) for second, s in by_second.items())
        left = {tuple(names[1:]) for names in fields}
        only = left.pop() if len(left) == 1 else ()
        return (self._row(name_words(only[0]) if len(only) == 1 else "", moves, 1),)

    def _rows(self, moves: list[Numbered]) -> tuple[Row, ...]:
        """Return moves of one type in one row, or in rows by their first field."""
        if len(moves) <= FEW or any(len(move_fields(move)) < 2 for _number, move in moves):
            return (self._row("", moves, 0),)
        by_first = _sorted_by(lambda move: move_fields(move, self.names)[0], moves)
        return tuple(self._row(name_words(first), same, 1) for first, same in by_first.items())

    def _row(self, name: str, moves: list[Numbered], skip: int, *, typed: bool = False) -> Row:
        buttons = (
            _button(move, move_words(move, self.names) if typed else self._button_words(move, skip))
            for _number, move in moves
        )
        return Row(name, tuple(buttons))

    def _button_words(self, move: Move, skip: int) -> str:
        """Return a move's words without its type and the fields that name its row."""
        words = ", ".join(move_fields(move, self.names, skip))
        return name_words(words) if words else name_words(move.type)

    def waiting(self) -> str:
        names = [side.player.name for side in self.sides if side.to_act]
        if len(names) != 1:
            return super().waiting()
        return _("Waiting for {name}.").format(name=names[0])


def _fields(move: Move) -> Json:
    """Return a move as JSON without its type."""
    return {name: value for name, value in move.dump().items() if name != "type"}


def _choice(mark: str, text: str, rows: tuple[Row, ...]) -> Choice:
    """Return a choice whose id is derived from its mark, and to whose rows it is the way."""
    way = f"first-{blake2s(mark.encode(), digest_size=6).hexdigest()}"
    shown = (
        Row(row.name, tuple(replace(button, way=way) for button in row.buttons)) for row in rows
    )
    return Choice(way, text, tuple(shown))


def _button(move: Move, words: str) -> Button:
    """Return a button whose id is derived from its move, so that it never means another move."""
    value = json.dumps(move.dump())
    return Button(f"act-{blake2s(value.encode(), digest_size=6).hexdigest()}", words, value)


def _sorted_by(key: Callable[[Move], str], moves: list[Numbered]) -> dict[str, list[Numbered]]:
    found: dict[str, list[Numbered]] = {}
    for number, move in moves:
        found.setdefault(key(move), []).append((number, move))
    return found


def _hides(values: list[object], seat: int) -> bool:
    """Return whether a list with an entry for each seat shows only this seat's cards."""
    lists = [at for at, one in enumerate(values) if isinstance(one, list)]
    return lists == [seat] and len(values) > 1


class GenericBoard(Board):
    """The board of any game."""

    rules: ClassVar[type[Position]]

    @cached_property
    def keys_by_seat(self) -> frozenset[str]:
        """Return the keys of the view that have an entry for each seat, for any number of seats."""
        rules, keys = self.rules, []
        for seats in rules.game.seats:
            agreed = rules.game.read_options({}, seats)
            view = rules.deal(seats, agreed, Chance(bytes(SEED_BYTES), 0)).view(None)
            keys.append({k for k, v in view.items() if isinstance(v, list) and len(v) == seats})
        return frozenset(set.intersection(*keys))

    def build(self, table: TableView) -> GenericTable:
        return GenericTable(table, self.keys_by_seat)

    def card_name(self, card: str) -> str:
        return name_words(card)

    def describe(self, effect: Effect, names: Sequence[str]) -> list[Line]:
        """Return one line: the player, the kind of effect, and its facts."""
        facts = dict(effect.facts)
        seat = facts.pop("seat", None)
        words = value_words(facts, names) if facts else ""
        text = f"{name_words(effect.kind)} {words}".strip()
        if type(seat) is not int or not 0 <= seat < len(names):
            return [Line(f"{text}.")]
        return [Line(f"{names[seat]}: {text[:1].lower()}{text[1:]}.", seat)]


@cache
def board_for(rules: type[Position]) -> GenericBoard:
    """Return the generic board of a game."""
    board: type[GenericBoard] = type(
        "GenericBoardOf", (GenericBoard,), {"game": rules.game, "rules": rules}
    )
    return board()
