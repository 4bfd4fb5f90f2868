"""What the texts of Kharnage's lessons claim; the learner is seat 0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.lessons import Fact, Played
from games.titles.kharnage.rules.attacks import melee_reach
from games.titles.kharnage.rules.cardset import built_in
from games.titles.kharnage.rules.planning import POINTS


def _army(dump: Mapping[str, Any], seat: int) -> list[str]:
    return [one["card"] for line in dump["lines"][seat].values() for one in line]


def _cost(cards: list[str]) -> int:
    return sum(built_in().cards[card].cost for card in cards)


def destroyed(number: int) -> Fact:
    """Return the fact that the learner has destroyed this many cards in the round."""
    return lambda played: len(played.after.dump()["kills"][0]) == number


def left(strength: int) -> Fact:
    """Return the fact that this much strength was left before the move."""
    return lambda played: played.before.dump()["pending"]["attack"]["targets"][0][1] == strength


def strength_was(strength: int) -> Fact:
    """Return the fact that the attack had this strength before its target was chosen."""
    return lambda played: played.before.dump()["pending"]["attack"]["strength"] == strength


def army_size(seat: int, number: int) -> Fact:
    """Return the fact that an army has this many cards before the move."""
    return lambda played: len(_army(played.before.dump(), seat)) == number


def swords(seat: int, number: int) -> Fact:
    """Return the fact that an army's melee strength after the move is this."""
    return lambda played: (
        number
        == sum(
            built_in().cards[card].melee + built_in().cards[card].magic
            for card in _army(played.after.dump(), seat)
        )
    )


def can_destroy(played: Played) -> bool:
    """Return whether the learner could destroy a card instead."""
    return any(move.type == "destroy" for move in played.before.moves(0))


def army_costs(seat: int, strength: int) -> Fact:
    """Return the fact that all cards of an army together cost this before the move."""
    return lambda played: _cost(_army(played.before.dump(), seat)) == strength


def army_costs_more(seat: int, strength: int) -> Fact:
    """Return the fact that an army would keep a card against this strength."""
    return lambda played: _cost(_army(played.before.dump(), seat)) > strength


def first_to_act(played: Played) -> bool:
    """Return whether the learner's plan has the lowest number of all."""
    plans = built_in().strategies
    return (
        min(
            (plans[plan].initiative, seat)
            for seat, plan in enumerate(played.after.dump()["plans"])
            if plan
        )[1]
        == 0
    )


def no_general(played: Played) -> bool:
    return "general" not in built_in().strategies[played.move["strategy"]].icons


def attacks(number: int) -> Fact:
    """Return the fact that the plan has this many attacks."""
    return lambda played: (
        number
        == sum(
            icon not in ("unit", "general")
            for icon in built_in().strategies[played.move["strategy"]].icons
        )
    )


def later_than(seat: int) -> Fact:
    """Return the fact that the plan is carried out after the only plan of another seat."""

    def holds(played: Played) -> bool:
        plans = built_in().strategies
        other = played.before.dump()["hands"][seat]
        mine = plans[played.move["strategy"]].initiative
        return all(plans[plan].initiative < mine for plan in other)

    return holds


def empty(seat: int, line: str) -> Fact:
    """Return the fact that a line of an army has no cards after the move."""
    return lambda played: not played.after.dump()["lines"][seat][line]


def gone(seat: int) -> Fact:
    """Return the fact that an army has lost its last card, and the learner has its token."""

    def holds(played: Played) -> bool:
        before, after = played.before.dump(), played.after.dump()
        return not _army(after, seat) and after["kharnage"][0] == before["kharnage"][0] + 1

    return holds


def has_tokens(seat: int, number: int) -> Fact:
    """Return the fact that a seat has this many kharnage tokens after the move."""
    return lambda played: played.after.dump()["kharnage"][seat] == number


def had_tokens(seat: int, number: int) -> Fact:
    """Return the fact that this was so before the move."""
    return lambda played: played.before.dump()["kharnage"][seat] == number


def costs(card: str, cost: int) -> Fact:
    """Return the fact that a card costs this to destroy."""
    return lambda _played: built_in().cards[card].cost == cost


def copies(card: str, number: int) -> Fact:
    """Return the fact that the learner's army has this many of a card."""
    return lambda played: _army(played.after.dump(), 0).count(card) == number


def initiative(plan: str, number: int) -> Fact:
    """Return the fact that the learner has this plan, which acts at this number."""
    return lambda played: (
        plan in played.after.dump()["hands"][0] and built_in().strategies[plan].initiative == number
    )


def flags(plan: str, *icons: str) -> Fact:
    """Return the fact that a plan begins with these icons."""
    return lambda _played: built_in().strategies[plan].icons[: len(icons)] == icons


def earns(*points: int) -> Fact:
    """Return the fact that the places of a round earn these points."""
    return lambda _played: points == POINTS


def reaches(*seats: int) -> Fact:
    """Return the fact that the learner's swords reach these seats."""

    def holds(played: Played) -> bool:
        dump = played.after.dump()
        sizes = [len(_army(dump, seat)) for seat in range(len(dump["lines"]))]
        return melee_reach(sizes, 0) == seats

    return holds
