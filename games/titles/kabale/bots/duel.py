"""Search for two seats: play the round out after every move, both seats as quick schemers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from games.engine.bots import Question
from games.engine.contract import Move
from games.engine.search import best_by_trials
from games.titles.kabale.bots.chances import Chances
from games.titles.kabale.bots.schemer import FREE, PRICES, Schemer
from games.titles.kabale.bots.sketch import Sketch
from games.titles.kabale.bots.style import STEADY, Style
from games.titles.kabale.bots.tally import KIND, KIND_MASK, code
from games.titles.kabale.bots.worth import Endings, gains
from games.titles.kabale.rules.cards import Goal
from games.titles.kabale.rules.moves import Cloak, Place, Swap
from games.titles.kabale.rules.rounds import ROUNDS

MOST = 8
"""The maximum number of placings that are tried: those that a schemer likes best."""
FUTURES = 16
"""The maximum number of resampled tables that estimate the worth of goals."""
CAUTION = (0.0, 0.0, 0.0, 0.3)
"""By world, drawn at random: how eager the seats are to end a round that goes well for them."""
LONGEST = 40
"""The number of cards after which a round that has not ended is awarded."""


def choose(
    question: Question, moves: Sequence[Move], tries: int, rng: Random, style: Style = STEADY
) -> Move:
    """Return the move that leaves the bot farthest ahead; `Hard` uses it with one opponent."""
    scheme = Scheme(question, min(FUTURES, tries), rng)
    if len(moves) > MOST:
        moves = scheme.narrowed(moves, Sketch.of(question.resample(rng), rng))

    number = question.view["round"]

    def trial(rng: Random) -> Callable[[Move], float]:
        world = Sketch.of(question.resample(rng), rng)
        everybody = rng.choice(scheme.everybody)
        return lambda move: scheme.value(world, everybody, move) + style.liking(move, number)

    return best_by_trials(moves, trial, tries, rng)


class Scheme:
    """What judges the moves of one decision, the same in all the worlds resampled for it."""

    def __init__(self, question: Question, futures: int, rng: Random) -> None:
        self.me = question.seat
        self.pending = question.view["pending"]
        tables = [question.resample(rng) for _ in range(futures)]
        self.prices = FREE if question.view["round"] == ROUNDS else PRICES
        self.chances = Chances(tables[0].seats)
        open_goals = [column.goal for column in tables[0].columns]
        gained = gains(tables[0].won, open_goals, [table.goals for table in tables], rng)
        self.everybody = [
            Schemer(self.chances, gained, self.prices, caution) for caution in CAUTION
        ]
        self.endings = Endings(tables, self.me, rng)

    def narrowed(self, moves: Sequence[Move], table: Sketch) -> Sequence[Move]:
        """Return the placings that a schemer likes best.

        The schemer sees no more of the table than the bot does, so any resampled table will do.
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
        """Return how far ahead of the others the move brings the bot, with what it keeps."""
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
        """Return the worth of the bot's remaining cards, less the average of the others'."""
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
        """Play to the end of the round."""
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
