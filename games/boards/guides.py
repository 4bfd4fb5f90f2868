"""The helper beside a table: a question explained for a first match, and a move advised."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Guide:
    """A question in two sentences, for somebody who meets it for the first time."""

    asked: str
    """What it means to answer it."""
    usual: str
    """What is usual, and why."""


@dataclass(frozen=True)
class Advice:
    """A move in words, and why it may be a good one; `why` is empty where nobody can say."""

    move: str
    why: str = ""
