"""A Condottiere player of some experience: heuristics, no search."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.engine.bots import Question
from games.engine.contract import Move
from games.titles.condottiere.bots.battle import Battle, zeal_for
from games.titles.condottiere.bots.style import STEADY, Style
from games.titles.condottiere.bots.table import Table, price_of
from games.titles.condottiere.rules.moves import DECLINE, DISCARD, KEEP, Choose

WHIM = 0.5
"""Cities that differ by no more than this are alike to it."""

IMPATIENCE = 0.3
"""How often it throws in a bishop that nothing is left to fight with beside."""


class Normal:
    level = "normal"
    slow = False

    def __init__(self, style: Style = STEADY) -> None:
        self.style = style

    def choose(self, question: Question, rng: Random) -> Move:
        moves, phase = question.moves, question.view["phase"]
        if len(moves) == 1:
            return moves[0]
        table = Table(question.view, question.seat, question.options, self.style)
        return decide(table, moves, phase, rng)


def decide(table: Table, moves: Sequence[Move], phase: str, rng: Random) -> Move:
    """What it does, in a phase, of several legal moves."""
    if phase == "battle":
        return Battle(table).best(rng)
    if phase == "discard":
        return DISCARD if discards(table, rng) else KEEP
    return best_city(table, moves, rng)


def best_city(table: Table, moves: Sequence[Move], rng: Random) -> Move:
    """The city whose battle promises most; declined only if the neighbour's choice is better."""
    worths: dict[Move, float] = {
        move: promise(table, move.city) + WHIM * rng.random()
        for move in moves
        if isinstance(move, Choose)
    }
    if DECLINE in moves:
        worths[DECLINE] = promise(table, likely_choice(table)) - 1
    return max(worths, key=worths.__getitem__)


def promise(table: Table, city: str) -> float:
    """What a battle for this city is worth to me, all likely winners considered."""
    power: list[float] = []
    for seat in range(table.seats):
        price = price_of(table.hand) if seat == table.me else table.usual_price(seat)
        zeal = zeal_for(table.map.stake(seat, seat, city))
        power.append((price * zeal) ** 1.5)
    total = sum(power) or 1.0
    stakes = table.map.stakes(table.me, city)
    return sum(stake * share / total for stake, share in zip(stakes, power, strict=True))


def likely_choice(table: Table) -> str:
    """What the seat on my left would choose: what it likes best."""
    left = (table.me + 1) % table.seats
    cities = table.map.contestable(left)
    return max(cities, key=lambda city: table.map.stake(left, left, city))


def discards(table: Table, rng: Random) -> bool:
    """A hand without mercenaries: is the round better with it or without it?

    Only a heroine can win, and a bishop spoil; all else would just prolong a round in which
    others win. A bishop is not held for ever either: two who wait would never come to an end.
    """
    if "heroine" not in table.hand and ("bishop" not in table.hand or rng.random() < IMPATIENCE):
        return True
    worth = table.to_come(price_of(table.hand), len(table.hand))
    return table.to_come(0.0, 0) > worth
