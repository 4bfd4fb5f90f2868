"""Whether to fight on, and with what: every way to go on is given a worth, the best is taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import exp
from random import Random
from typing import NamedTuple

from games.engine.contract import Move
from games.engine.piles import without
from games.titles.condottiere.bots.map import WON
from games.titles.condottiere.bots.table import PRICES, Table
from games.titles.condottiere.rules.cards import HEROINE_STRENGTH, MERCENARIES, strength, strongest
from games.titles.condottiere.rules.moves import PASS, PLAY, TAKE_BACK

MOST = 70
"""Mercenaries worth more than this together are not planned for."""

Ways = Mapping[int, tuple[str, ...]]
"""Cards by the strength they add."""


class Plan(NamedTuple):
    """Cards to add to my army, and how strong they make me."""

    cards: tuple[str, ...]
    strength: int
    winter: bool


def plans(army: Sequence[str], hand: Sequence[str], winter_of_others: bool) -> Iterator[Plan]:
    """Every plan of at least one card, the cheapest mercenaries for each strength."""
    mercenaries = [card for card in hand if card in MERCENARIES]
    ways = {False: cheapest(mercenaries), True: in_winter(mercenaries)}
    for cunning in cunning_of(army, hand, winter_of_others):
        winter = winter_of_others or "winter" in army or "winter" in cunning
        with_cunning = [*army, *cunning]
        heroines = HEROINE_STRENGTH * with_cunning.count("heroine")
        fixed = strength(with_cunning, winter) - heroines
        times = 2 if "drum" in with_cunning else 1
        for value, cards in ways[winter].items():
            if cunning or cards:
                yield Plan(cunning + cards, fixed + value * times + heroines, winter)


def cunning_of(
    army: Sequence[str], hand: Sequence[str], winter_of_others: bool
) -> Iterator[tuple[str, ...]]:
    """The other cards that change strengths, in every combination; a second drum is in vain."""
    winters = "winter" in hand and "winter" not in army and not winter_of_others
    drums = "drum" in hand and "drum" not in army
    for winter in range(winters + 1):
        for drum in range(drums + 1):
            for heroines in range(hand.count("heroine") + 1):
                yield ("winter",) * winter + ("drum",) * drum + ("heroine",) * heroines


def cheapest(mercenaries: Sequence[str]) -> Ways:
    """For every strength that some mercenaries add up to: the cheapest of them."""
    ways: dict[int, tuple[float, tuple[str, ...]]] = {0: (0.0, ())}
    for card in mercenaries:
        for value, (price, cards) in list(ways.items()):
            reached = value + MERCENARIES[card]
            paid = price + PRICES[card]
            if reached <= MOST and (reached not in ways or paid < ways[reached][0]):
                ways[reached] = (paid, (*cards, card))
    return {value: cards for value, (_, cards) in ways.items()}


def in_winter(mercenaries: Sequence[str]) -> Ways:
    """The same when every mercenary counts 1: the smallest first."""
    ranked = sorted(mercenaries, key=PRICES.__getitem__)
    return {count: tuple(ranked[:count]) for count in range(len(ranked) + 1)}


FIGHTERS = {*MERCENARIES, "heroine"}
CURIOSITY = 0.3
"""How often a battle is opened that does not look worth it, to see who is interested."""
ZEAL, ARDOUR = 0.2, 60
"""Of a hand a fifth is given for any city, and the more, the more is at stake; see `zeal_for`."""
SHAPE = 1.3
"""How sharply it gets unlikely that a rival makes up for more than he would give."""


class Battle:
    """One battle from one seat."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rivals = table.rivals()
        self.stakes, self.zeal = self._stakes()
        self._outcomes: dict[tuple[int, bool], float] = {}
        # Without winter and with it: a plan may bring winter.
        armies = [[] if seat == table.me else army for seat, army in enumerate(table.armies)]
        self._theirs = {
            winter: [strength(army, winter) for army in armies] for winter in (False, True)
        }
        self._winter_of_others = any("winter" in army for army in armies)

    def _stakes(self) -> tuple[list[float], list[float]]:
        """What each winner means to me; how much of a hand each seat would give for the city."""
        table = self.table
        seats = range(table.seats)
        if table.city is None:
            me = [WON if seat == table.me else -WON for seat in seats]
            return me, [1.0] * table.seats
        city = table.city
        own = [table.map.stake(seat, seat, city) for seat in seats]
        return table.map.stakes(table.me, city), [zeal_for(stake) for stake in own]

    # --- The ways to go on.

    def best(self, rng: Random) -> Move:
        move = self._best()
        if move == PASS and self._all_idle() and (not self.rivals or rng.random() < CURIOSITY):
            # A cheap city; and a round of wary bots comes to an end.
            smallest = min(
                (card for card in self.table.hand if card in FIGHTERS),
                key=PRICES.__getitem__,
                default=None,
            )
            return PASS if smallest is None else PLAY[smallest]
        return move

    def _all_idle(self) -> bool:
        """Nobody has shown any strength, and the city would not stay mine as it is."""
        return not any(self.table.strengths()) and not self.table.defends_untouched()

    def _best(self) -> Move:
        table, army, hand = self.table, self.table.armies[self.table.me], self.table.hand
        if table.defends_untouched() and self.rivals:
            # My pass is not final: wait and see what it takes.
            return PASS
        ways: list[tuple[float, Move]] = [(self.worth_of_passing(army, hand), PASS)]
        plan, worth = self.best_plan(army, hand)
        if plan is not None:
            ways.append((worth, PLAY[self.first_of(plan)]))
        ways += self._rescues(army, hand)
        if "surrender" in hand:
            ways.append((self._at_once("surrender"), PLAY["surrender"]))
        if "bishop" in hand:
            ways.append((self._at_once("bishop"), PLAY["bishop"]))
        return max(ways, key=lambda way: way[0])[1]

    def _at_once(self, card: str) -> float:
        """The battle ends with this card: surrender for the strongest, bishop for nobody."""
        table = self.table
        winner = strongest(table.strengths()) if card == "surrender" else None
        left = without(table.hand, [card])
        gained = 0.0 if winner is None else self.stakes[winner]
        return gained + table.to_come(table.price(left), len(left))

    def _rescues(self, army: list[str], hand: list[str]) -> Iterator[tuple[float, Move]]:
        """A scarecrow for my best mercenary: worth it if I win without him, or not at all."""
        if "scarecrow" not in hand:
            return
        fighters = sorted(set(army) & MERCENARIES.keys(), key=MERCENARIES.__getitem__)
        for card in fighters[-2:]:
            then = [*without(army, [card]), "scarecrow"]
            left = [*without(hand, ["scarecrow"]), card]
            worth = self.worth_of_passing(then, left)
            yield max(worth, self.best_plan(then, left)[1]), TAKE_BACK[card]

    def worth_of_passing(self, army: Sequence[str], hand: list[str]) -> float:
        winter = self._winter_of_others or "winter" in army
        ends = self.outcome(strength(army, winter), winter)
        return ends + self.table.to_come(self.table.price(hand), len(hand))

    def best_plan(self, army: Sequence[str], hand: list[str]) -> tuple[Plan | None, float]:
        """The plan of the highest worth; (None, -∞) with nothing to fight with."""
        best, best_worth = None, float("-inf")
        for plan in plans(army, hand, self._winter_of_others):
            left = without(hand, plan.cards)
            worth = self.outcome(plan.strength, plan.winter)
            worth += self.table.to_come(self.table.price(left), len(left))
            if worth > best_worth:
                best, best_worth = plan, worth
        return best, best_worth

    def first_of(self, plan: Plan) -> str:
        """The card to begin with: the cheapest that puts me ahead, else simply the cheapest.

        Small steps show little, lose little to winter, and may make the others give up.
        """
        table = self.table
        army = table.armies[table.me]
        cards = sorted(dict.fromkeys(plan.cards), key=PRICES.__getitem__)
        for card in cards:
            winter = self._winter_of_others or "winter" in army or card == "winter"
            if strength([*army, card], winter) > max(self._theirs[winter]):
                return card
        helping = [card for card in cards if card != "drum" or len(cards) == 1]
        return helping[0]

    # --- What will come of it.

    def outcome(self, mine: int, winter: bool) -> float:
        """The worth of ending this battle with such a strength, before the cards it costs."""
        key = (mine, winter)
        if key not in self._outcomes:
            self._outcomes[key] = self._outcome(mine, winter)
        return self._outcomes[key]

    def _outcome(self, mine: int, winter: bool) -> float:
        table, theirs = self.table, self._theirs[winter]
        if not self.rivals:
            final = [mine if seat == table.me else theirs[seat] for seat in range(table.seats)]
            winner = strongest(final)
            return 0.0 if winner is None else self.stakes[winner]
        lead = mine - max(theirs)
        if lead < 0:
            return self._loss(theirs)
        holding = 1.0
        for rival in self.rivals:
            holding *= 1 - self._overtakes(rival, mine - theirs[rival], winter)
        # Level with the best, nobody wins.
        gain = self.stakes[table.me] if lead else 0.0
        return holding * gain + (1 - holding) * self._loss(theirs)

    def _overtakes(self, rival: int, lead: int, winter: bool) -> float:
        """How likely a rival makes up for my lead, by what he may hold and would give."""
        table = self.table
        size = table.sizes[rival]
        mean = table.mean_in_winter if winter else table.mean_strength
        reach = size * mean * self.zeal[rival]
        if "drum" not in table.armies[rival]:
            drum = min(1.0, size * table.share_of_drums)
            reach += 0.5 * drum * (self._theirs[winter][rival] + reach / 2)
        return exp(-(((lead + 0.5) / max(reach, 0.5)) ** SHAPE))

    def _loss(self, theirs: Sequence[int]) -> float:
        """What it means to me that one of the others wins, by how likely each is to."""
        table = self.table
        weights: dict[int, float] = {
            other: (theirs[other] + 1) ** 1.5
            if other not in self.rivals
            else (theirs[other] + 1 + table.sizes[other] * table.mean_strength * 0.5) ** 1.5
            for other in table.others
            if theirs[other] or other in self.rivals
        }
        total = sum(weights.values())
        return sum(self.stakes[other] * weight for other, weight in weights.items()) / total


def zeal_for(stake: float) -> float:
    """The part of a hand that is given for a city of such a stake: a usual one, or a won game."""
    return min(0.9, ZEAL + stake / ARDOUR)
