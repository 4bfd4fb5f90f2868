"""Estimate strategy cards: what each would destroy now, and what it builds for later."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from games.titles.kharnage.bots.board import costs_of, needed, typical, worth_by
from games.titles.kharnage.bots.style import STEADY, Style
from games.titles.kharnage.rules.attacks import KNIGHTS, strength
from games.titles.kharnage.rules.cards import FLAGS, Army, Strategy
from games.titles.kharnage.rules.position import Kharnage
from games.titles.kharnage.rules.table import ROUNDS

FUTURE = {2: 0.35, 3: 0.8, 4: 1.0}
"""By number of seats: what a card deployed now destroys in each round to come, as with more
enemies there are always targets left."""
FAR = 3
"""The number of rounds to plan ahead."""
LOST_WAITING = 0.3
"""The share of the seat's strength that is lost if all others act first."""
NEWCOMERS = 4
"""The usual number of cards that an enemy deploys if it acts first."""
NOTHING = {2: 2.4, 3: 0.8, 4: 0.0}
"""By number of seats: what destroying nothing costs, as with a card even the last seat scores."""


class Outlook:
    """The table in phase plan, as one seat sees it."""

    def __init__(self, table: Kharnage, seat: int, waiting: int, style: Style = STEADY) -> None:
        self.style = style
        self.seats = table.seats
        own = table.in_play(seat)
        self.melee = strength(table, seat, "melee")
        self.ranged = strength(table, seat, "ranged")
        self.trample = sum([card.trample for card in own])
        self.knights = sum([card.knight for card in own]) >= KNIGHTS
        self.army: Army = table.armies[seat]
        self.waiting = waiting
        """The number of cards in the seat's reserve."""
        self.has_general = bool(table.generals[seat])
        self.enemies = [costs_of(table, other) for other in range(self.seats) if other != seat]
        self._known_needs: dict[tuple[int, int], Sequence[Sequence[int]]] = {}
        self.against = sum(table.sizes) - table.sizes[seat]
        self.rivals = sorted(
            strategy.initiative
            for other, hand in enumerate(table.hands)
            if other != seat
            for strategy in hand
        )
        self.rounds_to_come = min(ROUNDS - table.round, FAR)

    def score(self, strategy: Strategy) -> float:
        """Return the enemies that should fall this round, and a share of those of later rounds."""
        late = self.lateness(strategy)
        usual = typical(self.army)
        flags = sum(strategy.count(flag) for flag in FLAGS)
        coming = min(flags * usual.brings, self.waiting)
        if "general" in strategy.icons and self.has_general:
            coming += 1
        now = coming * usual.fallen * self.prey(late)
        left = 1 - LOST_WAITING * late
        melee, ranged = self.melee * left, self.ranged * left
        for place, icon in enumerate(strategy.icons):
            if place + 1 == strategy.deploy_at:
                melee += coming * usual.melee
                ranged += coming * usual.ranged
            if icon == "melee":
                now += self.best(melee + self.knights, late, self.trample)
            elif icon == "ranged":
                now += self.best(ranged, late, 0)
        now -= NOTHING[self.seats] * max(0.0, 1 - now)
        later = FUTURE[self.seats] * self.rounds_to_come * usual.worth / 1.5
        return now + self.style.later * later * coming

    def lateness(self, strategy: Strategy) -> float:
        """Return the share of the others' strategy cards that act before this one."""
        if not self.rivals:
            return 0.0
        return bisect_left(self.rivals, strategy.initiative) / len(self.rivals)

    def prey(self, late: float) -> float:
        """Return a factor for surprises, less than 1 when there are few enemies to surprise."""
        there = self.against + late * NEWCOMERS * len(self.enemies)
        return min(1.0, there / 6)

    def best(self, strength: float, late: float, trample: int) -> float:
        """Return what an attack destroys: at full strength, or with half at each of two enemies."""
        half = int(strength + 1) // 2
        single, split = 0.0, []
        for needs in self._needs(round(late * NEWCOMERS), trample):
            single = max(single, _smooth(needs, strength))
            split.append(worth_by(needs, half))
        return max(single, sum(sorted(split)[-2:]))

    def _needs(self, newcomers: int, trample: int) -> Sequence[Sequence[int]]:
        """Return by enemy what destroys its cards, with newcomers that cost 2 each in front."""
        found = self._known_needs.get((newcomers, trample))
        if found is None:
            fresh = [2] * newcomers
            found = self._known_needs[newcomers, trample] = [
                needed([sorted(fresh + front), center, back], trample)
                for front, center, back in self.enemies
            ]
        return found


def _smooth(needs: Sequence[int], strength: float) -> float:
    """Return the worth of an attack, interpolated between whole strengths."""
    low = int(strength)
    if low == strength:
        return worth_by(needs, low)
    part = strength - low
    return (1 - part) * worth_by(needs, low) + part * worth_by(needs, low + 1)
