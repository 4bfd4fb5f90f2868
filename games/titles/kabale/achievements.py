"""The achievements of Kabale und Hiebe."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.engine.achievements import Achievement, Earned, Played, only
from games.engine.contract import Json
from games.engine.refusals import noted
from games.titles.kabale.rules.cards import AREAS
from games.titles.kabale.rules.position import Kabale
from games.titles.kabale.rules.rounds import ROUNDS

BEST_GOAL = 5
CROWD = 4
"""The number of other seats' cards that make a crowd against a single one."""
CROWNED = frozenset(("king", "queen"))


def taken(played: Played) -> Iterator[tuple[int, Json]]:
    """Yield the winner and the award of each goal that a seat took."""
    for award in played.facts("awarded"):
        if award["winner"] is not None:
            yield award["winner"], award


def taking(holds: Callable[[int, Json], bool]) -> Callable[[Played], Earned]:
    """Return an assessment of the seats that took a goal by an award for which `holds` is true."""
    return lambda played: {seat for seat, award in taken(played) if holds(seat, award)}


def by_couple(_seat: int, award: Json) -> bool:
    return any(step["kind"] == "prince-squire" for step in award["steps"])


def by_beggar(_seat: int, award: Json) -> bool:
    _area, points = award["goal"]
    return points == BEST_GOAL and any(step["kind"] == "beggar" for step in award["steps"])


def by_lovers(seat: int, award: Json) -> bool:
    """Return whether the winner's own Romeo met the winner's own Juliet there."""
    return any(
        award["cards"][step["by"][0]]["seat"] == seat
        for step in award["steps"]
        if step["kind"] == "romeo"
    )


def by_single_card(seat: int, award: Json) -> bool:
    """Return whether the winner had a single card there, against a crowd."""
    mine = [card for card in award["cards"] if card["seat"] == seat]
    return len(mine) == 1 and len(award["cards"]) - len(mine) >= CROWD


def crown_stabbed(played: Played) -> Earned:
    return {
        facts["by"]
        for facts in played.facts("assassinated")
        if facts["card"] in CROWNED and facts["seat"] != facts["by"]
    }


def every_round(played: Played) -> Earned:
    """Return the seats that took a goal in every round.

    All goals of a round are awarded by the move that ends it.
    """
    winners = [
        {award["winner"] for award in decision.facts("awarded")} for decision in played.decisions
    ]
    rounds = [seats for seats in winners if seats]
    if len(rounds) < ROUNDS:
        return ()
    return set(range(played.seats)).intersection(*rounds)


def all_areas(played: Played) -> Earned:
    assert isinstance(played.end, Kabale)
    winner = played.winner
    if winner is None:
        return ()
    return only(winner, {goal.area for goal in played.end.won[winner]} == set(AREAS))


ACHIEVEMENTS = (
    Achievement(
        "alone",
        noted("One against all"),
        noted("Take a goal with a single card against four or more cards of other players."),
        "hermit",
        taking(by_single_card),
    ),
    Achievement(
        "lovers",
        noted("Romeo and Juliet"),
        noted("Take a goal where your Romeo meets your Juliet."),
        "romeo",
        taking(by_lovers),
    ),
    Achievement(
        "couple",
        noted("At your service"),
        noted("Take a goal with your Prince and your Squire."),
        "prince",
        taking(by_couple),
    ),
    Achievement(
        "crown-stabbed",
        noted("Regicide"),
        noted("Have your Assassin do away with another player’s King or Queen."),
        "assassin",
        crown_stabbed,
    ),
    Achievement(
        "beggar",
        noted("Blessed are the poor"),
        noted("Take a 5-point goal where a Beggar makes the lowest sum win."),
        "beggar",
        taking(by_beggar),
    ),
    Achievement(
        "all-areas",
        noted("All walks of life"),
        noted("Win with goals of all six areas."),
        "kabale",
        all_areas,
    ),
    Achievement(
        "every-round",
        noted("In every act"),
        noted("Take at least one goal in each of the six rounds."),
        "medal",
        every_round,
    ),
)
