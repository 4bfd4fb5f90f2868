"""The achievements of Babel."""

from __future__ import annotations

from games.engine.achievements import Achievement, Earned, Played, only
from games.engine.contract import Json
from games.engine.refusals import noted
from games.titles.babel.rules.cards import SITES
from games.titles.babel.rules.moves import POWERS
from games.titles.babel.rules.position import HIGH, Babel

HIGHEST_LEVEL = 6
TALL = 5
"""The lowest level of a tall temple."""


def powers_of(played: Played, seat: int, *powers: str) -> list[Json]:
    """Return the facts of each use of these powers by a seat."""
    return [
        facts
        for facts in played.facts("power")
        if facts["seat"] == seat and facts["power"] in powers
    ]


def top(played: Played) -> Earned:
    """Return the seats that built a card of the highest level, with `skip` or without."""
    built = [facts for facts in played.facts("built") if facts["level"] == HIGHEST_LEVEL]
    skipped = [
        facts
        for facts in played.facts("power")
        if facts["power"] == "skip" and facts["level"] == HIGHEST_LEVEL
    ]
    return {facts["seat"] for facts in (*built, *skipped)}


def tall_razed(played: Played) -> Earned:
    return {
        facts["seat"]
        for facts in played.facts("power")
        if facts["power"] == "raze" and facts["temple"][-1] >= TALL
    }


def five_temples(played: Played) -> Earned:
    assert isinstance(played.end, Babel)
    winner = played.winner
    if winner is None:
        return ()
    return only(winner, all(played.end.height(winner, site) for site in SITES))


def untouched(played: Played) -> Earned:
    winner = played.winner
    if winner is None:
        return ()
    return only(winner, not powers_of(played, 1 - winner, "raze", "steal"))


def before_the_end(played: Played) -> Earned:
    return only(played.winner, played.outcome.reason == "fifteen")


def from_behind(played: Played) -> Earned:
    """Return the winner who was below 15 when the end phase began."""
    winner = played.winner
    begun = next(played.facts("end-phase"), None)
    if winner is None or begun is None:
        return ()
    return only(winner, begun["totals"][winner] < HIGH)


def all_powers(played: Played) -> Earned:
    return {
        seat
        for seat in range(played.seats)
        if all(powers_of(played, seat, power) for power in POWERS)
    }


ACHIEVEMENTS = (
    Achievement(
        "top",
        noted("To the top"),
        noted("Build a temple card of level 6."),
        "build",
        top,
    ),
    Achievement(
        "raze-tall",
        noted("Babel falls"),
        noted("Raze a temple of level 5 or higher."),
        "raze",
        tall_razed,
    ),
    Achievement(
        "before-the-end",
        noted("Before it got serious"),
        noted("Win with 15 levels before the end phase begins."),
        "podium",
        before_the_end,
    ),
    Achievement(
        "untouched",
        noted("Untouched"),
        noted("Win without losing a temple or any part of one."),
        "shield",
        untouched,
    ),
    Achievement(
        "from-behind",
        noted("From behind"),
        noted("Win although your opponent reached 15 levels first."),
        "stone",
        from_behind,
    ),
    Achievement(
        "five-temples",
        noted("Five temples"),
        noted("Win with a temple at each of the five sites."),
        "temple",
        five_temples,
    ),
    Achievement(
        "all-powers",
        noted("Every tribe’s friend"),
        noted("Use all six powers in one match."),
        "sumerian",
        all_powers,
    ),
)
