"""The armies as a commander sees them, and what an attack would destroy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.titles.kharnage.rules.cards import Army, Card
from games.titles.kharnage.rules.table import Table

KHARNAGE_WORTH = 1.3
"""A token, in destroyed cards."""
MAGIC_WORTH = 1.6
"""A magic icon, in melee icons."""

Costs = list[list[int]]
"""What the cards of an army cost to destroy: by line, cheapest first."""


def costs_of(table: Table, seat: int) -> Costs:
    """What the cards of a seat's army cost to destroy."""
    costs = [[card.cost for card in line] for line in table.lines[seat]]
    for card in table.webs[seat]:
        costs[card.line].append(card.defence)
    for line in costs:
        line.sort()
    return costs


def fallen(costs: Sequence[Sequence[int]], strength: float, trample: int = 0) -> tuple[int, bool]:
    """How many cards an attack can destroy at most, and whether none is left."""
    count = 0
    for line in costs:
        for cost in line:
            if cost > strength:
                return count, False
            strength -= cost
            count += 1
        if line:
            strength += trample
    return count, True


def worth(costs: Sequence[Sequence[int]], strength: float, trample: int = 0) -> float:
    """The same in destroyed cards, a Kharnage included."""
    count, wiped = fallen(costs, strength, trample)
    return count + KHARNAGE_WORTH if wiped and count else count


def threat(card: Card) -> float:
    """How much one would like to be rid of an enemy card."""
    return card.melee + card.ranged + MAGIC_WORTH * card.magic + 0.5 * card.trample


@dataclass(frozen=True, slots=True)
class Typical:
    """What one card of an army's reserve brings on average."""

    melee: float
    ranged: float
    fallen: float
    """Enemies that fall by its surprise icons."""
    brings: float
    """Cards in all: itself and those it fetches."""
    worth: float


@lru_cache(64)
def typical(army: Army) -> Typical:
    cards = [card for card in army.units for _ in range(card.count)]
    n = len(cards) or 1
    return Typical(
        melee=sum(card.melee + card.magic for card in cards) / n,
        ranged=sum(card.ranged + card.magic for card in cards) / n,
        fallen=sum(map(surprise_worth, cards)) / n,
        brings=1 + sum(card.icons.count("surprise-reinforce") for card in cards) / n,
        worth=sum(map(card_worth, cards)) / n,
    )


@lru_cache(1024)
def surprise_worth(card: Card) -> float:
    """About how many enemies fall when it is deployed; a small attack wastes more."""
    total = 0.0
    for icon, number in card.steps:
        strength = 3 if icon == "throw" else number
        if icon != "surprise-reinforce" and icon != "web":
            total += max(0.0, (strength - 0.4) / 2)
    return total


@lru_cache(1024)
def card_worth(card: Card) -> float:
    """A deployed card's worth over the rounds to come."""
    return (
        threat(card)
        + 0.25 * card.cost
        + 1.5 * surprise_worth(card)
        + card.icons.count("surprise-reinforce")
        + 0.5 * card.icons.count("web")
    )
