"""A quick bot that plays imagined worlds to their end: a schemer, who looks one card ahead."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from random import Random

from games.engine.bots import Question
from games.engine.contract import Move
from games.engine.piles import without
from games.titles.kabale.bots.chances import Chances
from games.titles.kabale.bots.schemer import FREE, PRICES, Schemer
from games.titles.kabale.bots.sketch import Sketch
from games.titles.kabale.bots.tally import KIND, KIND_MASK, SEAT_BITS, UNSEEN
from games.titles.kabale.bots.worth import Gains, gains
from games.titles.kabale.rules.cards import CARDS, GOALS, Goal
from games.titles.kabale.rules.information_state import Memory
from games.titles.kabale.rules.moves import CLOAK, NO_CLOAK, NO_SWAP, PLACE, SWAP
from games.titles.kabale.rules.position import Kabale
from games.titles.kabale.rules.rounds import ROUNDS

FUTURES = 24
"""The number of ways in which the goals to come may be dealt out, the same in a whole round."""
ROUNDS_KEPT = 32
"""The number of rounds whose gains are kept: imagined worlds of a decision share its round."""


class Quick:
    level = "quick"
    slow = False

    def choose(self, question: Question, rng: Random) -> Move:
        memory = question.information_state
        assert isinstance(memory, Memory)
        table = memory.lay_open(question.view)
        table.lost = list(memory.lost)
        return self.play_on(table, question.seat, question.moves, rng)[0]

    def play_on(
        self, world: Kabale, seat: int, moves: Sequence[Move], rng: Random
    ) -> Sequence[Move]:
        if len(moves) == 1:
            return moves
        prices = FREE if world.round == ROUNDS else PRICES
        schemer = Schemer(Chances(world.seats), _gained(world), prices)
        return (self._move(schemer, seen_by(world, seat), world, seat),)

    def _move(self, schemer: Schemer, table: Sketch, world: Kabale, seat: int) -> Move:
        if world.pending is None:
            card, at = schemer.place(table, seat)
            return PLACE[CARDS[card & KIND_MASK]][at]
        column = world.pending[1]
        if world.phase == "cloak":
            hidden = schemer.hidden(table, seat, column)
            return NO_CLOAK if hidden is None else CLOAK[CARDS[hidden & KIND_MASK]]
        other = schemer.swapped(table, seat, column)
        return NO_SWAP if other is None else SWAP[other]


def _gained(table: Kabale) -> Gains:
    won = tuple([tuple(goals) for goals in table.won])
    open_goals = tuple(sorted([column.goal for column in table.columns]))
    return _gained_by(won, open_goals, tuple(table.lost), ROUNDS - table.round)


@lru_cache(ROUNDS_KEPT)
def _gained_by(
    won: tuple[tuple[Goal, ...], ...],
    open_goals: tuple[Goal, ...],
    lost: tuple[Goal, ...],
    rounds_to_come: int,
) -> Gains:
    """Return what the seats gain by the open goals; its luck is the same in every process."""
    rng = Random(FUTURES)
    known = [*open_goals, *lost, *chain.from_iterable(won)]
    unseen, to_come = without(GOALS, known), rounds_to_come * len(won)
    return gains(won, open_goals, [rng.sample(unseen, to_come) for _ in range(FUTURES)], rng)


def seen_by(table: Kabale, seat: int) -> Sketch:
    """Sketch a table as a seat sees it: with its own hand, and without hidden cards of others."""
    sketch, columns = Sketch(), table.columns
    sketch.goals = [column.goal for column in columns]
    sketch.cards = [
        [
            owner << SEAT_BITS | (KIND[card] if up or owner == seat else UNSEEN)
            for owner, card, up, _cloaked in column.cards
        ]
        for column in columns
    ]
    sketch.covered = [
        bool(column.cards) and not (column.cards[-1].up or column.cards[-1].cloaked)
        for column in columns
    ]
    sketch.storms = [column.storm for column in columns]
    sketch.hands = [[] for _ in columns]
    sketch.hands[seat] = [seat << SEAT_BITS | KIND[card] for card in table.hands[seat]]
    return sketch
