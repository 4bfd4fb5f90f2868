"""A beam search for the best ways to end a turn."""

from __future__ import annotations

from collections.abc import Hashable
from operator import itemgetter
from typing import NamedTuple

from games.engine.contract import Move
from games.titles.babel.bots.style import STEADY, Style
from games.titles.babel.bots.turn import NOWHERE, Turn
from games.titles.babel.bots.ways import ways
from games.titles.babel.bots.worth import worth
from games.titles.babel.rules.moves import END


class End(NamedTuple):
    """A possible end of a turn: its worth, the table then, and the actions that lead to it."""

    worth: float
    turn: Turn
    moves: tuple[Move, ...]

    @property
    def first_move(self) -> Move:
        return self.moves[0] if self.moves else END


def best_ends(turn: Turn, count: int, width: int, most: int, style: Style = STEADY) -> list[End]:
    """Return the best ends of a turn that the search finds, the best first.

    If it finds none in which the first-turn build is done, it returns the turn's present table.

    Args:
        turn: The turn so far.
        count: The most ends to return.
        width: How many tables to follow for each place of the stone. The places are kept apart
            because travelling pays off only later.
        most: The number of tables after which the search stops.
        style: The leanings of the player.
    """
    start = End(worth(turn, style), turn, ())
    ends = [start]
    seen: set[Hashable] = set()
    layer = [start]
    while layer and len(seen) < most:
        reached = [then for end in layer for then in _reached(end, seen, style)]
        reached.sort(key=itemgetter(0), reverse=True)
        ends += reached
        layer = _promising(reached, width)
    done = [end for end in ends if not end.turn.owed] or [start]
    done.sort(key=itemgetter(0), reverse=True)
    return done[:count]


def _reached(end: End, seen: set[Hashable], style: Style) -> list[End]:
    """Return the tables after one more action, without those already seen."""
    found = []
    for move, then in ways(end.turn):
        # Tables with the same key differ in nothing that matters.
        key = (then.sites, then.stone, then.hand, then.rows, then.held, then.migrated)
        if key not in seen:
            seen.add(key)
            found.append(End(worth(then, style), then, (*end.moves, move)))
    return found


def _promising(reached: list[End], width: int) -> list[End]:
    """Return the `width` best ends for each place of the stone."""
    best = []
    places = [width] * (NOWHERE + 1)
    for end in reached:
        if end.turn.won is None and places[end.turn.stone]:
            places[end.turn.stone] -= 1
            best.append(end)
    return best
