"""Progress in lessons: a user's in the database, a visitor's in their session."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass, field
from typing import Any

from accounts.models import User
from games.engine.lessons import Lesson
from games.lessons.course import Course, Place, leads
from games.lessons.models import LessonProgress

SESSION_KEY = "lessons"
Session = MutableMapping[str, Any]
Key = tuple[str, str]
"""A lesson: the game's slug and its own."""


@dataclass(frozen=True)
class Progress:
    """Where somebody stands in a lesson, and whether they have ever finished it."""

    place: Place = field(default_factory=Place)
    finished: bool = False

    @property
    def begun(self) -> bool:
        return bool(self.place.done)


def progress_in(visitor: Any, session: Session) -> dict[Key, Progress]:
    """The lessons that somebody has begun."""
    if not visitor.is_authenticated:
        return _noted_in(session)
    rows = LessonProgress.objects.filter(user=visitor)
    return {(row.game, row.lesson): _progress(row) for row in rows}


def course_of(visitor: Any, session: Session, game: str, lesson: Lesson) -> Course:
    """A lesson where somebody left it; at its beginning where that does not lead there any more."""
    progress = progress_in(visitor, session).get((game, lesson.slug), Progress())
    course = Course(game, lesson, progress.place)
    return course if leads(course) else Course(game, lesson)


def store(visitor: Any, session: Session, course: Course) -> None:
    """Note where somebody stands now."""
    key, place = (course.game, course.lesson.slug), course.place
    if not visitor.is_authenticated:
        before = _noted_in(session)
        finished = course.is_over or before.get(key, Progress()).finished
        _note(session, {**before, key: Progress(place, finished)})
        return
    values = {"done": list(place.done), "shown": place.shown}
    if course.is_over:
        values["finished"] = True
    LessonProgress.objects.update_or_create(
        user=visitor, game=key[0], lesson=key[1], defaults=values
    )


def adopt(user: User, session: Session) -> None:
    """Take over what a visitor did before signing in; of one lesson what is further counts."""
    noted = _noted_in(session)
    session.pop(SESSION_KEY, None)
    if not noted:
        return
    known = progress_in(user, session)
    for (game, lesson), visited in noted.items():
        before = known.get((game, lesson), Progress())
        further = max(before.place, visited.place, key=lambda place: (len(place.done), place.shown))
        LessonProgress.objects.update_or_create(
            user=user,
            game=game,
            lesson=lesson,
            defaults={
                "done": list(further.done),
                "shown": further.shown,
                "finished": before.finished or visited.finished,
            },
        )


def _progress(row: LessonProgress) -> Progress:
    return Progress(Place(tuple(row.done), row.shown), row.finished)


def _noted_in(session: Session) -> dict[Key, Progress]:
    return {
        (game, lesson): Progress(Place(tuple(done), shown), finished)
        for game, lesson, done, shown, finished in session.get(SESSION_KEY, [])
    }


def _note(session: Session, progress: dict[Key, Progress]) -> None:
    session[SESSION_KEY] = [
        [*key, list(one.place.done), one.place.shown, one.finished] for key, one in progress.items()
    ]
