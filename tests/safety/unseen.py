"""What happens in a game without everybody's knowing of it: found from the rules, by playing.

A move is unseen by whoever is told nothing of it and has the same view, and the same moves, as
before; a choice, where two moves leave somebody the same. Showing cards is unseen by all others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

from games.engine.chance import Chance
from games.engine.contract import Dump, Happening, Json, Move, Position
from games.engine.testing.tables import Table, Turn, examples, random_game, seed_bytes, tables_of
from games.titles.registry import newest

SEED = bytes(range(32))
SEARCHED = 8
"""So many random games are searched for it; with many seats more is secret."""
LOOKED_AT, TRIED = 0.2, 4
"""The share of positions, and how many of their moves, that are looked at for choices."""
Viewer = int | None
Known = tuple[Any, ...]


@dataclass(frozen=True)
class Unseen:
    """Something a seat does, what it does `instead`, if anything, and who cannot tell which."""

    kind: str
    table: Table
    position: Dump
    seat: int
    move: Json
    instead: Json | None
    unaware: frozenset[Viewer]


def unseen_in(game: str) -> dict[str, Unseen]:
    """One of each kind that this game knows."""
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
        after, happenings = _played(position, seat, move)
        unaware = {v for v, known in before.items() if _known(after, happenings, v) == known}
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


def _played(position: Position, seat: int, move: Move) -> tuple[Position, list[Happening]]:
    """As the first move of a match that starts there, with the seed of `two_worlds.py`."""
    after = position.clone()
    return after, after.play(seat, move, Chance(SEED, 1))


def _known(position: Position, happenings: list[Happening], viewer: Viewer) -> Known:
    """All that a viewer has of a position and of what led there."""
    known = [(one.kind, one.facts) for one in happenings if one.known_to(viewer)]
    moves = [] if viewer is None else position.moves(viewer)
    return known, position.view(viewer), moves, position.outcome()
