"""The facts by which matches of Condottiere are found: cities taken, and cards played."""

from __future__ import annotations

from collections import defaultdict

from django.utils.translation import gettext as _

from games.engine.achievements import Fact, Played
from games.titles.condottiere.achievements import conquests, kingdoms
from games.titles.condottiere.board.map import NAMES


def taken(played: Played) -> dict[int, set[str]]:
    """Return the cities that each seat conquered, whether it kept them or not."""
    cities: dict[int, set[str]] = defaultdict(set)
    for seat, battle in conquests(played):
        cities[seat].add(battle["city"])
    return cities


def united(played: Played) -> dict[int, set[str]]:
    """Return the cities of the kingdoms that won games."""
    cities: dict[int, set[str]] = defaultdict(set)
    for kingdom in kingdoms(played):
        cities[kingdom.seat] |= kingdom.cities
    return cities


CITIES = sorted(NAMES, key=NAMES.__getitem__)
FACTS = (
    Fact("city", CITIES, taken, lambda city: _("took {city}").format(city=NAMES[city])),
    Fact(
        "kingdom",
        CITIES,
        united,
        lambda city: _("completed a kingdom with {city}").format(city=NAMES[city]),
    ),
)
