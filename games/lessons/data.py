"""Lessons as JSON, in the reader's language: a whole lesson, and a place in one."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.engine.contract import Json
from games.engine.lessons import Lesson
from games.lessons.course import Course
from games.lessons.presenters import Coach
from games.lessons.services import Progress


def describe_lesson(game: str, lesson: Lesson) -> Json:
    """Return a lesson with all its steps."""
    names = ("minutes", "rules", "seats", "seat", "seed", "position")
    return {
        "game": game,
        "lesson": lesson.slug,
        "title": _(lesson.title),
        "about": _(lesson.about),
        **{name: getattr(lesson, name) for name in names},
        "options": dict(lesson.options),
        "steps": [
            {
                "say": _(step.say),
                "awaited": [dict(pattern) for pattern in step.awaited],
                "right": _(step.right) if step.right else "",
                "then": list(step.then),
            }
            for step in lesson.steps
        ],
        "closing": _(lesson.closing),
    }


def describe_course(course: Course, progress: Progress) -> Json:
    """Return a learner's place in a lesson, and the table as the learner sees it."""
    coach, seat = Coach(course), course.lesson.seat
    waits = "others" if coach.plays else "read" if coach.reads else "move"
    return {
        "game": course.game,
        "lesson": course.lesson.slug,
        "step": coach.number,
        "steps": coach.of,
        "right": coach.right,
        "says": coach.says,
        "waits": None if coach.over else waits,
        "turn_token": coach.token,
        "seat": seat,
        "view": course.position.view(seat),
        "moves": [move.dump() for move in course.moves],
        "finished": progress.finished,
    }
