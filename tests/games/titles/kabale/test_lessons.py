"""What the lessons of Kabale und Hiebe show besides their words."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from fastpath.template_compiler import render
from games.engine.lessons import Lesson
from games.lessons.presenters import lesson_table
from games.titles.kabale.lessons import LESSONS
from tests.helpers.lessons import one_way

every = pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.slug for lesson in LESSONS])


def _pages(lesson: Lesson) -> list[str]:
    """The table at every place on one way through a lesson."""
    with translation.override("en"):
        tables = [lesson_table(course, "Ada") for course in one_way("kabale", lesson)]
        return [render("matches/_table.html", {"match": t.match, "table": t}) for t in tables]


@every
def test_the_award_stands_on_the_stage_at_the_end(lesson: Lesson) -> None:
    *before, last = _pages(lesson)
    assert not any('id="show"' in page for page in before)
    assert last.count('class="scene"') == lesson.seats + 1


@every
def test_nothing_leads_to_a_replay_that_is_not_there(lesson: Lesson) -> None:
    for page in _pages(lesson):
        assert not re.search(r'href="[^"]*/replay', page)
        assert 'class="rounds"' not in page


@every
def test_its_game_is_won(lesson: Lesson) -> None:
    outcome = one_way("kabale", lesson)[-1].position.outcome()
    assert outcome is not None
    assert outcome.places[lesson.seat] == 1
    assert outcome.places.count(1) == 1
