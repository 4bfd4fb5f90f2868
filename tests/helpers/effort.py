"""The number of examples that tests try, for `games.engine.testing` and Hypothesis.

`make quick` tries a few examples of each property, `make test` the usual number, and
`make thorough` twenty times the usual number.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from hypothesis import HealthCheck, find, settings
from hypothesis.strategies import none

from games.engine.testing.tables import EFFORT, examples, is_sampled, some

__all__ = [
    "EFFORT",
    "covering",
    "examples",
    "is_sampled",
    "sample",
    "some",
    "use_hypothesis_once",
    "use_hypothesis_settings",
]
T = TypeVar("T")


def covering(choices: Sequence[T], turn: int) -> Sequence[T]:
    """Return all choices with thorough effort, otherwise only the one whose turn it is.

    A test that numbers its pages tries every page and every choice this way, but combines them all
    only with thorough effort.
    """
    return choices if EFFORT == "thorough" else [choices[turn % len(choices)]]


def sample(choices: Sequence[T], usual: int, seed: str = "") -> list[T]:
    """Return `usual` of the choices in their order, with thorough effort twenty times as many.

    The same seed always chooses the same ones.
    """
    places = range(len(choices))
    chosen = Random(seed).sample(places, min(examples(usual), len(places)))
    return [choices[place] for place in sorted(chosen)]


def use_hypothesis_settings() -> None:
    """Set the number of examples, and allow slow ones: a busy machine is no bug."""
    settings.register_profile(
        EFFORT,
        deadline=None,
        max_examples=examples(60),
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile(EFFORT)


def use_hypothesis_once() -> None:
    """Let Hypothesis register its random numbers, as it does at first use.

    From Python 3.14 on it warns then if a freeze hides from garbage collection who refers to them.
    """
    find(none(), lambda _: True, settings=settings(database=None))
