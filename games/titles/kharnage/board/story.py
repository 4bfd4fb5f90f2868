"""What happened before now, as far as the battlefield still shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.boards.lines import Facts
from games.engine.contract import Happening

if TYPE_CHECKING:
    from games.matches.services.event_store import Step


def last_round(steps: Sequence[Step], seats: int) -> list[list[str]]:
    """The cards each seat destroyed in the round that was scored last; they are still shown."""
    taken: list[list[str]] = [[] for _ in range(seats)]
    scored = False
    for step in reversed(steps):
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


def last_turn(steps: Sequence[Step]) -> tuple[Facts, list[Happening]] | None:
    """The turn of this round that was over last: how it began, and what happened in it."""
    happenings: list[Happening] = []
    over = False
    for step in reversed(steps):
        for happening in reversed(step.happenings):
            kind = happening.kind
            if kind == "revealed":
                return None
            if kind == "turn" and over:
                return happening.facts, happenings[::-1]
            if kind in ("turn", "scored"):
                over = True
            elif over:
                happenings.append(happening)
    return None
