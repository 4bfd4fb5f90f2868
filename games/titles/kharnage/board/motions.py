"""What moves on the battlefield: what the newest step brought, from where, and in which order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from games.engine.contract import Happening
from games.titles.kharnage.rules.cards import CardSet

Which = tuple[int, str]
"""A seat, and a card it got."""
STEP = 130
LAST = 1950
"""Milliseconds between what moves one after the other, and the most that anything waits."""


@dataclass(frozen=True)
class Motion:
    """From where something came just now, and how many milliseconds after the first thing."""

    origin: str
    after: str


def _motion(origin: str, turn: int) -> Motion:
    """The motion of the how-manieth thing; a string, so that no language adds a comma."""
    return Motion(origin, str(min(turn * STEP, LAST)))


def stack_key(seat: int, card: str, web: bool = False) -> str:
    """The id of the element of equal cards in an army."""
    return f"unit-{seat}-{card}{'-web' if web else ''}"


@dataclass
class Motions:
    """Of the newest step: cards that came to an army and how many, cards taken, plans shown."""

    arrived: dict[Which, Motion] = field(default_factory=dict)
    came: dict[Which, int] = field(default_factory=dict)
    taken: dict[Which, Motion] = field(default_factory=dict)
    shown: dict[int, Motion] = field(default_factory=dict)


def motions_of(fresh: Iterable[Happening], cards: CardSet, me: int | None) -> Motions:
    """Read them from the happenings of a step; one thing moves after the other."""
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
