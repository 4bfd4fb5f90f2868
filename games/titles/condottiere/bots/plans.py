"""The plans of a battle: every sensible set of hand cards to add to an army."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from games.titles.condottiere.bots.table import PRICES
from games.titles.condottiere.rules.cards import MERCENARIES, strength

MOST = 70
"""The highest total of mercenaries in a plan."""

Cards = tuple[str, ...]
Ways = Mapping[int, tuple[float, Cards]]
"""By added strength: the price of the cheapest mercenaries for it, and these cards."""


class Plans(NamedTuple):
    """Plans that differ only in their mercenaries, one for each of the `ways`."""

    cunning: Cards
    """The cards that are no mercenaries."""
    price: float
    strength: int
    """The army's strength with these cards, before the mercenaries."""
    times: int
    """The factor for the strength of the mercenaries: 2 with a drum."""
    winter: bool
    ways: Ways


def plans(army: Sequence[str], hand: Sequence[str], winter_of_others: bool) -> Iterator[Plans]:
    """Return every plan, with the cheapest mercenaries for each strength; also the empty plan."""
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
    """Return every set of other cards that change strengths; a second drum changes nothing."""
    winters = "winter" in hand and "winter" not in army and not winter_of_others
    drums = "drum" in hand and "drum" not in army
    for winter in range(winters + 1):
        for drum in range(drums + 1):
            for heroines in range(hand.count("heroine") + 1):
                yield ("winter",) * winter + ("drum",) * drum + ("heroine",) * heroines


@lru_cache(1 << 12)
def cheapest(mercenaries: Cards) -> Ways:
    """Return the cheapest mercenaries for every strength that they can add up to."""
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
    """Return the cheapest mercenaries for every strength in winter, when each counts 1."""
    ranked = sorted(mercenaries, key=PRICES.__getitem__)
    prices = [0.0, *accumulate(map(PRICES.__getitem__, ranked))]
    return {count: (price, tuple(ranked[:count])) for count, price in enumerate(prices)}
