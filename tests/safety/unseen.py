"""Acts in a game that some viewers cannot notice, found by playing random games.

A viewer cannot notice a move after which they have no new information, and the same view and moves
as before. A viewer cannot notice a choice between two moves that lead to the same information.
Shown cards are noticed only by the players who see them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

from games.engine.chance import Chance
from games.engine.contract import Dump, Effect, Json, Move, Position
from games.engine.testing.tables import Table, Turn, examples, random_game, seed_bytes, tables_of
from games.titles.registry import newest

SEED = bytes(range(32))
SEARCHED = 8
"""The number of random games to search; games with many seats have more secrets."""
LOOKED_AT, TRIED = 0.2, 4
"""The share of positions, and the number of their moves, that are examined for choices."""
Viewer = int | None
Known = tuple[Any, ...]


@dataclass(frozen=True)
class Unseen:
    """An act of a seat, another act `instead` of it, and the viewers who cannot tell which."""

    kind: str
    table: Table
    position: Dump
    seat: int
    move: Json
    instead: Json | None
    unaware: frozenset[Viewer]


def unseen_in(game: str) -> dict[str, Unseen]:
    """Return one act of each kind that this game has."""
    found: dict[str, Unseen] = {}
    tables = sorted(tables_of(newest(game)), key=lambda table: -table.seats)
    for number in range(examples(SEARCHED)):
        rng, table = Random(number), tables[number % len(tables)]
        for turn in random_game(table, seed_bytes(number)):
            for one in _at(table, turn, rng):
                found.setdefault(one.kind, one)
    return found


def _at(table: Table, turn: Turn, rng: Random) -> Iterator[Unseen]:
    position, asked = turn.position, turn.position.to_move()
    if len(asked) > 1:
        for seat in asked:
            yield from _moves_unseen(table, position, seat)
    if rng.random() < LOOKED_AT:
        yield from _choices(table, position, turn.seat, rng)
        yield from _shows(table, position, turn.seat)


def _moves_unseen(table: Table, position: Position, seat: int) -> Iterator[Unseen]:
    before = {viewer: _known(position, [], viewer) for viewer in _others(position, seat)}
    for move in position.moves(seat):
        after, effects = _played(position, seat, move)
        unaware = {v for v, known in before.items() if _known(after, effects, v) == known}
        if unaware:
            kind = f"{move.type} unseen"
            yield _unseen(kind, table, position, seat, move.dump(), None, unaware)


def _choices(table: Table, position: Position, seat: int, rng: Random) -> Iterator[Unseen]:
    moves = position.moves(seat)
    tried = [(m, *_played(position, seat, m)) for m in rng.sample(moves, min(TRIED, len(moves)))]
    for (one, after, happened), (other, otherwise, said) in combinations(tried, 2):
        if after.dump() == otherwise.dump():
            continue
        unaware = {
            viewer
            for viewer in _others(position, seat)
            if _known(after, happened, viewer) == _known(otherwise, said, viewer)
        }
        if unaware:
            kind = " or ".join(sorted((one.type, other.type)))
            yield _unseen(kind, table, position, seat, one.dump(), other.dump(), unaware)


def _shows(table: Table, position: Position, seat: int) -> Iterator[Unseen]:
    cards = position.showable(seat)
    others = [other for other in _others(position, seat) if other is not None]
    if cards and len(others) > 1:
        move = {"show": cards[:1], "to": others[:1]}
        yield _unseen("shown cards", table, position, seat, move, None, {None, *others[1:]})


def _unseen(
    kind: str,
    table: Table,
    position: Position,
    seat: int,
    move: Json,
    instead: Json | None,
    unaware: set[Viewer],
) -> Unseen:
    return Unseen(kind, table, position.dump(), seat, move, instead, frozenset(unaware))


def _others(position: Position, seat: int) -> list[Viewer]:
    return [None, *(other for other in range(position.seats) if other != seat)]


def _played(position: Position, seat: int, move: Move) -> tuple[Position, list[Effect]]:
    """Play a move as the first of a match that starts here, with the seed of `two_worlds.py`."""
    after = position.clone()
    return after, after.play(seat, move, Chance(SEED, 1))


def _known(position: Position, effects: list[Effect], viewer: Viewer) -> Known:
    """Return everything that a viewer knows of a position and of the effects before it."""
    known = [(one.kind, one.facts) for one in effects if one.known_to(viewer)]
    moves = [] if viewer is None else position.moves(viewer)
    return known, position.view(viewer), moves, position.outcome()
