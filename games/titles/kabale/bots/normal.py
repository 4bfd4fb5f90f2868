"""The normal bot: it resamples what it cannot see, and plays the round out at random."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from games.engine.bots import Question
from games.engine.contract import Move
from games.engine.search import Trial, best_by_trials
from games.titles.kabale.bots.folly import sensible
from games.titles.kabale.bots.style import STEADY, Style
from games.titles.kabale.bots.worth import Stakes, stakes
from games.titles.kabale.rules.award import award
from games.titles.kabale.rules.cards import Goal
from games.titles.kabale.rules.moves import Cloak, Place, Swap
from games.titles.kabale.rules.position import Kabale
from games.titles.kabale.rules.rounds import all_fulfilled
from games.titles.kabale.rules.table import FACE_DOWN, Column
from games.titles.kabale.rules.uncovering import hide, swap, uncover

LONGEST = 40
"""The number of cards after which a round that has not ended is awarded."""


class World:
    """A resampled table and a fixed continuation of all seats after any move of the bot.

    All moves are tried on the same future, so a few futures are enough to compare them.
    """

    def __init__(self, table: Kabale, me: int, stakes: Stakes, rng: Random) -> None:
        self.table = table
        self.me = me
        self.stakes = stakes
        # Hands are played in any order, the stacks from the top.
        self.coming = [
            rng.sample(hand, len(hand)) + stack[::-1]
            for hand, stack in zip(table.hands, table.stacks, strict=True)
        ]
        self.places = [int(rng.random() * table.seats) for _ in range(LONGEST)]
        self.winners: dict[tuple[Goal, tuple[tuple[int, str], ...]], int | None] = {}

    def value(self, move: Move) -> float:
        """Return what the awards of this round mean to the bot if it makes this move."""
        table = self.table.clone()
        used = self._carry_out(table, move)
        self._go_on(table, used)
        return sum(map(self._award, table.columns))

    def _carry_out(self, table: Kabale, move: Move) -> str | None:
        """Make the move; return the card that it took from the bot's hand."""
        if isinstance(move, Place):
            place(table, self.me, move.card, move.column)
            return move.card
        if isinstance(move, Cloak) and move.card is not None:
            hide(table, move.card, [])
            return move.card
        if isinstance(move, Swap) and move.column is not None:
            swap(table, move.column, [])
        return None

    def _go_on(self, table: Kabale, used: str | None) -> None:
        """Place cards of all seats at random until the round ends."""
        turn, columns = table.turn, table.columns
        assert turn is not None
        coming = [iter(cards) for cards in self.coming]
        for at in self.places:
            if all_fulfilled(columns):
                return
            turn = (turn + 1) % table.seats
            card = next(coming[turn], None)
            if card == used and turn == self.me:
                card = next(coming[turn], None)
            if card is None:
                continue
            while columns[at].storm:
                at = (at + 1) % table.seats
            place(table, turn, card, at)

    def _award(self, column: Column) -> float:
        cards = tuple([(laid.seat, laid.card) for laid in column.cards])
        key = column.goal, cards
        if key not in self.winners:
            self.winners[key] = award(column.goal, cards).winner
        winner = self.winners[key]
        return 0.0 if winner is None else self.stakes[winner][column.goal]


def place(table: Kabale, seat: int, card: str, at: int) -> None:
    """Lay a card at the end of a column and uncover; cloaks and traitors get no answer."""
    table.columns[at].cards.append(FACE_DOWN[seat][card])
    uncover(table, at, [])


FUTURES = 16
"""The number of resampled tables that estimate the worth of goals."""
TRIES = 48
"""The number of trials, of all moves together, in each round of halving."""


class Normal:
    level = "normal"
    slow = False
    world = World
    """How it imagines the rest of the round."""

    def __init__(self, style: Style = STEADY, tries: int = TRIES, futures: int = FUTURES) -> None:
        self.style = style
        self.tries, self.futures = tries, futures

    def choose(self, question: Question, rng: Random) -> Move:
        moves = sensible(question)
        return moves[0] if len(moves) == 1 else self._best(moves, question, rng)

    def _best(self, moves: Sequence[Move], question: Question, rng: Random) -> Move:
        return best_by_trials(moves, self._trial(question, rng), self.tries, rng)

    def _trial(self, question: Question, rng: Random) -> Trial[Move]:
        """Return what values moves in one resampled table after another."""
        seat = question.seat
        meaning = stakes([question.resample(rng) for _ in range(self.futures)], seat, rng)
        liking, number = self.style.liking, question.view["round"]

        def trial(rng: Random) -> Callable[[Move], float]:
            value = self.world(question.resample(rng), seat, meaning, rng).value
            return lambda move: value(move) + liking(move, number)

        return trial
