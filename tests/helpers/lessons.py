"""Every lesson of every game, and every way through one."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.contract import Json, Move
from games.engine.lessons import Lesson, fits_any
from games.lessons.course import Course
from games.titles.registry import titles
from tests.helpers.values import not_none

LESSONS = [(title.slug, lesson) for title in titles() for lesson in title.lessons]
NAMES = [f"{slug}/{lesson.slug}" for slug, lesson in LESSONS]


def awaited_moves(course: Course) -> list[Move]:
    """Return the legal moves that continue the lesson."""
    return [move for move in course.moves if fits_any(move, not_none(course.step).awaited)]


def onward(course: Course) -> Iterator[Course]:
    """Yield each next place of the lesson."""
    if course.step is None or not course.step.awaited:
        yield course.read_on(course.place.token)
    else:
        for move in awaited_moves(course):
            yield course.answer(move.dump(), course.place.token)


def places(slug: str, lesson: Lesson) -> Iterator[Course]:
    """Yield every reachable place of a lesson, each position at a step once."""
    open_, seen = [Course(slug, lesson)], set()
    while open_:
        course = open_.pop()
        mark = (course.place.token, repr(course.position.dump()))
        if mark in seen:
            continue
        seen.add(mark)
        yield course
        if not course.is_over:
            open_ += onward(course)


def one_way(slug: str, lesson: Lesson) -> list[Course]:
    """Return the places of a lesson in order, by the first move that continues it."""
    courses = [Course(slug, lesson)]
    while not courses[-1].is_over:
        courses.append(next(onward(courses[-1])))
    return courses


def done_at_the_end(slug: str, lesson: Lesson) -> list[Json | None]:
    return list(one_way(slug, lesson)[-1].place.done)
