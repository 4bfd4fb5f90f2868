"""A commander who looks ahead: it fights the battle out with every plan, and lays the best.

What follows from a plan is carried out as the plain commander does: to try out each target and
each card that could fall did not win more, and took half as long again.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.engine.bots import Question
from games.engine.chance import SEED_BYTES, Chance
from games.engine.contract import Move
from games.engine.search import best_by_trials
from games.titles.kharnage.bots.normal import Normal
from games.titles.kharnage.rules.position import Kharnage
from games.titles.kharnage.rules.table import ROUNDS

TRIES = 80
"""So many plans are tried in each round of trials, all together, when four rounds of the battle are
to come; more when fewer are to come, as they are fought out sooner."""
FIRST = 6.0
"""What it is worth to win, in points ahead of the best of the others."""
NO_CHANCE = Chance(bytes(SEED_BYTES), 0)
"""Luck has no part in the game once the reserves have been shuffled."""


class Hard:
    level = "hard"
    slow = True

    def __init__(self, tries: int = TRIES) -> None:
        self.tries = tries
        self.mine, self.theirs = Normal(wavering=0), Normal()

    def choose(self, question: Question, rng: Random) -> Move:
        moves = question.moves
        if len(moves) == 1 or question.view["phase"] != "plan":
            return self.mine.choose(question, rng)

        def trial(rng: Random) -> Callable[[Move], float]:
            world, luck = question.imagine(rng), rng.random()
            # Who has laid a plan tells nothing of it: it is thought of anew, like the others.
            world.plans = [None] * world.seats
            return lambda move: self._value(world, question.seat, move, luck)

        to_come = ROUNDS + 1 - question.view["round"]
        return best_by_trials(moves, trial, self.tries * ROUNDS // to_come, rng)

    def _value(self, world: Kharnage, seat: int, move: Move, luck: float) -> float:
        """How far ahead I end where everybody goes on as the plain commander would."""
        table, rng = world.clone(), Random(luck)
        table.apply(seat, move, NO_CHANCE)
        while asked := table.to_move():
            other = asked[0]
            moves = table.moves(other)
            policy = self.mine if other == seat else self.theirs
            waiting = len(table.reserves[other])
            chosen = moves[0] if len(moves) == 1 else policy.pick(table, other, waiting, moves, rng)
            table.apply(other, chosen, NO_CHANCE)
        outcome = table.outcome()
        assert outcome is not None
        others = max(score for other, score in enumerate(outcome.scores) if other != seat)
        first = outcome.places[seat] == 1
        return outcome.scores[seat] - others + FIRST * first
