"""The worlds that a seat imagines, from what it knows."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from games.engine.knowledge import Knowledge, P

WORLDS = 40
"""Enough of them to come upon what is so one time in ten."""


def worlds(position: P, knowledge: Knowledge[P]) -> Iterator[P]:
    """Many of them; each is whole, and looks to the seat as the position does."""
    view = position.view(knowledge.seat)
    for number in range(WORLDS):
        world = knowledge.imagine(view, Random(number))
        world.check()
        assert world.view(knowledge.seat) == view
        yield world
