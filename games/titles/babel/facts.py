"""The facts by which matches of Babel are found: powers used, and the height of temples."""

from __future__ import annotations

from collections import defaultdict

from django.utils.translation import gettext as _

from games.engine.achievements import Fact, Played
from games.titles.babel.board.faces import POWER_NAMES
from games.titles.babel.rules.cards import SITES
from games.titles.babel.rules.position import Babel

TALL = (4, 5, 6)
"""The heights of a temple that players look for."""


def powers(played: Played) -> dict[int, set[str]]:
    """Return the powers that each seat used."""
    used: dict[int, set[str]] = defaultdict(set)
    for facts in played.facts("power"):
        used[facts["seat"]].add(facts["power"])
    return used


def heights(played: Played) -> dict[int, set[str]]:
    """Return the heights of each seat's tall temples at the end."""
    end = played.end
    assert isinstance(end, Babel)
    return {
        seat: {str(end.height(seat, site)) for site in SITES if end.height(seat, site) in TALL}
        for seat in range(end.seats)
    }


FACTS = (
    Fact(
        "power",
        list(POWER_NAMES),
        powers,
        lambda power: _("used the power “{power}”").format(power=POWER_NAMES[power]),
    ),
    Fact(
        "height",
        [str(level) for level in TALL],
        heights,
        lambda level: _("had a temple of {levels} levels at the end").format(levels=level),
    ),
)
