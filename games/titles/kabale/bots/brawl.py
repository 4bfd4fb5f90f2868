"""Search for three or more seats: all seats lay cards anywhere, their best a little sooner.

With several seats so much happens in a round that many quick playouts are worth more than few
careful ones (docs/bots.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from games.engine.bots import Question
from games.engine.contract import Move
from games.engine.search import best_by_trials
from games.titles.kabale.bots.chances import Chances
from games.titles.kabale.bots.outlook import PRICES, Outlook
from games.titles.kabale.bots.sketch import ASSASSIN, EXPLORER, STORM, Sketch
from games.titles.kabale.bots.style import STEADY, Style
from games.titles.kabale.bots.tally import KIND_MASK, SEAT_BITS, code
from games.titles.kabale.rules.cards import CARDS, SPECIALISTS
from games.titles.kabale.rules.moves import Cloak, Place, Swap

FUTURES = 24
"""The maximum number of resampled tables that estimate the worth of goals."""
WAYS = 3
"""The number of playouts of each resampled table: resampling one takes longer than playing it."""
LONGEST = 40
"""The number of cards after which a round that has not ended is awarded."""
ACTING = frozenset((EXPLORER, ASSASSIN, STORM))
"""Cards that act when they are uncovered in a playout; cloaks and traitors get no answer there."""
_SOONER = {
    **dict.fromkeys(("king", "queen"), 3.6),
    "beggar": 3.3,
    "juliet": 2.4,
    "prince": 2.2,
    **dict.fromkeys(("musketeers", "dragon"), 2.0),
    "storm": 1.6,
    "witch": 1.5,
    "assassin": 1.3,
    "wizard": 0.9,
    "traitor": 0.8,
    "double": 0.7,
    **dict.fromkeys((*SPECIALISTS, "hermit"), 0.6),
    "explorer": 0.5,
    **dict.fromkeys(("romeo", "squire", "cloak"), 0.4),
}
LIKELY = [_SOONER.get(card, 1.0) for card in CARDS]
"""By kind: the relative odds that a card of the hand is laid next, counted in games of `normal`
with four seats."""


def choose(
    question: Question, moves: Sequence[Move], tries: int, rng: Random, style: Style = STEADY
) -> Move:
    """Return the move that wins most often in playouts; `Hard` uses it with several opponents."""
    tables = [question.resample(rng) for _ in range(min(FUTURES, tries))]
    outlook = Outlook(tables, question.seat, rng)
    chances = Chances(tables[0].seats)

    def brawls() -> Iterator[Brawl]:
        while True:
            table = Sketch.of(question.resample(rng), rng)
            for _ in range(WAYS):
                yield Brawl(question, table, outlook, chances, rng, style)

    coming = brawls()

    def trial(_: Random) -> Callable[[Move], float]:
        return next(coming).value

    return best_by_trials(moves, trial, tries, rng)


class Brawl:
    """A resampled table and a fixed continuation of all seats after any move of the bot."""

    def __init__(
        self,
        question: Question,
        table: Sketch,
        outlook: Outlook,
        chances: Chances,
        rng: Random,
        style: Style = STEADY,
    ) -> None:
        self.me = question.seat
        self.style, self.number = style, question.view["round"]
        self.pending = question.view["pending"]
        self.prices = PRICES[question.view["round"] - 1]
        self.table, self.outlook, self.chances = table, outlook, chances
        seats = len(table.hands)
        most = LONGEST // seats + 1
        self.coming = [
            _in_order(hand, [*discards, *stack], most, rng)
            for hand, stack, discards in zip(table.hands, table.stacks, table.discards, strict=True)
        ]
        self.places = [int(rng.random() * seats) for _ in range(LONGEST)]

    def value(self, move: Move) -> float:
        """Return how likely the bot is to win the game if it makes this move."""
        table = self.table.clone()
        used = self._carry_out(table, move)
        self._go_on(table, used)
        taken, digits, winner = [0] * len(table.hands), self.outlook.digits, self.chances.winner
        for goal, cards in zip(table.goals, table.cards, strict=True):
            seat = winner(goal, tuple(cards))
            if seat is not None:
                taken[seat] += digits[goal]
        given = 0.0 if used is None else self.prices[used & KIND_MASK]
        return self.outlook.chance(tuple(taken), given - self.style.liking(move, self.number))

    def _carry_out(self, table: Sketch, move: Move) -> int | None:
        """Make the move; return the card that it took from the bot's hand."""
        if isinstance(move, Place):
            card = code(self.me, move.card)
            table.place(card, move.column)
            return card
        if isinstance(move, Cloak) and move.card is not None:
            card = code(self.me, move.card)
            table.hide(card, self.pending["column"])
            return card
        if isinstance(move, Swap) and move.column is not None:
            table.swap(self.pending["column"], move.column)
        return None

    def _go_on(self, table: Sketch, used: int | None) -> None:
        """Play to the end of the round, for at most `LONGEST` turns."""
        goals, columns, covered, storms = table.goals, table.cards, table.covered, table.storms
        seats, turn, lacking = len(columns), table.turn, table.lacking()
        left = [cards[:] for cards in self.coming]
        if used is not None:
            left[self.me].remove(used)
        for at in self.places:
            if not lacking:
                return
            turn = (turn + 1) % seats
            cards = left[turn]
            if not cards:
                continue
            card = cards.pop()
            while storms[at]:
                at = (at + 1) % seats
            column = columns[at]
            if covered[at] and column[-1] == turn << SEAT_BITS | ASSASSIN:
                at = table.next_column(at)
                column = columns[at]
            if covered[at] and column[-1] & KIND_MASK in ACTING:
                table.lay(card, at)
                lacking = table.lacking()
                continue
            column.append(card)
            covered[at] = True
            if len(column) <= goals[at].points:
                lacking -= 1


def _in_order(hand: Sequence[int], stack: Sequence[int], most: int, rng: Random) -> list[int]:
    """Return the order in which a seat lays cards, the first at the end of the list.

    The list has up to `most` cards and then the rest of the hand. After each card the seat draws
    from the end of `stack`.
    """
    held, order, top = list(hand), list[int](), len(stack)
    for _ in range(most):
        if not held:
            break
        likely = [LIKELY[card & KIND_MASK] for card in held]
        luck, at = rng.random() * sum(likely), 0
        while at < len(held) - 1 and luck >= likely[at]:
            luck -= likely[at]
            at += 1
        order.append(held.pop(at))
        if top:
            top -= 1
            held.append(stack[top])
    return [*held, *order[::-1]]
