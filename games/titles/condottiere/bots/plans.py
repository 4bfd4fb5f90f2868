"""What a hand can add to an army: every plan worth a thought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from games.titles.condottiere.bots.table import PRICES
from games.titles.condottiere.rules.cards import HEROINE_STRENGTH, MERCENARIES, strength

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
