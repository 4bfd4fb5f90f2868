"""Motions on the battlefield: what the newest step moved, from where, and in which order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from games.engine.contract import Effect
from games.titles.kharnage.rules.cards import CardSet

Which = tuple[int, str]
"""A seat, and a card it got."""
STEP = 130
LAST = 1950
"""Milliseconds between two motions, and the longest delay of a motion."""


@dataclass(frozen=True)
class Motion:
    """The element that something came from, and its delay in milliseconds."""

    origin: str
    after: str


def _motion(origin: str, turn: int) -> Motion:
    """Return the motion at a place in the order; its delay is a string, so it is not localized."""
    return Motion(origin, str(min(turn * STEP, LAST)))


def stack_key(seat: int, card: str, web: bool = False) -> str:
    """Return the id of the element of equal cards in an army."""
    return f"unit-{seat}-{card}{'-web' if web else ''}"


@dataclass
class Motions:
    """The motions of a step: cards that came and their numbers, cards taken, plans shown."""

    arrived: dict[Which, Motion] = field(default_factory=dict)
    came: dict[Which, int] = field(default_factory=dict)
    taken: dict[Which, Motion] = field(default_factory=dict)
    shown: dict[int, Motion] = field(default_factory=dict)


def motions_of(fresh: Iterable[Effect], cards: CardSet, me: int | None) -> Motions:
    """Read the motions, one after the other, from the effects of a step."""
    found = Motions()
    turn = 0
    for kind, facts, _to in fresh:
        if kind == "revealed":
            for seat, plan in enumerate(facts["plans"]):
                home = f"#hand-{plan}" if seat == me else f"#army-{seat}-head"
                found.shown[seat] = _motion(home, 0)
            turn += 2
        elif kind == "deployed":
            which = (facts["seat"], facts["card"])
            general = cards.cards[facts["card"]].is_general
            origin = f"#general-{facts['card']}" if general else f"#reserve-{facts['seat']}"
            found.arrived.setdefault(which, _motion(origin, turn))
            found.came[which] = found.came.get(which, 0) + 1
            turn += 1
        elif kind == "destroyed":
            origin = f"#{stack_key(facts['target'], facts['card'], facts['web'])}"
            found.taken.setdefault((facts["seat"], facts["card"]), _motion(origin, turn))
            turn += 1
    return found
