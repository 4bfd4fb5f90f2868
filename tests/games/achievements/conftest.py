"""Titles whose achievements are easy to foresee."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from games.achievements.services import assessments
from games.engine.achievements import Achievement, Habit, Played, only
from games.titles.contract import Title
from games.titles.registry import title_of

WON = Achievement("won", "Won", "Win.", "trophy", lambda played: only(played.winner))
TOOK_PART = Achievement(
    "took-part", "Took part", "Be there.", "cards", lambda played: range(played.seats)
)
LENGTH = Habit(
    "length", "Length", lambda one: dict.fromkeys(range(one.seats), _length(one)), str.capitalize
)


def _length(one: Played) -> str:
    return "long" if len(one.decisions) > 100 else "short"


@pytest.fixture
def simple(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Achievement]]:
    """Every game has these achievements, and one habit; a test may change the list."""
    achievements = [WON, TOOK_PART]

    def simple_title(slug: str) -> Title:
        return replace(title_of(slug), achievements=achievements, habits=(LENGTH,))

    monkeypatch.setattr(assessments, "title_of", simple_title)
    assessments.mark_of.cache_clear()
    yield achievements
    assessments.mark_of.cache_clear()
