"""Help at the table for a first match: a question explained and a move advised."""

from __future__ import annotations

from dataclasses import dataclass


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
