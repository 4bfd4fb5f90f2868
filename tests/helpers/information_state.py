"""The worlds that a seat resamples, from what it knows."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TypeVar

from games.engine.contract import Position
from games.engine.information_state import InformationState

P = TypeVar("P", bound=Position)
WORLDS = 40
"""Enough worlds to find something that is true in one of ten."""


def worlds(position: P, information_state: InformationState[P]) -> Iterator[P]:
    """Yield `WORLDS` worlds; each is valid, and has the same view for the seat."""
    view = position.view(information_state.seat)
    for number in range(WORLDS):
        world = information_state.resample(view, Random(number))
        world.check()
        assert world.view(information_state.seat) == view
        yield world
