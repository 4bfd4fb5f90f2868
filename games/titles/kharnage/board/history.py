"""Past effects that the battlefield still shows."""

from __future__ import annotations

from collections.abc import Sequence

from games.boards.lines import Facts
from games.engine.contract import Effect
from games.engine.history import Step


def last_round(steps: Sequence[Step], seats: int) -> list[list[str]]:
    """Return the cards each seat destroyed in the round that was scored last."""
    taken: list[list[str]] = [[] for _ in range(seats)]
    scored = False
    for step in reversed(steps):
        for kind, facts, _to in reversed(step.effects):
            if kind == "scored":
                if scored:
                    return taken
                scored = True
            elif kind == "revealed":
                return taken
            elif kind == "destroyed" and scored:
                taken[facts["seat"]].insert(0, facts["card"])
    return taken


def last_turn(steps: Sequence[Step]) -> tuple[Facts, list[Effect]] | None:
    """Return the last turn of this round that ended: its first facts, and its effects."""
    effects: list[Effect] = []
    over = False
    for step in reversed(steps):
        for effect in reversed(step.effects):
            kind = effect.kind
            if kind == "revealed":
                return None
            if kind == "turn" and over:
                return effect.facts, effects[::-1]
            if kind in ("turn", "scored"):
                over = True
            elif over:
                effects.append(effect)
    return None
