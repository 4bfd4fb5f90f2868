"""A Babel player of some experience: it thinks its own turn through, not the opponent's.

The view is made into a position, and sequences of own actions are played on it, the most
promising followed on.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from random import Random

from games.engine.bots import Question
from games.engine.chance import Chance
from games.engine.contract import Move, Options, View
from games.titles.babel.bots.worth import least_useful, worth
from games.titles.babel.rules import hidden
from games.titles.babel.rules.cards import QUARRY, SITES
from games.titles.babel.rules.moves import END, Migrate
from games.titles.babel.rules.position import Babel

NO_CHANCE = Chance(bytes(32), 0)
"""Nothing that is played through here draws a card."""

UNKNOWN_CARD, UNKNOWN_LEVEL = "unknown", 0


def table_of(view: View, options: Options) -> Babel:
    """The view as a position: what it does not show is face down, as cards of no kind."""
    position = hidden.open_table(Babel, view, options)
    for seat, hand in enumerate(view["hands"]):
        if isinstance(hand, int):
            position.hands[seat] = [UNKNOWN_CARD] * hand
    unknown = view["temple_deck"] - position.known
    position.temple_deck = [UNKNOWN_LEVEL] * unknown + position.temple_deck
    return position


def after(position: Babel, seat: int, move: Move) -> Babel:
    """The position after an action of the seat; a halved hand has been halved already."""
    then = position.clone()
    then.apply(seat, move, NO_CHANCE)
    if then.phase == "halve":
        del then.hands[1 - seat][: then.due]
        then.phase, then.due = "actions", 0
    return then


WIDTH = 4
"""So many positions are followed on for each site the stone may be at."""
POSITIONS = 700
"""After looking at so many positions, the best plan so far is taken."""

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
        key = (value, *_likeness(then, seat))
        if key not in seen:
            seen.add(key)
            yield value, then, first


def promising(nodes: list[Node], seat: int) -> list[Node]:
    """The best few for each place of the stone: a journey pays off only later."""
    best: list[Node] = []
    places = dict.fromkeys((*SITES, QUARRY), WIDTH)
    for node in sorted(nodes, key=lambda node: -node[0]):
        position = node[1]
        place = position.stones[seat]
        if position.ended is None and places[place]:
            places[place] -= 1
            best.append(node)
    return best


def sensible(position: Babel, seat: int, moves: Sequence[Move]) -> Iterator[Move]:
    """Not to end, and no migration to where the stone will not come this turn."""
    near = {position.stones[seat], *position.hands[seat]}
    for move in moves:
        if move != END and not (isinstance(move, Migrate) and move.to not in near):
            yield move


def _likeness(position: Babel, seat: int) -> tuple[Hashable, ...]:
    """The same for positions of the same worth that differ in nothing that matters to the turn."""
    stone = position.stones[seat]
    row = position.tribes[seat].get(stone)
    return (stone, position.migrated, row[-1] if row else None, tuple(sorted(position.hands[seat])))


class Normal:
    level = "normal"
    slow = False

    def choose(self, question: Question, rng: Random) -> Move:
        seat, moves = question.seat, question.moves
        if len(moves) == 1:
            return moves[0]
        table = table_of(question.view, question.options)
        if question.view["phase"] == "halve":
            return least_useful(table, seat, moves)
        return best_move(table, seat, moves)
