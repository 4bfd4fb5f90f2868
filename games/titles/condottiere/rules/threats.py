"""The seats that would win the match with the next city, from a view only (spec: Play)."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.contract import Options
from games.titles.condottiere.rules import shapes
from games.titles.condottiere.rules.cards import MERCENARIES, strengths, strongest
from games.titles.condottiere.rules.cities import CITIES, group_needed, group_of

BOOSTS: tuple[tuple[str, ...], ...] = (("m10",), ("drum", "m10"), ("heroine",), ("drum", "heroine"))
"""What makes an army strongest: the first cards, and the one that all further cards are."""


def threats(view: shapes.View, options: Options) -> dict[int, tuple[str, ...]]:
    """Return each seat that wins the match if it takes one of these cities next.

    During a battle that is the city fought for, if the seat may still take it. Series of games have
    no threats, since a kingdom ends only one of their games.
    """
    found: dict[int, tuple[str, ...]] = {}
    if options["points"]:
        return found
    for seat in range(len(view["hands"])):
        cities = tuple(
            city for city in _next_cities(view, options, seat) if _wins(view, options, seat, city)
        )
        fights = _may_win_battle(view, seat) if view["phase"] == "battle" else _may_act(view, seat)
        if cities and fights:
            found[seat] = cities
    return found


def _next_cities(view: shapes.View, options: Options, seat: int) -> Iterable[str]:
    if view["phase"] == "battle":
        return () if view["city"] is None else (view["city"],)
    owners = view["cities"]
    return (
        city
        for city in CITIES
        if city not in owners or (options["taking_cities"] and owners[city] != seat)
    )


def _wins(view: shapes.View, options: Options, seat: int, city: str) -> bool:
    """Return whether a seat wins the match as soon as it holds a city, too."""
    owners = {**view["cities"], city: seat}
    held = [
        [one for one, owner in owners.items() if owner == other] for other in range(_seats(view))
    ]
    if len(group_of(city, held[seat])) >= group_needed(_seats(view), options):
        return True
    counts = [len(cities) for cities in held]
    return len(owners) == len(CITIES) and strongest(counts) == seat


def _may_win_battle(view: shapes.View, seat: int) -> bool:
    """Return whether a seat can still become the only strongest one in the battle.

    That is so if it can with its best cards, once others have taken mercenaries back, and with
    or without a winter.
    """
    seats = range(_seats(view))
    left = [_size(view, other) if _may_act(view, other) else 0 for other in seats]
    armies = [
        army if other == seat else _taken_back(army, left[other])
        for other, army in enumerate(view["armies"])
    ]
    for boost in BOOSTS if left[seat] else ((),):
        stronger = [*armies[seat], *_cards(boost, left[seat])]
        by_boost = [stronger if other == seat else armies[other] for other in seats]
        if strongest(strengths(by_boost)) == seat:
            return True
        if any(left) and strongest(strengths([*by_boost, ["winter"]])) == seat:
            return True
    return False


def _taken_back(army: list[str], most: int) -> list[str]:
    """Return what stays of an army once its seat has taken back as many mercenaries as it can."""
    dearest = sorted(army, key=lambda card: -MERCENARIES.get(card, 0))
    return dearest[min(most, sum(card in MERCENARIES for card in army)) :]


def _cards(boost: tuple[str, ...], size: int) -> list[str]:
    """Return so many cards: the first of the boost, and the last again and again."""
    return [*boost[:-1], *[boost[-1]] * size][:size] if boost else []


def _may_act(view: shapes.View, seat: int) -> bool:
    if view["final"] is not None and seat not in view["final"]:
        return False
    return bool(view["hands"][seat]) and not view["passed"][seat]


def _size(view: shapes.View, seat: int) -> int:
    hand = view["hands"][seat]
    return hand if isinstance(hand, int) else len(hand)


def _seats(view: shapes.View) -> int:
    return len(view["hands"])
