"""Hints in tests: a thinker without a process, which answers all that wait."""

from __future__ import annotations

from typing import Any

from games.hints.models import Hint
from games.matches.models import Match
from games.workers.hinting import hint_next
from games.workers.thinker import answer_to, verdict_on


class Here:
    """Thinks in this process; tests may replace either function."""

    def __init__(self, think: Any = answer_to, judge: Any = verdict_on) -> None:
        self.think = think
        self.judge = judge


def work_on_hints(thinker: Any = None, steps: int = 100) -> int:
    """Do steps of unfinished hints, by default all; return how many."""
    done = 0
    while done < steps and hint_next(thinker or Here()):
        done += 1
    return done


def hint_of(match: Match) -> Hint:
    """Return the only hint of a match."""
    return Hint.objects.get(player__match=match)
