"""Every lesson of every game, played through the real rules in every way it allows."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.utils import translation

from fastpath.template_compiler import render
from games.engine.lessons import Lesson, fits_any
from games.lessons.course import Course
from games.lessons.presenters import lesson_table
from games.lessons.refusals import NotAwaited
from tests.helpers.lessons import LESSONS, NAMES, awaited_moves, one_way, places
from tests.helpers.values import not_none

every = pytest.mark.parametrize(("slug", "lesson"), LESSONS, ids=NAMES)


@every
def test_each_way_through_it_comes_to_the_end(slug: str, lesson: Lesson) -> None:
    """Nothing stops half way: what is awaited is legal, and so is what the others do then."""
    ends = 0
    for course in places(slug, lesson):
        course.position.check()
        if course.step is not None and course.step.awaited:
            assert awaited_moves(course), f"step {len(course.place.done) + 1} awaits nothing legal"
        ends += course.is_over
    assert ends


@every
def test_every_pattern_means_a_legal_move_somewhere(slug: str, lesson: Lesson) -> None:
    used: Counter[tuple[int, int, str]] = Counter()
    for course in places(slug, lesson):
        number = len(course.place.done)
        for kind, patterns in (
            ("awaited", course.step.awaited if course.step else ()),
            ("wrong", [pattern for pattern, _ in course.step.wrong_for] if course.step else ()),
        ):
            for index, pattern in enumerate(patterns):
                used[number, index, kind] += any(fits_any(m, [pattern]) for m in course.moves)
    assert [mark for mark, times in used.items() if not times] == []


@every
def test_every_other_legal_move_is_declined_with_words(slug: str, lesson: Lesson) -> None:
    for course in places(slug, lesson):
        for move in course.moves:
            if not fits_any(move, not_none(course.step).awaited):
                with pytest.raises(NotAwaited) as declined:
                    course.answer(move.dump(), course.place.token)
                assert len(declined.value.reason) > 3, move


@every
def test_the_others_alone_move_by_script(slug: str, lesson: Lesson) -> None:
    seats = {move["seat"] for step in lesson.steps for move in step.then}
    assert lesson.seat not in seats
    assert seats <= set(range(lesson.seats))


@every
def test_what_is_pointed_at_is_there(slug: str, lesson: Lesson) -> None:
    """A `focus` finds something in the table as it is drawn for that step."""
    with translation.override("en"):
        for course in one_way(slug, lesson):
            html = render("matches/_table.html", _context(course))
            selectors = (course.step.focus if course.step else "").split(",")
            if selectors == [""]:
                continue
            found = [all(_stands_in(html, part) for part in one.split()) for one in selectors]
            assert any(found), f"{selectors} at step {len(course.place.done) + 1}"


def _context(course: Course) -> dict[str, object]:
    table = lesson_table(course, "Ada")
    return {"match": table.match, "table": table}


def _stands_in(html: str, part: str) -> bool:
    """Whether an element with this id and these classes is drawn."""
    name = part.lstrip("#.")
    assert re.fullmatch(r"[#.][\w-]+", part), f"{part} is neither an id nor a class"
    if part.startswith("#"):
        return f'id="{name}"' in html
    return re.search(rf'class="[^"]*(?<![\w-]){name}(?![\w-])', html) is not None


@every
def test_it_shows_what_its_seat_may_know(slug: str, lesson: Lesson) -> None:
    """The table is drawn from the view of the seat alone."""
    course = one_way(slug, lesson)[0]
    table = lesson_table(course, "Ada")
    assert table.view == course.position.view(lesson.seat)
    assert table.seat == lesson.seat


@every
def test_it_is_short_and_has_a_name(slug: str, lesson: Lesson) -> None:
    assert re.fullmatch(r"[a-z][a-z-]{1,38}", lesson.slug)
    assert 1 <= lesson.minutes <= 6
    assert 3 <= len(lesson.steps) <= 16
    assert lesson.title
    assert lesson.about
    assert lesson.closing
    for number, step in enumerate(lesson.steps, start=1):
        assert 10 < len(step.say) < 280, number


def test_slugs_are_one_of_a_kind() -> None:
    assert len(set(NAMES)) == len(NAMES)
