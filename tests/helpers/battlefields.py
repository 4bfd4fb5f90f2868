"""Positions of Kharnage from random games."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from games.engine.contract import Json
from tests.games.titles.kharnage.rules.tables import random_moves

PHASES = ("plan", "reinforce", "target", "destroy", "magic", "throw", "web", "cheer")
GAMES = 24


@cache
def reached(seats: int) -> dict[str, str]:
    """Return a position of every phase, as JSON, from games with manual cheers."""
    found: dict[str, str] = {}
    for number in range(GAMES):
        for position, _seat, _move, _chance in random_moves(number, seats, cheer="manual"):
            # In the first round there are few units yet.
            if position.phase not in found and (position.round > 1 or number > GAMES // 2):
                found[position.phase] = json.dumps(position.dump())
        if len(found) == len(PHASES):
            return found
    raise AssertionError(f"never seen: {set(PHASES) - set(found)}")


def position_at(phase: str, seats: int = 4) -> Json:
    """Return a position of this phase."""
    position: Json = json.loads(reached(seats)[phase])
    return position


def key(move: Json) -> str:
    """Return the same key for equal moves; a missing field equals null, except for `general`."""
    written: dict[str, Any] = {
        name: value for name, value in move.items() if value is not None or name == "general"
    }
    if written["type"] == "web":
        written.setdefault("target", None)
    return json.dumps(written, sort_keys=True)
