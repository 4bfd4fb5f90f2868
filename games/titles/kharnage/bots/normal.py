"""A plain commander: always what is expected to bring down most."""

from __future__ import annotations

from random import Random
from typing import Any

from games.engine.bots import Question
from games.engine.contract import Move, View
from games.titles.kharnage.bots import board
from games.titles.kharnage.bots.plans import Outlook
from games.titles.kharnage.rules.cards import CardSet
from games.titles.kharnage.rules.cardset import cards_of
from games.titles.kharnage.rules.deployment import THROW_STRENGTH
from games.titles.kharnage.rules.moves import (
    Cheer,
    Destroy,
    Plan,
    Reinforce,
    Stop,
    Target,
    Throw,
    Web,
)

RIVALRY = 0.04
"""How much more a fallen card is worth per point its owner has."""
THREAT = 0.05
"""How much a destroyed card's icons count beside its fall."""
LAST_ROUND = 4


class Normal:
    level = "normal"
    slow = False

    def choose(self, question: Question, rng: Random) -> Move:
        moves = question.moves
        if len(moves) == 1:
            return moves[0]
        judge = Judge(question.view, question.seat, cards_of(question.options))
        scores = [judge.score(move) for move in moves]
        best = max(scores)
        equal = [move for move, score in zip(moves, scores, strict=True) if score == best]
        return equal[0] if len(equal) == 1 else rng.choice(equal)


class Judge:
    """What the moves of one decision are worth, in destroyed cards."""

    def __init__(self, view: View, seat: int, cards: CardSet) -> None:
        self.view = view
        self.seat = seat
        self.cards = cards
        self.sides = board.read_sides(view, cards)
        self.outlook = Outlook(view, seat, cards, self.sides)

    def score(self, move: Move) -> float:
        if isinstance(move, Destroy):
            return self._destroy(move)
        if isinstance(move, Target):
            return self._target(move)
        if isinstance(move, Plan):
            return self.outlook.score(self.cards.strategies[move.strategy])
        if isinstance(move, Reinforce):
            return self._reinforce(move)
        if isinstance(move, Throw):
            return self._throw(move)
        if isinstance(move, Web):
            return self._web(move)
        if isinstance(move, Stop):
            return 0.0
        return 1.0 if isinstance(move, Cheer) else 0.0

    @property
    def _attack(self) -> Any:
        return self.view["pending"]["attack"]

    def _rivalry(self, other: int) -> float:
        """Better against the leader."""
        score: int = self.view["points"][other] + self.view["kharnage"][other]
        return 1 + RIVALRY * score

    def _target(self, move: Target) -> float:
        strength, trample = self._attack["strength"], self._attack["trample"]
        if len(move.seats) == 2:
            strength = (strength + 1) // 2
        return sum(
            board.worth(self.sides[other].costs, strength, trample) * self._rivalry(other)
            for other in move.seats
        )

    def _destroy(self, move: Destroy) -> float:
        """This card, and as many as can follow it."""
        card = self.cards.cards[move.card]
        cost = card.defence if move.web else card.cost
        left = self._attack["targets"][0][1] - cost
        costs = [list(line) for line in self.sides[move.target].costs]
        costs[card.line].remove(cost)
        if not costs[card.line]:
            left += self._attack["trample"]
        following = board.worth(costs, left, self._attack["trample"])
        if not any(costs):
            following = board.KHARNAGE_WORTH
        return 1 + following + (0 if move.web else THREAT * board.threat(card))

    def _reinforce(self, move: Reinforce) -> float:
        """A general is worth his icons; the reserve's top card what a card brings on average."""
        if move.general is not None:
            return board.card_worth(self.cards.cards[move.general])
        return board.typical(self.outlook.army).worth if self.view["reserves"][self.seat] else 0.0

    def _throw(self, move: Throw) -> float:
        """The best shot against what the card would be worth where it is."""
        if not move.do:
            surprise = self.view["pending"]["surprises"][0]
            later: bool = self.view["round"] < LAST_ROUND
            return 0.2 + later * 0.5 * board.threat(self.cards.cards[surprise["card"]])
        shots = sorted(board.worth(side.costs, THROW_STRENGTH) for side in self.outlook.enemies)
        halves = sorted(board.worth(side.costs, 2) for side in self.outlook.enemies)
        return max(shots[-1], sum(halves[-2:]))

    def _web(self, move: Web) -> float:
        """The card with the most to lose; a shield under a web is one strength less to pay."""
        if move.target is None:
            return 0.0
        assert move.card is not None
        card = self.cards.cards[move.card]
        first = self.sides[move.target].costs
        is_open = not any(first[: card.line])
        shields = card.cost - card.defence
        return (board.threat(card) + shields * (1 if is_open else 0.4)) * self._rivalry(move.target)
