"""What cities are worth: how near to a kingdom each seat is, and what a conquest changes.

Sets of cities are bit masks here, one bit per city: a few hundred kingdoms are looked through
for every question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from games.titles.condottiere.rules.cities import CITIES, NEIGHBOURS

BIT: Mapping[str, int] = {city: 1 << i for i, city in enumerate(CITIES)}

WON = 100.0
"""The worth of a won game, the measure of everything else."""
CITY = 3.0
"""A city by itself: two more cards each round, and it may come to a count at the end."""
ONE_AWAY, TWO_AWAY, THREE_AWAY = 30.0, 10.0, 4.0
"""What it is worth at most to lack so many cities to a kingdom, with many ways to get them."""

DEAREST = 30.0
"""No battle to come is counted dearer than this."""
GOALS = 3
"""A round is fought for about so many cities."""

FEAR = 0.5
"""How much of what the others have is the best one's, rather than everybody's."""


@lru_cache
def kingdoms(size: int) -> tuple[int, ...]:
    """Every connected set of so many cities."""
    sets = set(BIT.values())
    for _ in range(size - 1):
        sets = {
            held | BIT[other]
            for held in sets
            for city in CITIES
            if held & BIT[city]
            for other in NEIGHBOURS[city]
            if not held & BIT[other]
        }
    return tuple(sorted(sets))


@lru_cache(maxsize=1 << 14)
def prospect(own: int, barred: int, size: int) -> float:
    """The prospects of a seat that holds `own`, cannot get `barred` and needs a group of `size`."""
    finishing = two = three = 0
    for kingdom in kingdoms(size):
        if kingdom & barred:
            continue
        lacking = kingdom & ~own
        count = lacking.bit_count()
        if count == 0:
            return WON
        if count == 1:
            finishing |= lacking
        elif count == 2:
            two += 1
        elif count == 3:
            three += 1
    # Many ways to the same end are better than one, but less and less so.
    return (
        CITY * own.bit_count()
        + ONE_AWAY * (1 - 0.5 ** finishing.bit_count())
        + TWO_AWAY * (1 - 0.85**two)
        + THREE_AWAY * (1 - 0.97**three)
    )


class Map:
    """The board as a bot sees it: who holds what, and what any conquest would mean to anyone."""

    def __init__(self, cities: Mapping[str, int], seats: int, size: int, taking: bool) -> None:
        self.cities = cities
        self.seats = seats
        self.size = size
        self.taking = taking
        self.held = [0] * seats
        for city, seat in cities.items():
            self.held[seat] |= BIT[city]
        now = self._prospects(self.held)
        self._now = [self._against_others(now, seat) for seat in range(seats)]
        self._after: dict[tuple[int, str], list[float]] = {}
        self._usual: dict[int, float] = {}

    def stake(self, seat: int, winner: int, city: str) -> float:
        """What it means to a seat, in worth, that `winner` conquers the city."""
        after = self._after.get((winner, city))
        if after is None:
            held = [own & ~BIT[city] for own in self.held]
            held[winner] |= BIT[city]
            after = self._after[winner, city] = self._prospects(held)
        return self._against_others(after, seat) - self._now[seat]

    def standing(self, seat: int) -> float:
        """How a seat stands, in worth, against the others."""
        return self._now[seat]

    def stakes(self, seat: int, city: str) -> list[float]:
        """By winner."""
        return [self.stake(seat, winner, city) for winner in range(self.seats)]

    def wins(self, winner: int, city: str) -> bool:
        """Whether the city makes a kingdom."""
        return prospect(self.held[winner] | BIT[city], 0, self.size) == WON

    def contestable(self, seat: int) -> list[str]:
        """The cities this seat could still win."""
        if self.taking:
            return [city for city in CITIES if not self.held[seat] & BIT[city]]
        return [city for city in CITIES if city not in self.cities]

    def usual_stake(self, seat: int) -> float:
        """What a battle of this round is worth to its winner: they are fought for good cities."""
        if seat not in self._usual:
            cities = self.contestable(seat)
            gains = sorted((self.stake(seat, seat, city) for city in cities), reverse=True)
            best = gains[:GOALS]
            self._usual[seat] = min(DEAREST, sum(best) / len(best)) if best else 0.0
        return self._usual[seat]

    def _prospects(self, held: Sequence[int]) -> list[float]:
        everyone = 0
        for own in held:
            everyone |= own
        found = [prospect(own, 0 if self.taking else everyone & ~own, self.size) for own in held]
        # Beside a kingdom nobody else has prospects: the game is over.
        return [WON * (own == WON) for own in found] if WON in found else found

    def _against_others(self, prospects: Sequence[float], seat: int) -> float:
        """My prospects against the others': the nearest rival counts most, but not alone."""
        others = [*prospects[:seat], *prospects[seat + 1 :]]
        mean = sum(others) / len(others)
        return prospects[seat] - FEAR * max(others) - (1 - FEAR) * mean


@lru_cache(maxsize=1 << 10)
def map_of(cities: tuple[tuple[str, int], ...], seats: int, size: int, taking: bool) -> Map:
    """The map with these cities taken: a battle is thought about many times with the same."""
    return Map(dict(cities), seats, size, taking)
