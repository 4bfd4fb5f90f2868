"""Help at the table for a first match: a question explained and a move advised."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.contract import Move


@dataclass(frozen=True)
class Guide:
    """An explanation of a decision for new players, in two sentences."""

    asked: str
    """What the decision means."""
    usual: str
    """What players usually do, and why."""


@dataclass(frozen=True)
class Advice:
    """A move in words; `why` is empty if there is no reason to give."""

    move: str
    why: str = ""


@dataclass(frozen=True)
class Hint:
    """A hint as the table shows it."""

    state: str
    """“waiting” for a move, “found” but not yet compared, “done” or “failed”."""
    move: Move | None = None
    comparison: str = ""
    """The chances with this move and with another one, in words."""
    url: str = ""
    """Where the page gets the rest of it; empty once nothing more comes."""
