"""The end of a match of Condottiere: the kingdom on its part of the map."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.boards.endings import Ending, i_won, winning_seat
from games.boards.table_view import TableView
from games.boards.words import list_words
from games.titles.condottiere.board import map as art
from games.titles.condottiere.board.parts import City, italy_of
from games.titles.condottiere.rules.cities import CITIES, group_of

RATIO = 1.6
"""The ratio of the picture's width to its height, unless the map is too narrow for it."""
MARGIN = 95
"""The distance from the outermost cities of a kingdom to the edge of the picture."""


@dataclass(frozen=True)
class Kingdom:
    """The held cities around the winning ones, which `label` names."""

    cities: tuple[City, ...]
    box: str
    label: str


def kingdom_ending(table: TableView) -> Ending:
    """Return the end of a match: the winner, and the cities or points that won."""
    seat, mine = winning_seat(table), i_won(table)
    reason = (table.outcome or {}).get("reason", "")
    battles = sum(one.kind == "battle-ended" for step in table.steps for one in step.effects)
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
        headline.format(name=table.players[seat].name, cities=names),
        template="games/condottiere/_kingdom.html" if picture else "",
        picture=picture,
        numbers=numbers,
    )


def _held(table: TableView, seat: int) -> list[str]:
    owners = table.view["cities"]
    return [city for city in CITIES if owners.get(city) == seat]


def _winning_cities(table: TableView, seat: int) -> list[str]:
    """Return the largest connected group, from north to south."""
    held = _held(table, seat)
    group = max((group_of(city, held) for city in held), key=len, default=set())
    return [city for city in held if city in group]


def _kingdom(table: TableView, cities: list[str]) -> Kingdom:
    held = tuple(table.view["cities"].items())
    italy = italy_of(held, table.names, None, frozenset(), None)
    return Kingdom(
        tuple(city for city in italy.cities if city.owner is not None),
        " ".join(str(round(length)) for length in part_around(cities)),
        list_words([art.NAMES[city] for city in cities]),
    )


def part_around(cities: list[str]) -> tuple[float, float, float, float]:
    """Return the part of the map around these cities: left, top, width and height."""
    across, down = zip(*(art.CENTRES[city] for city in cities), strict=True)
    left, top = min(across) - MARGIN, min(down) - MARGIN
    width = min(max(across) + MARGIN - left, art.WIDTH)
    height = min(max(down) + MARGIN - top, art.HEIGHT)
    wide = min(max(width, RATIO * height), art.WIDTH)
    high = max(height, wide / RATIO)
    # Centred on the kingdom, but within the map.
    left = min(max(left - (wide - width) / 2, 0), art.WIDTH - wide)
    top = min(max(top - (high - height) / 2, 0), art.HEIGHT - high)
    return left, top, wide, high
