"""The armies as a bot sees them, and what an attack would destroy."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.titles.kharnage.rules.cards import Army, Card
from games.titles.kharnage.rules.table import Table

KHARNAGE_WORTH = 1.3
"""What a kharnage token is worth, in destroyed cards."""
MAGIC_WORTH = 1.6
"""What a magic icon is worth, in melee icons."""

Costs = list[list[int]]
"""By line: what each card of an army costs to destroy, the cheapest first."""


def costs_of(table: Table, seat: int) -> Costs:
    """Return what the cards of a seat's army cost to destroy."""
    costs = [[card.cost for card in line] for line in table.lines[seat]]
    for card in table.webs[seat]:
        costs[card.line].append(card.defence)
    for line in costs:
        line.sort()
    return costs


def fallen(costs: Sequence[Sequence[int]], strength: float, trample: int = 0) -> tuple[int, bool]:
    """Return the most cards an attack can destroy, and whether none is left."""
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
    """Return what an attack is worth, in destroyed cards, including a Kharnage."""
    count, wiped = fallen(costs, strength, trample)
    return count + KHARNAGE_WORTH if wiped and count else count


def needed(costs: Sequence[Sequence[int]], trample: int = 0) -> list[int]:
    """Return the strength with which an attack destroys one card, two, and so on to all."""
    found: list[int] = []
    spent = most = 0
    for line in costs:
        for cost in line:
            spent += cost
            most = max(most, spent)
            found.append(most)
        if line:
            spent -= trample
    return found


def worth_by(needs: Sequence[int], strength: int) -> float:
    """Return the same as `worth`, for an army that many attacks are tried on."""
    count = bisect_right(needs, strength)
    return count + KHARNAGE_WORTH if count and count == len(needs) else count


def threat(card: Card) -> float:
    """Return how dangerous an enemy card is."""
    return card.melee + card.ranged + MAGIC_WORTH * card.magic + 0.5 * card.trample


@dataclass(frozen=True, slots=True)
class Typical:
    """What a card of an army's reserve brings on average."""

    melee: float
    ranged: float
    fallen: float
    """Enemy cards that its surprise icons destroy."""
    brings: float
    """The number of cards deployed: itself and its reinforcements."""
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
    """Estimate how many enemies fall when the card is deployed; small attacks waste more."""
    total = 0.0
    for icon, number in card.steps:
        strength = 3 if icon == "throw" else number
        if icon != "surprise-reinforce" and icon != "web":
            total += max(0.0, (strength - 0.4) / 2)
    return total


@lru_cache(1024)
def card_worth(card: Card) -> float:
    """Estimate a deployed card's worth over the rounds to come."""
    return (
        threat(card)
        + 0.25 * card.cost
        + 1.5 * surprise_worth(card)
        + card.icons.count("surprise-reinforce")
        + 0.5 * card.icons.count("web")
    )
