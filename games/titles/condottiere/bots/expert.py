"""The expert bot: with one opponent it looks ahead like the hard bot, in far more worlds.

There all seats go on in a sharper style than a normal bot, and what follows the battle is judged by
games of the hard bot. With several opponents it plays like the hard bot.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.engine.bots import Question
from games.engine.contract import Move
from games.engine.search import best_by_trials
from games.titles.condottiere.bots.hard import TRIES as HARD_TRIES
from games.titles.condottiere.bots.hard import Hard, value, worth_a_thought
from games.titles.condottiere.bots.normal import decide
from games.titles.condottiere.bots.outlook import OF_HARD
from games.titles.condottiere.bots.style import SHARP
from games.titles.condottiere.bots.table import Table

TRIES = 300
"""The number of battles played for a decision while both seats together hold `USUAL` cards."""
USUAL = 20
LONGER = 10
"""The time of a battle grows with the square of the number of cards and this number."""
MOST = 400
"""The highest number of battles in a round of trials: more hardly change a choice."""


class Expert:
    level = "expert"
    slow = True

    def __init__(self, tries: int = TRIES) -> None:
        self.tries = tries
        self.hard = Hard(max(1, HARD_TRIES * tries // TRIES))

    def choose(self, question: Question, rng: Random) -> Move:
        if len(question.moves) == 1 or len(question.view["hands"]) > 2:
            return self.hard.choose(question, rng)
        table, seat = Table.of(question, SHARP), question.seat
        plain = decide(table, question.moves, question.view["phase"], rng)
        moves = worth_a_thought(table, question, plain)
        if len(moves) == 1:
            return plain

        def trial(rng: Random) -> Callable[[Move], float]:
            world, luck = question.resample(rng), rng.random()
            return lambda move: value(world, seat, move, luck, SHARP, OF_HARD)

        return best_by_trials(moves, trial, self.tries_for(len(moves), sum(table.sizes)), rng)

    def tries_for(self, moves: int, cards: int) -> int:
        """Return the number of battles in each round of trials, so that any decision takes as long.

        Args:
            moves: The number of moves to choose from; the worse half is dropped in each round.
            cards: The number of cards in both hands.
        """
        rounds = (moves - 1).bit_length()
        length = ((cards + LONGER) / (USUAL + LONGER)) ** 2
        return max(1, min(MOST, round(self.tries / length / rounds)))
