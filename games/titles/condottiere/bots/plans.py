"""What a hand can add to an army: every plan worth a thought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from games.titles.condottiere.bots.table import PRICES
from games.titles.condottiere.rules.cards import MERCENARIES, strength

MOST = 70
"""Mercenaries worth more than this together are not planned for."""

Cards = tuple[str, ...]
Ways = Mapping[int, tuple[float, Cards]]
"""By the strength they add: the price of some mercenaries, and these."""


class Plans(NamedTuple):
    """The plans that have all but their mercenaries in common: each is one of the `ways`."""

    cunning: Cards
    """The other cards."""
    price: float
    strength: int
    """Mine, before the mercenaries."""
    times: int
    """What their strength is multiplied by."""
    winter: bool
    ways: Ways


def plans(army: Sequence[str], hand: Sequence[str], winter_of_others: bool) -> Iterator[Plans]:
    """Every plan, with the cheapest mercenaries for each strength; the one without cards too."""
    mercenaries = tuple(card for card in hand if card in MERCENARIES)
    for cunning in cunning_of(army, hand, winter_of_others):
        winter = winter_of_others or "winter" in army or "winter" in cunning
        with_cunning = [*army, *cunning]
        yield Plans(
            cunning,
            sum(map(PRICES.__getitem__, cunning)),
            strength(with_cunning, winter),
            2 if "drum" in with_cunning else 1,
            winter,
            in_winter(mercenaries) if winter else cheapest(mercenaries),
        )


def cunning_of(army: Sequence[str], hand: Sequence[str], winter_of_others: bool) -> Iterator[Cards]:
    """The other cards that change strengths, in every combination; a second drum is in vain."""
    winters = "winter" in hand and "winter" not in army and not winter_of_others
    drums = "drum" in hand and "drum" not in army
    for winter in range(winters + 1):
        for drum in range(drums + 1):
            for heroines in range(hand.count("heroine") + 1):
                yield ("winter",) * winter + ("drum",) * drum + ("heroine",) * heroines


@lru_cache(1 << 12)
def cheapest(mercenaries: Cards) -> Ways:
    """For every strength that some mercenaries add up to: the cheapest of them."""
    ways: dict[int, tuple[float, Cards]] = {0: (0.0, ())}
    for card in mercenaries:
        for value, (price, cards) in list(ways.items()):
            reached = value + MERCENARIES[card]
            paid = price + PRICES[card]
            if reached <= MOST and (reached not in ways or paid < ways[reached][0]):
                ways[reached] = (paid, (*cards, card))
    return ways


@lru_cache(1 << 12)
def in_winter(mercenaries: Cards) -> Ways:
    """The same when every mercenary counts 1: the smallest first."""
    ranked = sorted(mercenaries, key=PRICES.__getitem__)
    prices = [0.0, *accumulate(map(PRICES.__getitem__, ranked))]
    return {count: (price, tuple(ranked[:count])) for count, price in enumerate(prices)}
