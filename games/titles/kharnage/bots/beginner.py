"""The easy bot: it lays any plan, makes any sensible move, and often ends an attack early."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random

from games.engine.bots import Easy, Question
from games.engine.contract import Move, Position, View
from games.titles.kharnage.bots.style import STEADY, Style
from games.titles.kharnage.rules.cards import CardSet
from games.titles.kharnage.rules.cardset import cards_of
from games.titles.kharnage.rules.moves import Plan, Silent, Stop, Target, Throw, Web
from games.titles.kharnage.rules.position import Kharnage

EARLY_END = 0.3
"""How likely it ends an attack, relative to each card that it could destroy."""


class Beginner(Easy):
    def __init__(self, style: Style = STEADY) -> None:
        super().__init__(weigh)
        self.style = style

    def choose(self, question: Question, rng: Random) -> Move:
        if question.view["phase"] == "plan":
            return any_plan(cards_of(question.options), question.moves, self.style, rng)
        return super().choose(question, rng)

    def play_on(
        self, world: Position, seat: int, moves: Sequence[Move], rng: Random
    ) -> Sequence[Move]:
        assert isinstance(world, Kharnage)
        if world.phase == "plan":
            return (any_plan(world.cards, moves, self.style, rng),)
        return super().play_on(world, seat, moves, rng)


def any_plan(cards: CardSet, moves: Sequence[Move], style: Style, rng: Random) -> Move:
    """Choose a plan at random, those that the style likes more often."""
    plans = [cards.strategies[move.strategy] for move in moves if isinstance(move, Plan)]
    return rng.choices(moves, [exp(style.liking(plan)) for plan in plans])[0]


def weigh(view: View, seat: int, move: Move) -> float:
    """Return how likely a move is, relative to a move of weight 1."""
    return weight_of(move, EARLY_END)


def weight_of(move: Move, ending: float) -> float:
    """Return how likely a move is if ending an attack has this weight, and a usual move 1."""
    if isinstance(move, Target):
        return 1.0 if move.seats else 0.1
    if isinstance(move, Web):
        return 0.1 if move.target is None else 1.0
    if isinstance(move, Stop):
        return ending
    if isinstance(move, Silent):
        return 0.05
    if isinstance(move, Throw):
        return 1.0 if move.do else 0.5
    return 1.0
