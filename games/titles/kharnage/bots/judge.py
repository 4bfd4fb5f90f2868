"""Estimate the worth of the moves of one decision, in destroyed cards."""

from __future__ import annotations

from functools import cached_property

from games.engine.contract import Move
from games.titles.kharnage.bots import board
from games.titles.kharnage.bots.plans import Outlook
from games.titles.kharnage.bots.style import STEADY, Style
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
from games.titles.kharnage.rules.position import Kharnage
from games.titles.kharnage.rules.table import ROUNDS, Attack

RIVALRY = 0.04
"""What each point of its owner adds to the worth of a destroyed card, as a share."""
THREAT = 0.05
"""What the threat of a destroyed card counts, in destroyed cards."""


class Judge:
    """The worth of moves, by open cards only; `waiting`: the size of the seat's reserve."""

    def __init__(self, table: Kharnage, seat: int, waiting: int, style: Style = STEADY) -> None:
        self.table = table
        self.seat = seat
        self.waiting = waiting
        self.style = style
        self._known_costs: dict[int, board.Costs] = {}
        self._known_hits: dict[tuple[int, int], float] = {}
        self._known_following: dict[int, float] = {}

    @cached_property
    def _outlook(self) -> Outlook:
        return Outlook(self.table, self.seat, self.waiting, self.style)

    def score(self, move: Move) -> float:
        if isinstance(move, Destroy):
            return self._destroy(move)
        if isinstance(move, Stop):
            return 0.0
        if isinstance(move, Target):
            return self._target(move)
        if isinstance(move, Plan):
            return self._outlook.score(self.table.cards.strategies[move.strategy])
        if isinstance(move, Reinforce):
            return self._reinforce(move)
        if isinstance(move, Throw):
            return self._throw(move)
        if isinstance(move, Web):
            return self._web(move)
        return 1.0 if isinstance(move, Cheer) else 0.0

    @property
    def _attack(self) -> Attack:
        attack = self.table.attack
        assert attack is not None
        return attack

    def _costs(self, seat: int) -> board.Costs:
        """Return the costs of a seat's cards; callers must not change them, as moves share them."""
        if seat not in self._known_costs:
            self._known_costs[seat] = board.costs_of(self.table, seat)
        return self._known_costs[seat]

    def _rivalry(self, other: int) -> float:
        """Return a factor that is larger for a seat with more points."""
        return 1 + RIVALRY * (self.table.points[other] + self.table.kharnage[other])

    def _target(self, move: Target) -> float:
        attack = self._attack
        strength = attack.strength
        if len(move.seats) == 2:
            strength = (strength + 1) // 2
        return sum([self._hit(other, strength) for other in move.seats])

    def _hit(self, other: int, strength: int) -> float:
        """Return the worth of the attack on one army, at this strength."""
        found = self._known_hits.get((other, strength))
        if found is None:
            found = board.worth(self._costs(other), strength, self._attack.trample)
            found = self._known_hits[other, strength] = found * self._rivalry(other)
        return found

    def _destroy(self, move: Destroy) -> float:
        """Return the worth of destroying this card and all that can follow."""
        card = self.table.cards.cards[move.card]
        cost = card.defence if move.web else card.cost
        following = self._known_following.get(cost)
        if following is None:
            following = self._known_following[cost] = self._following(move.target, card.line, cost)
        return 1 + following + (0 if move.web else THREAT * board.threat(card))

    def _following(self, other: int, line: int, cost: int) -> float:
        """Return the worth of what can follow a card of this cost in the attacked line."""
        attack, costs = self._attack, self._costs(other).copy()
        left = attack.targets[0][1] - cost
        costs[line] = costs[line].copy()
        costs[line].remove(cost)
        if not costs[line]:
            left += attack.trample
        return board.worth(costs, left, attack.trample) if any(costs) else board.KHARNAGE_WORTH

    def _reinforce(self, move: Reinforce) -> float:
        """Return the worth of a general, or of an average card of the reserve."""
        if move.general is not None:
            return board.card_worth(self.table.cards.cards[move.general])
        return board.typical(self.table.armies[self.seat]).worth if self.waiting else 0.0

    def _throw(self, move: Throw) -> float:
        """Return the worth of the best shot, or of keeping the card."""
        if not move.do:
            card, later = self.table.surprises[0].card, self.table.round < ROUNDS
            return 0.2 + later * 0.5 * board.threat(card)
        enemies = [self._costs(seat) for seat in range(self.table.seats) if seat != self.seat]
        shots = [board.worth(costs, THROW_STRENGTH) for costs in enemies]
        halves = sorted(board.worth(costs, (THROW_STRENGTH + 1) // 2) for costs in enemies)
        return max(*shots, sum(halves[-2:]))

    def _web(self, move: Web) -> float:
        """Return the worth of a web: the card's threat, and its shields, which no longer count."""
        if move.target is None:
            return 0.0
        assert move.card is not None
        card = self.table.cards.cards[move.card]
        first = self._costs(move.target)
        is_open = not any(first[: card.line])
        shields = card.cost - card.defence
        return (board.threat(card) + shields * (1 if is_open else 0.4)) * self._rivalry(move.target)
