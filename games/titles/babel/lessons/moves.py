"""Short forms of moves for the lessons of Babel; the learner is seat 0, Ninsun seat 1."""

from __future__ import annotations

from games.engine.contract import Json
from games.engine.lessons import Pattern

END: Pattern = {"type": "end"}
TRAVEL: Pattern = {"type": "travel"}
SETTLE: Pattern = {"type": "settle"}
MIGRATE: Pattern = {"type": "migrate"}
MINE: Pattern = {"type": "build", "row": 0}
HERS: Pattern = {"type": "build", "row": 1}


def travel(tribe: str) -> Pattern:
    return {**TRAVEL, "tribe": tribe}


def settle(tribe: str) -> Pattern:
    return {**SETTLE, "tribe": tribe}


def migrate(source: str, to: str) -> Pattern:
    return {**MIGRATE, "from": source, "to": to}


def power(name: str, **more: str | int) -> Pattern:
    """Return the pattern of a power, paid by any group that serves."""
    return {"type": "power", "power": name, **more}


def ninsun(*moves: Pattern) -> tuple[Json, ...]:
    """Return moves of Ninsun, in this order."""
    return tuple({"seat": 1, **move} for move in moves)


def discard(tribe: str) -> Pattern:
    return {"type": "discard", "tribe": tribe}
