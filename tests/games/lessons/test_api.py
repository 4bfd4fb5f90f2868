"""Lessons as data."""

from __future__ import annotations

import pytest

from games.titles.registry import titles
from tests.helpers.programs import Program, refusal

pytestmark = pytest.mark.django_db


def test_every_lesson_is_listed_and_can_be_read() -> None:
    program = Program()
    listed = program.read("lessons/")
    assert len(listed) == sum(len(title.lessons) for title in titles())
    for row in listed:
        lesson = program.read(f"lessons/{row['game']}/{row['lesson']}/")
        assert len(lesson["steps"]) == row["steps"]
        assert lesson["title"] == row["title"]
        assert any(step["awaited"] for step in lesson["steps"])
    assert refusal(program.get("lessons/chess/first/")) == (404, "unknown-lesson")
