"""The habits of Babel players: the site of their first temple, and their favourite power."""

from __future__ import annotations

from collections import Counter

from games.engine.achievements import Habit, Played
from games.engine.refusals import noted
from games.titles.babel.board.faces import PEOPLE, POWER_NAMES


def first_site(played: Played) -> dict[int, str]:
    """Return the site of each seat's first temple card."""
    sites: dict[int, str] = {}
    for facts in played.facts("built"):
        sites.setdefault(facts["seat"], facts["site"])
    return sites


def favoured_power(played: Played) -> dict[int, str]:
    """Return the power that each seat used most; of equal ones the first used."""
    powers: dict[int, Counter[str]] = {}
    for facts in played.facts("power"):
        powers.setdefault(facts["seat"], Counter())[facts["power"]] += 1
    return {seat: counted.most_common(1)[0][0] for seat, counted in powers.items()}


HABITS = (
    Habit(
        "first-site",
        noted("First temple"),
        first_site,
        lambda site: str(PEOPLE[site]),
        opening=True,
    ),
    Habit("power", noted("Favourite power"), favoured_power, lambda power: str(POWER_NAMES[power])),
)
