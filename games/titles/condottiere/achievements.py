"""The achievements of Condottiere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import NamedTuple

from games.engine.achievements import Achievement, Decision, Earned, Played, only
from games.engine.contract import Json
from games.engine.refusals import noted
from games.titles.condottiere.rules.cards import COPIES, is_winter
from games.titles.condottiere.rules.cities import CITIES, group_of
from games.titles.condottiere.rules.position import Condottiere

INLAND = frozenset(("torino", "milano", "mantova", "modena", "spoleto"))
"""The cities that have no coast on the map."""
COAST = frozenset(CITIES) - INLAND
CAMPAIGN = 3
"""The number of battles won in a row that are a campaign."""


class Kingdom(NamedTuple):
    """The connected cities that won a game, and the move and the battle that completed them."""

    seat: int
    cities: set[str]
    decision: Decision
    battle: Json


def kingdoms(played: Played) -> Iterator[Kingdom]:
    """Return the kingdoms that won games, one for each such game of a series."""
    for decision in played.decisions:
        for facts in decision.facts("kingdom"):
            seat, battle = facts["seat"], next(decision.facts("battle-ended"))
            assert isinstance(decision.before, Condottiere)
            held = {city for city, owner in decision.before.cities.items() if owner == seat}
            cities = group_of(battle["city"], held | {battle["city"]})
            yield Kingdom(seat, cities, decision, battle)


def with_kingdom(holds: Callable[[Kingdom], bool]) -> Callable[[Played], Earned]:
    """Return a test for seats that have a kingdom with some property."""
    return lambda played: {one.seat for one in kingdoms(played) if holds(one)}


def conquests(played: Played) -> Iterator[tuple[int, Json]]:
    """Return the winner and the facts of each battle that conquered a city."""
    for battle in played.facts("battle-ended"):
        winner, city = battle["winner"], battle["city"]
        if winner is not None and city is not None and battle["owner"] != winner:
            yield winner, battle


def campaign(played: Played) -> Earned:
    """Return the seats that won `CAMPAIGN` battles in a row; a battle without a winner ends it."""
    winners = [battle["winner"] for battle in played.facts("battle-ended")]
    runs = [(winner, len(list(run))) for winner, run in groupby(winners)]
    return {winner for winner, length in runs if winner is not None and length >= CAMPAIGN}


def one_penny(played: Played) -> Earned:
    return {seat for seat, battle in conquests(played) if battle["armies"][seat] == ["m1"]}


def three_heroines(played: Played) -> Earned:
    most = COPIES["heroine"]
    return {seat for seat, battle in conquests(played) if _count(battle, seat, "heroine") == most}


def _count(battle: Json, seat: int, card: str) -> int:
    return int(battle["armies"][seat].count(card))


def by_own_surrender(kingdom: Kingdom) -> bool:
    return kingdom.battle["cause"] == "surrender" and kingdom.decision.seat == kingdom.seat


def unbroken(played: Played) -> Earned:
    """Return the winner who lost no city, where the options allow taking cities."""
    lost = {battle["owner"] for _winner, battle in conquests(played)}
    taking = bool(played.end.options["taking_cities"])
    return only(played.winner, taking and played.winner not in lost)


ACHIEVEMENTS = (
    Achievement(
        "campaign",
        noted("Campaign"),
        noted("Win three battles in a row."),
        "mercenary-5",
        campaign,
    ),
    Achievement(
        "one-penny",
        noted("For a penny"),
        noted("Conquer a city with a single mercenary of 1 and nothing else."),
        "mercenary-1",
        one_penny,
    ),
    Achievement(
        "coast",
        noted("Lord of the shores"),
        noted("Complete a kingdom of cities that all lie on the coast."),
        "wave",
        with_kingdom(lambda kingdom: kingdom.cities <= COAST),
    ),
    Achievement(
        "winter",
        noted("Winter king"),
        noted("Complete your kingdom in a battle fought in winter."),
        "winter",
        with_kingdom(lambda kingdom: is_winter(kingdom.battle["armies"])),
    ),
    Achievement(
        "terms",
        noted("On my terms"),
        noted("Complete your kingdom by playing a surrender yourself."),
        "surrender",
        with_kingdom(by_own_surrender),
    ),
    Achievement(
        "unbroken",
        noted("Not one stone"),
        noted("Win with “Taking cities” on and never lose a city."),
        "shield",
        unbroken,
    ),
    Achievement(
        "inland",
        noted("No harbour needed"),
        noted("Complete a kingdom without a single city on the coast."),
        "tower",
        with_kingdom(lambda kingdom: kingdom.cities <= INLAND),
    ),
    Achievement(
        "heroines",
        noted("Three heroines"),
        noted("Conquer a city with all three heroines in your army."),
        "heroine",
        three_heroines,
    ),
)
