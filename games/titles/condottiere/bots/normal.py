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
"""The difference up to which cities may seem equal to the bot."""

IMPATIENCE = 0.3
"""How often it discards a hand whose only useful card is a bishop."""


class Normal:
    level = "normal"
    slow = False

    def __init__(self, style: Style = STEADY) -> None:
        self.style = style

    def choose(self, question: Question, rng: Random) -> Move:
        moves, phase = question.moves, question.view["phase"]
        if len(moves) == 1:
            return moves[0]
        table = Table.of(question, self.style)
        return decide(table, moves, phase, rng)


def decide(table: Table, moves: Sequence[Move], phase: str, rng: Random) -> Move:
    """Choose one of several legal moves."""
    if phase == "battle":
        return Battle(table).best(rng)
    if phase == "discard":
        return DISCARD if discards(table, rng) else KEEP
    return best_city(table, moves, rng)


def best_city(table: Table, moves: Sequence[Move], rng: Random) -> Move:
    """Choose the city whose battle promises most; decline if the neighbour's choice is better."""
    worths: dict[Move, float] = {
        move: promise(table, move.city) + WHIM * rng.random()
        for move in moves
        if isinstance(move, Choose)
    }
    if DECLINE in moves:
        worths[DECLINE] = promise(table, likely_choice(table)) - 1
    return max(worths, key=worths.__getitem__)


def promise(table: Table, city: str) -> float:
    """Return the worth of a battle for this city to me, weighted by the likely winners."""
    power: list[float] = []
    for seat in range(table.seats):
        price = price_of(table.hand) if seat == table.me else table.usual_price(seat)
        zeal = zeal_for(table.map.stake(seat, seat, city), table.style)
        power.append((price * zeal) ** 1.5)
    total = sum(power) or 1.0
    stakes = table.map.stakes(table.me, city)
    return sum(stake * share / total for stake, share in zip(stakes, power, strict=True))


def likely_choice(table: Table) -> str:
    """Return the city that the seat on my left would probably choose."""
    left = (table.me + 1) % table.seats
    cities = table.map.contestable(left)
    return max(cities, key=lambda city: table.map.stake(left, left, city))


def discards(table: Table, rng: Random) -> bool:
    """Return whether to discard a hand without mercenaries.

    Only a heroine can win, and only a bishop can stop the others. The bot does not keep a bishop
    every time, since two seats that wait would never end the round.
    """
    if "heroine" not in table.hand and ("bishop" not in table.hand or rng.random() < IMPATIENCE):
        return True
    worth = table.to_come(price_of(table.hand), len(table.hand))
    return table.to_come(0.0, 0) > worth
