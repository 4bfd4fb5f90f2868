"""The pages of Kabale's lessons."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from core.fastpath.template_compiler import render
from games.engine.lessons import Lesson
from games.lessons.checking import one_way
from games.lessons.presenters import lesson_table
from games.titles.kabale.lessons import LESSONS

every = pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.slug for lesson in LESSONS])


def _pages(lesson: Lesson) -> list[str]:
    """Return the table at every place on one way through a lesson."""
    with translation.override("en"):
        tables = [lesson_table(course, "Ada") for course in one_way("kabale", lesson)]
        return [render("matches/_table.html", {"match": t.match, "table": t}) for t in tables]


@every
def test_lessons_end_with_show_of_the_award(lesson: Lesson) -> None:
    *before, last = _pages(lesson)
    assert not any('id="show"' in page for page in before)
    assert last.count('class="scene"') == lesson.seats + 1


@every
def test_lesson_pages_have_no_replay_links(lesson: Lesson) -> None:
    for page in _pages(lesson):
        assert not re.search(r'href="[^"]*/replay', page)
        assert 'class="rounds"' not in page


@every
def test_lesson_ends_with_victory(lesson: Lesson) -> None:
    outcome = one_way("kabale", lesson)[-1].position.outcome()
    assert outcome is not None
    assert outcome.places[lesson.seat] == 1
    assert outcome.places.count(1) == 1
