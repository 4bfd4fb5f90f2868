"""The expert bot: with one opponent it takes plans as a matrix game, and mixes its own.

It plays the match out after every pair of plans. The opponent is expected to answer a normal bot
well, as the hard bot does, but is not fully trusted to. All other decisions are those of the normal
bot, and with several opponents it plays like the hard bot.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.engine.bots import Question
from games.engine.contract import Move
from games.engine.equilibrium import answer
from games.titles.kharnage.bots.hard import NO_CHANCE, Hard, lead
from games.titles.kharnage.bots.hard import TRIES as HARD_TRIES
from games.titles.kharnage.bots.judge import Judge
from games.titles.kharnage.bots.normal import WAVERING, Normal, likely
from games.titles.kharnage.rules.position import Kharnage

TRIES = 320
"""The number of playouts for a plan in the first round of the match."""
MORE = {1: 1.0, 2: 1.2, 3: 1.7, 4: 3.0}
"""By round: the factor of that number, as later playouts are shorter."""
TRUST = 0.75
"""How sure it is that the opponent plans as expected."""
UNSKILLED = 0.15
"""The probability that the opponent plans as a normal bot would."""
WAVERS = 0.7
"""The lead in points that makes a plan e times more likely for an opponent who looks ahead."""
DOUBT = 4.0
"""With this number of worlds it takes half of what only one pair of plans shows for luck."""

Payoffs = list[list[float]]


class Expert:
    level = "expert"
    slow = True

    def __init__(self, tries: int = TRIES) -> None:
        self.tries = tries
        self.hard = Hard(max(1, HARD_TRIES * tries // TRIES))
        self.greedy, self.usual = Normal(wavering=0), Normal()

    def choose(self, question: Question, rng: Random) -> Move:
        if len(question.moves) == 1 or question.view["phase"] != "plan":
            return self.greedy.choose(question, rng)
        if len(question.view["hands"]) > 2:
            return self.hard.choose(question, rng)
        return rng.choices(question.moves, self.mix(question, rng))[0]

    def mix(self, question: Question, rng: Random) -> list[float]:
        """Return how likely it lays each of its plans, in a match with one opponent."""
        seat = question.seat
        world = _unplanned(question, rng)
        theirs = world.moves(1 - seat)
        payoffs = self._payoffs(question, theirs, rng)
        mine = _usual(world, seat, question.moves)
        losses = [
            -sum(chance * wins for chance, wins in zip(mine, column, strict=True))
            for column in zip(*payoffs, strict=True)
        ]
        expected = [
            UNSKILLED * usual + (1 - UNSKILLED) * skilled
            for usual, skilled in zip(
                _usual(world, 1 - seat, theirs), _shares(likely(losses, WAVERS)), strict=True
            )
        ]
        return answer(payoffs, expected, TRUST)

    def _payoffs(self, question: Question, theirs: Sequence[Move], rng: Random) -> Payoffs:
        """Return how far ahead the seat ends on average, by its plan and the opponent's."""
        mine, seat = question.moves, question.seat
        pairs = len(mine) * len(theirs)
        worlds = max(1, round(self.tries * MORE[question.view["round"]] / pairs))
        totals = [[0.0] * len(theirs) for _ in mine]
        for _ in range(worlds):
            world, luck = _unplanned(question, rng), rng.random()
            for own, row in zip(mine, totals, strict=True):
                for number, other in enumerate(theirs):
                    table = world.clone()
                    table.apply(seat, own, NO_CHANCE)
                    table.apply(1 - seat, other, NO_CHANCE)
                    row[number] += lead(table, seat, self.usual, self.usual, Random(luck)) / worlds
        return _smoothed(totals, worlds / (worlds + DOUBT))


def _unplanned(question: Question, rng: Random) -> Kharnage:
    """Return a resampled table without plans, as the opponent's is unknown."""
    world: Kharnage = question.resample(rng)
    question.information_state.take_back(world)
    return world


def _usual(world: Kharnage, seat: int, moves: Sequence[Move]) -> list[float]:
    """Return how likely a normal bot lays each plan."""
    judge = Judge(world, seat, len(world.reserves[seat]))
    return _shares(likely([judge.score(move) for move in moves], WAVERING))


def _shares(weights: Sequence[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights]


def _smoothed(payoffs: Payoffs, kept: float) -> Payoffs:
    """Keep a part of what each pair adds to the means of its two plans: much of it is luck."""
    rows = [sum(row) / len(row) for row in payoffs]
    columns = [sum(column) / len(column) for column in zip(*payoffs, strict=True)]
    mean = sum(rows) / len(rows)
    return [
        [
            kept * payoff + (1 - kept) * (of_row + of_column - mean)
            for payoff, of_column in zip(row, columns, strict=True)
        ]
        for row, of_row in zip(payoffs, rows, strict=True)
    ]
