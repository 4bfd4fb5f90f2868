"""Progress in lessons: in the database for a user, in the session for a visitor."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass, field

from accounts.http import Visitor
from accounts.models import User
from games.engine.contract import Json
from games.engine.lessons import Lesson
from games.lessons.course import Course, Place, leads
from games.lessons.models import LessonProgress

SESSION_KEY = "lessons"
Noted = tuple[str, str, list[Json | None], int, bool]
"""A visitor's progress: game, lesson, moves, steps shown, whether finished."""
Session = MutableMapping[str, list[Noted]]
Key = tuple[str, str]
"""A lesson: the game's slug and its own."""


@dataclass(frozen=True)
class Progress:
    """A learner's place in a lesson, and whether they have ever finished it."""

    place: Place = field(default_factory=Place)
    finished: bool = False

    @property
    def begun(self) -> bool:
        return bool(self.place.done)


def progress_in(visitor: Visitor, session: Session) -> dict[Key, Progress]:
    """Return the progress in each lesson that the visitor has started."""
    if not visitor.is_authenticated:
        return _noted_in(session)
    rows = LessonProgress.objects.filter(user=visitor)
    return {(row.game, row.lesson): _progress(row) for row in rows}


def course_of(visitor: Visitor, session: Session, game: str, lesson: Lesson) -> Course:
    """Return a lesson where the visitor left it, or its start if that place no longer fits it."""
    progress = progress_in(visitor, session).get((game, lesson.slug), Progress())
    course = Course(game, lesson, progress.place)
    return course if leads(course) else Course(game, lesson)


def store(visitor: Visitor, session: Session, course: Course) -> None:
    """Store the visitor's new place in a lesson."""
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
    """Give a user the progress that they made before they signed in.

    Where both have a place in the same lesson, the one that is further counts.
    """
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
        (*key, list(one.place.done), one.place.shown, one.finished) for key, one in progress.items()
    ]
