"""The hard bot: it plays the match out after every plan, on resampled tables, and lays the best.

Other decisions are those of the normal bot: searching targets and cards too took longer and did
not win more.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.engine.bots import Question
from games.engine.chance import SEED_BYTES, Chance
from games.engine.contract import Move
from games.engine.search import best_by_trials
from games.titles.kharnage.bots.normal import Normal
from games.titles.kharnage.bots.style import STEADY, Style
from games.titles.kharnage.rules.cardset import cards_of
from games.titles.kharnage.rules.moves import Plan
from games.titles.kharnage.rules.position import Kharnage
from games.titles.kharnage.rules.table import ROUNDS

TRIES = 80
"""The number of trials, of all plans together, in each round of halving, in the first round of the
match. Later rounds have more trials, as playouts are shorter."""
LEAN = 0.7
"""What a style's liking for a plan counts, in points ahead."""
FIRST = 6.0
"""What a win is worth, in points ahead of the best of the others."""
NO_CHANCE = Chance(bytes(SEED_BYTES), 0)
"""The game has no chance once the reserves are shuffled."""


class Hard:
    level = "hard"
    slow = True

    def __init__(self, tries: int = TRIES, style: Style = STEADY) -> None:
        self.tries = tries
        self.style = style
        self.mine, self.theirs = Normal(wavering=0), Normal()

    def choose(self, question: Question, rng: Random) -> Move:
        moves = question.moves
        if len(moves) == 1 or question.view["phase"] != "plan":
            return self.mine.choose(question, rng)

        strategies = cards_of(question.options).strategies
        liked: dict[Move, float] = {
            move: LEAN * self.style.liking(strategies[move.strategy])
            for move in moves
            if isinstance(move, Plan)
        }

        def trial(rng: Random) -> Callable[[Move], float]:
            world, luck = question.resample(rng), rng.random()
            # `_value` lets the seats plan again, since resampled plans are random.
            question.information_state.take_back(world)
            return lambda move: self._value(world, question.seat, move, luck) + liked[move]

        to_come = ROUNDS + 1 - question.view["round"]
        return best_by_trials(moves, trial, self.tries * ROUNDS // to_come, rng)

    def _value(self, world: Kharnage, seat: int, move: Move, luck: float) -> float:
        """Return how far ahead the bot ends if all seats go on as the normal bot would."""
        table = world.clone()
        table.apply(seat, move, NO_CHANCE)
        return lead(table, seat, self.mine, self.theirs, Random(luck))


def lead(table: Kharnage, seat: int, mine: Normal, theirs: Normal, rng: Random) -> float:
    """Play a table to its end, which changes it; return how far ahead the seat ends."""
    while asked := table.to_move():
        other = asked[0]
        moves = table.moves(other)
        policy = mine if other == seat else theirs
        waiting = len(table.reserves[other])
        chosen = moves[0] if len(moves) == 1 else policy.pick(table, other, waiting, moves, rng)
        table.apply(other, chosen, NO_CHANCE)
    outcome = table.outcome()
    assert outcome is not None
    others = max(score for other, score in enumerate(outcome.scores) if other != seat)
    first = outcome.places[seat] == 1
    return outcome.scores[seat] - others + FIRST * first
