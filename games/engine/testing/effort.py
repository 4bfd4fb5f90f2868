"""How hard tests look, by the environment's EFFORT: quick, usual or thorough.

Quick tries a tenth of the usual number of examples, thorough twenty times as many.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")
TIMES = {"quick": 0.1, "usual": 1.0, "thorough": 20.0}
EFFORT = os.environ.get("EFFORT") or "usual"


def examples(usual: int) -> int:
    """So many examples where that many are usual; at least one."""
    return max(1, round(usual * TIMES[EFFORT]))


def is_sampled(rng: Random, share: float) -> bool:
    """Whether this one is looked at, where usually such a share is; thoroughly all are.

    It is left to chance: every third position of three players would always be the same one's.
    """
    return rng.random() < share * TIMES[EFFORT]


def some(choices: Sequence[T]) -> Sequence[T]:
    """All of these, or for a quick look every tenth, the first among them."""
    return choices[::10] if EFFORT == "quick" else choices
