"""What moved just now, and from where: cards that came and fell, plans that were shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from games.engine.contract import Happening
from games.titles.kharnage.board.parts import Motion
from games.titles.kharnage.rules.cards import CardSet

if TYPE_CHECKING:
    from games.matches.services.event_store import Step

Which = tuple[int, str]
"""A seat, and a card it got."""


def stack_key(seat: int, card: str, web: bool = False) -> str:
    """The element of equal cards standing in an army."""
    return f"unit-{seat}-{card}{'-web' if web else ''}"


@dataclass
class Motions:
    """Of the newest step: cards that came to an army and how many, cards taken, plans shown."""

    arrived: dict[Which, Motion] = field(default_factory=dict)
    came: dict[Which, int] = field(default_factory=dict)
    taken: dict[Which, Motion] = field(default_factory=dict)
    shown: dict[int, Motion] = field(default_factory=dict)


def motions_of(fresh: Iterable[Happening], cards: CardSet, me: int | None) -> Motions:
    """Read them from what was told of a step; one thing moves after the other."""
    found = Motions()
    turn = 0
    for kind, facts, _to in fresh:
        if kind == "revealed":
            for seat, plan in enumerate(facts["plans"]):
                home = f"#hand-{plan}" if seat == me else f"#army-{seat}-head"
                found.shown[seat] = Motion(home, 0)
            turn += 2
        elif kind == "deployed":
            which = (facts["seat"], facts["card"])
            general = cards.cards[facts["card"]].is_general
            origin = f"#general-{facts['card']}" if general else f"#reserve-{facts['seat']}"
            found.arrived.setdefault(which, Motion(origin, turn))
            found.came[which] = found.came.get(which, 0) + 1
            turn += 1
        elif kind == "destroyed":
            origin = f"#{stack_key(facts['target'], facts['card'], facts['web'])}"
            found.taken.setdefault((facts["seat"], facts["card"]), Motion(origin, turn))
            turn += 1
    return found


def last_round(told: Sequence[Step], seats: int) -> list[list[str]]:
    """The cards each seat destroyed in the round that was scored last; they are still shown."""
    taken: list[list[str]] = [[] for _ in range(seats)]
    scored = False
    for step in reversed(told):
        for kind, facts, _to in reversed(step.happenings):
            if kind == "scored":
                if scored:
                    return taken
                scored = True
            elif kind == "revealed":
                return taken
            elif kind == "destroyed" and scored:
                taken[facts["seat"]].insert(0, facts["card"])
    return taken
