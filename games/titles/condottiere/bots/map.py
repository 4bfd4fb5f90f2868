"""The worth of cities: how near each seat is to a kingdom, and what a conquest changes.

Sets of cities are bit masks, one bit for each city, since every question compares hundreds of
possible kingdoms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from games.titles.condottiere.rules.cities import CITIES, NEIGHBOURS

BIT: Mapping[str, int] = {city: 1 << i for i, city in enumerate(CITIES)}

WON = 100.0
"""The worth of a won game, to which all other values relate."""
CITY = 3.0
"""The worth of a city by itself: two more cards each round, and a count of cities at the end."""
ONE_AWAY, TWO_AWAY, THREE_AWAY = 30.0, 10.0, 4.0
"""The worth at most of lacking one, two or three cities to a kingdom, with many ways to it."""

DEAREST = 30.0
"""The highest worth of a battle to come."""
GOALS = 3
"""About this many cities are fought for in a round."""

FEAR = 0.5
"""The weight of the best rival's prospects; the mean of all rivals has the rest."""


@lru_cache
def kingdoms(size: int) -> tuple[int, ...]:
    """Return every connected set of `size` cities."""
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
    """Return the prospects of a seat that holds `own` and needs a connected group of `size`.

    Args:
        own: The cities that the seat holds.
        barred: The cities that it can't get.
        size: The number of connected cities that win.
    """
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
    # Each further way to a kingdom adds less.
    return (
        CITY * own.bit_count()
        + ONE_AWAY * (1 - 0.5 ** finishing.bit_count())
        + TWO_AWAY * (1 - 0.85**two)
        + THREE_AWAY * (1 - 0.97**three)
    )


class Map:
    """The cities that each seat holds, and the worth of any conquest to any seat."""

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
        """Return the worth to a seat if `winner` conquers the city."""
        after = self._after.get((winner, city))
        if after is None:
            held = [own & ~BIT[city] for own in self.held]
            held[winner] |= BIT[city]
            after = self._after[winner, city] = self._prospects(held)
        return self._against_others(after, seat) - self._now[seat]

    def standing(self, seat: int) -> float:
        """Return the worth of a seat's position on the map against the others."""
        return self._now[seat]

    def stakes(self, seat: int, city: str) -> list[float]:
        """Return the worth of a conquest to a seat, by winner."""
        return [self.stake(seat, winner, city) for winner in range(self.seats)]

    def wins(self, winner: int, city: str) -> bool:
        """Return whether the city completes a kingdom for `winner`."""
        return prospect(self.held[winner] | BIT[city], 0, self.size) == WON

    def contestable(self, seat: int) -> list[str]:
        """Return the cities that a seat could still win."""
        if self.taking:
            return [city for city in CITIES if not self.held[seat] & BIT[city]]
        return [city for city in CITIES if city not in self.cities]

    def usual_stake(self, seat: int) -> float:
        """Return the worth of an average battle of this round to a seat that wins it.

        Battles are usually for good cities, so it is the mean of the best `GOALS`.
        """
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
        # A kingdom ends the game, so no other seat has prospects.
        return [WON * (own == WON) for own in found] if WON in found else found

    def _against_others(self, prospects: Sequence[float], seat: int) -> float:
        """Return a seat's prospects less those of its rivals; the best rival counts most."""
        others = [*prospects[:seat], *prospects[seat + 1 :]]
        mean = sum(others) / len(others)
        return prospects[seat] - FEAR * max(others) - (1 - FEAR) * mean


@lru_cache(maxsize=1 << 10)
def map_of(cities: tuple[tuple[str, int], ...], seats: int, size: int, taking: bool) -> Map:
    """Return the map with these cities held; cached, since a battle often asks for the same."""
    return Map(dict(cities), seats, size, taking)
