"""How a match of Condottiere ended: the kingdom that was united, on its part of the map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.boards.endings import Ending, i_won, winning_seat
from games.boards.words import list_words
from games.titles.condottiere.board import map as art
from games.titles.condottiere.board.parts import City, italy_of
from games.titles.condottiere.rules.cities import CITIES, group_of

if TYPE_CHECKING:
    from games.matches.presenters.table import Table

RATIO = 1.6
"""How much wider than high the picture is, unless the kingdom is higher than that."""
MARGIN = 95
"""How far the picture reaches beyond the outermost cities of a kingdom."""


@dataclass(frozen=True)
class Kingdom:
    """What everybody holds around the winning cities, which `label` names."""

    cities: tuple[City, ...]
    box: str
    label: str


def kingdom_ending(table: Table) -> Ending:
    """Who won by which cities, or with how many, or with how many points in the series."""
    seat, mine = winning_seat(table), i_won(table)
    reason = (table.match.outcome or {}).get("reason", "")
    battles = sum(h.kind == "battle-ended" for step in table.steps for h in step.happenings)
    numbers = ((_("Battles"), str(battles)),)
    if seat is None:
        return Ending(table.result, numbers=numbers)
    cities = _winning_cities(table, seat) if reason in ("group", "points") else _held(table, seat)
    names = list_words([art.NAMES[city] for city in cities])
    headline = {
        "group": _("You unite a kingdom: {cities}.")
        if mine
        else _("{name} unites a kingdom: {cities}."),
        "most-cities": _("You hold the most cities: {cities}.")
        if mine
        else _("{name} holds the most cities: {cities}."),
        "final-battle": _("You win the final battle.")
        if mine
        else _("{name} wins the final battle."),
        "points": _("You win the series.") if mine else _("{name} wins the series."),
    }.get(reason, table.result)
    picture = _kingdom(table, cities) if cities and reason != "points" else None
    return Ending(
        headline.format(name=table.chairs[seat].name, cities=names),
        template="games/condottiere/_kingdom.html" if picture else "",
        picture=picture,
        numbers=numbers,
    )


def _held(table: Table, seat: int) -> list[str]:
    owners = table.view["cities"]
    return [city for city in CITIES if owners.get(city) == seat]


def _winning_cities(table: Table, seat: int) -> list[str]:
    """The largest connected group, from north to south."""
    held = _held(table, seat)
    group = max((group_of(city, held) for city in held), key=len, default=set())
    return [city for city in held if city in group]


def _kingdom(table: Table, cities: list[str]) -> Kingdom:
    owners = tuple((city, table.chairs[seat]) for city, seat in table.view["cities"].items())
    italy = italy_of(owners, None, frozenset(), None)
    return Kingdom(
        tuple(city for city in italy.cities if city.owner is not None),
        " ".join(str(round(length)) for length in part_around(cities)),
        list_words([art.NAMES[city] for city in cities]),
    )


def part_around(cities: list[str]) -> tuple[float, float, float, float]:
    """The part of the map with these cities in its middle: left, top, width and height."""
    across, down = zip(*(art.CENTRES[city] for city in cities), strict=True)
    left, top = min(across) - MARGIN, min(down) - MARGIN
    width = min(max(across) + MARGIN - left, art.WIDTH)
    height = min(max(down) + MARGIN - top, art.HEIGHT)
    wide = min(max(width, RATIO * height), art.WIDTH)
    high = max(height, wide / RATIO)
    # Around the kingdom, but nowhere beyond the edge of the map.
    left = min(max(left - (wide - width) / 2, 0), art.WIDTH - wide)
    top = min(max(top - (high - height) / 2, 0), art.HEIGHT - high)
    return left, top, wide, high
