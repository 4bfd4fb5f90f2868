"""A round of two: it is played out with every move, with both as sly as a quick schemer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from games.engine.bots import Question
from games.engine.contract import Move
from games.engine.search import best_by_trials
from games.titles.kabale.bots.chances import Chances
from games.titles.kabale.bots.schemer import FREE, PRICES, Schemer
from games.titles.kabale.bots.sketch import Sketch
from games.titles.kabale.bots.tally import KIND, KIND_MASK, code
from games.titles.kabale.bots.worth import Endings, gains
from games.titles.kabale.rules.cards import Goal
from games.titles.kabale.rules.moves import Cloak, Place, Swap
from games.titles.kabale.rules.rounds import ROUNDS

MOST = 8
"""So many ways to place a card are tried at most: those that a schemer likes best."""
FUTURES = 16
"""So many imagined tables show what a goal is worth; no more than are tried."""
CAUTION = (0.0, 0.0, 0.0, 0.3)
"""In some of the worlds everybody is in a hurry to end a round that goes well for them."""
LONGEST = 40
"""After so many cards a round that will not end is awarded as it is."""


def choose(question: Question, moves: Sequence[Move], tries: int, rng: Random) -> Move:
    """The move that leaves me farthest ahead; the answer of `Hard` with one opponent."""
    scheme = Scheme(question, min(FUTURES, tries), rng)
    if len(moves) > MOST:
        moves = scheme.narrowed(moves, Sketch.of(question.imagine(rng), rng))

    def trial(rng: Random) -> Callable[[Move], float]:
        world = Sketch.of(question.imagine(rng), rng)
        everybody = rng.choice(scheme.everybody)
        return lambda move: scheme.value(world, everybody, move)

    return best_by_trials(moves, trial, tries, rng)


class Scheme:
    """What one decision is judged by: the same in all the worlds that are imagined for it."""

    def __init__(self, question: Question, futures: int, rng: Random) -> None:
        self.me = question.seat
        self.pending = question.view["pending"]
        tables = [question.imagine(rng) for _ in range(futures)]
        self.prices = FREE if question.view["round"] == ROUNDS else PRICES
        self.chances = Chances(tables[0].seats)
        gained = gains(tables, rng)
        self.everybody = [
            Schemer(self.chances, gained, self.prices, caution) for caution in CAUTION
        ]
        self.endings = Endings(tables, self.me, rng)

    def narrowed(self, moves: Sequence[Move], table: Sketch) -> Sequence[Move]:
        """The ways to place a card that a schemer likes best.

        He sees no more of the table than I do, so that any imagined one will do.
        """
        found = self.everybody[0].weighed(table, self.me)
        liked = {(card & KIND_MASK, at): value for value, card, at in found}
        ranked = [
            (liked[KIND[move.card], move.column], number)
            for number, move in enumerate(moves)
            if isinstance(move, Place) and (KIND[move.card], move.column) in liked
        ]
        ranked.sort(reverse=True)
        return [moves[number] for _, number in ranked[:MOST]] or moves

    def value(self, world: Sketch, everybody: Schemer, move: Move) -> float:
        """How far ahead of the others the move brings me, and what I keep for it."""
        table = world.clone()
        self._carry_out(table, everybody, move)
        self._go_on(table, everybody)
        taken: list[tuple[Goal, int]] = []
        for goal, cards in zip(table.goals, table.cards, strict=True):
            winner = self.chances.winner(goal, tuple(cards))
            if winner is not None:
                taken.append((goal, winner))
        return self.endings.ahead(taken) + self._kept(table)

    def _kept(self, table: Sketch) -> float:
        """What I have still to play, against what the others have on average."""
        worths = [
            sum([self.prices[card & KIND_MASK] for card in (*hand, *stack)])
            for hand, stack in zip(table.hands, table.stacks, strict=True)
        ]
        mine = worths[self.me]
        return mine - (sum(worths) - mine) / (len(worths) - 1)

    def _carry_out(self, table: Sketch, everybody: Schemer, move: Move) -> None:
        if isinstance(move, Place):
            asked = table.place(code(self.me, move.card), move.column)
            if asked is not None:
                everybody.answer(table, asked)
        elif isinstance(move, Cloak) and move.card is not None:
            table.hide(code(self.me, move.card), self.pending["column"])
        elif isinstance(move, Swap) and move.column is not None:
            table.swap(self.pending["column"], move.column)

    def _go_on(self, table: Sketch, everybody: Schemer) -> None:
        """To the end of the round."""
        seats = len(table.goals)
        for _ in range(LONGEST):
            ended = table.fulfilled()
            table.draw(table.turn)
            if ended or not any(table.hands):
                return
            table.turn = (table.turn + 1) % seats
            while not table.hands[table.turn]:
                table.turn = (table.turn + 1) % seats
            asked = table.place(*everybody.place(table, table.turn))
            if asked is not None:
                everybody.answer(table, asked)
