"""A whole turn thought through: the sequences of own actions, the most promising followed on."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

from games.engine.contract import Move
from games.titles.babel.bots.table import after
from games.titles.babel.bots.worth import worth
from games.titles.babel.rules.cards import QUARRY, SITES
from games.titles.babel.rules.moves import END, Migrate
from games.titles.babel.rules.position import Babel

WIDTH = 4
"""So many positions are followed on for each site the stone may be at."""
POSITIONS = 700
"""After looking at so many positions, the best plan so far stands."""

Node = tuple[float, Babel, Move]
"""A position reached, its worth, and the first move of the way there."""
Way = tuple[Babel, Move, Move]
"""A position, a move in it, and the first move of the way."""


def best_move(position: Babel, seat: int, moves: Sequence[Move]) -> Move:
    """The first move of the best turn found; END when nothing is better than what there is."""
    best_worth, best = float("-inf"), moves[0]
    if END in moves:
        best_worth, best = worth(position, seat), END
    seen: set[Hashable] = set()
    left = POSITIONS
    ways: list[Way] = [(position, move, move) for move in sensible(position, seat, moves)]
    while ways and left > 0:
        nodes = list(reached(ways[:left], seat, seen))
        left -= len(ways)
        for value, then, first in nodes:
            if value > best_worth and not then.duty[seat]:
                best_worth, best = value, first
        ways = [
            (then, move, first)
            for _, then, first in promising(nodes, seat)
            for move in sensible(then, seat, then.moves(seat))
        ]
    return best


def reached(ways: Iterable[Way], seat: int, seen: set[Hashable]) -> Iterator[Node]:
    """Where moves lead, unless another way has led there."""
    for position, move, first in ways:
        then = after(position, seat, move)
        value = worth(then, seat)
        key = (value, *bearings(then, seat))
        if key not in seen:
            seen.add(key)
            yield value, then, first


def promising(nodes: list[Node], seat: int) -> list[Node]:
    """The best few for each place of the stone: a journey pays off only later."""
    kept: list[Node] = []
    places = dict.fromkeys((*SITES, QUARRY), WIDTH)
    for node in sorted(nodes, key=lambda node: -node[0]):
        position = node[1]
        place = position.stones[seat]
        if position.ended is None and places[place]:
            places[place] -= 1
            kept.append(node)
    return kept


def sensible(position: Babel, seat: int, moves: Sequence[Move]) -> Iterator[Move]:
    """Not to end, and no migration to where the stone will not come this turn."""
    near = {position.stones[seat], *position.hands[seat]}
    for move in moves:
        if move != END and not (isinstance(move, Migrate) and move.target not in near):
            yield move


def bearings(position: Babel, seat: int) -> tuple[Hashable, ...]:
    """The same for positions of the same worth that differ in nothing that matters to the turn."""
    stone = position.stones[seat]
    return (
        stone,
        position.migrated,
        top(position, seat),
        tuple(sorted(position.hands[seat])),
    )


def top(position: Babel, seat: int) -> str | None:
    """The card on top of the row at the stone's site."""
    row = position.tribes[seat].get(position.stones[seat])
    return row[-1] if row else None
