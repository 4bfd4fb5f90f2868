"""Lessons on screen: the real table with the coach beside it, and the lists of lessons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from games.engine.contract import Game, Json
from games.engine.lessons import Lesson
from games.lessons.course import Course
from games.lessons.services import Key, Progress
from games.matches.presenters.boards import fan_of
from games.matches.presenters.log import visible_steps
from games.matches.presenters.prepared import PreparedTable, chairs_around, prepared_match
from games.titles.contract import Title
from games.titles.registry import title_of, titles


@dataclass
class Coach:
    """What the coach says, and what the learner can do about it."""

    course: Course
    refusal: Json | None = None
    """Why the last move was not played."""

    @property
    def lesson(self) -> Lesson:
        return self.course.lesson

    @property
    def token(self) -> str:
        return self.course.place.token

    @property
    def game(self) -> str:
        return self.course.game

    @property
    def title(self) -> str:
        return _(self.lesson.title)

    @property
    def of(self) -> int:
        """How many steps the lesson has."""
        return len(self.lesson.steps)

    @property
    def number(self) -> int:
        """The step that is open, or was last, counted from 1."""
        done = len(self.course.place.done)
        return done if self.course.is_playing or self.course.is_over else done + 1

    @property
    def right(self) -> str:
        """What is said of the step that was done last."""
        last = self.course.last
        return _(last.right) if last is not None and last.right and self.refusal is None else ""

    @property
    def says(self) -> str:
        if self.course.is_over:
            return _(self.lesson.closing)
        return _(self.course.step.say) if self.course.step is not None else ""

    @property
    def focus(self) -> str:
        """A CSS selector of what is pointed at."""
        return self.course.step.focus if self.course.step is not None else ""

    @property
    def reads(self) -> bool:
        """Whether there is nothing to do but to read on."""
        return self.course.step is not None and not self.course.step.awaited

    @property
    def plays(self) -> bool:
        """Whether the others play, which goes on by itself."""
        return self.course.is_playing

    @property
    def over(self) -> bool:
        return self.course.is_over

    @cached_property
    def following(self) -> Lesson | None:
        """The lesson after this one."""
        lessons = title_of(self.game).lessons
        after = lessons[lessons.index(self.lesson) + 1 :]
        return after[0] if after else None

    @property
    def following_title(self) -> str:
        return _(self.following.title) if self.following is not None else ""


@dataclass
class LessonTable(PreparedTable):
    """The table of a lesson, which ends as the lesson does."""

    coach: Coach | None = None

    @property
    def ask(self) -> str:
        assert self.coach is not None
        if self.coach.over:
            return _("You have finished this lesson.")
        if self.coach.reads:
            return _("Your coach has the word.")
        return super().ask


def lesson_table(course: Course, learner: str, refusal: Json | None = None) -> LessonTable:
    """The table of a lesson at somebody's place in it; `learner`: what they are called there."""
    lesson, state = course.lesson, course.state
    moves = course.moves
    return LessonTable(
        match=prepared_match(course.game, lesson.rules, state),
        seat=lesson.seat,
        view=state.position.view(lesson.seat),
        chairs=chairs_around(course.game, lesson.seats, lesson.seat, learner, lesson.names),
        moves=moves,
        asked=course.place.token if moves else None,
        steps=visible_steps(state.story, lesson.seat),
        tools="lessons/_tools.html",
        beside="lessons/_coach.html",
        coach=Coach(course, refusal),
    )


# --- The lists.


@dataclass(frozen=True)
class LessonRow:
    """A lesson in a list, and how far the reader is."""

    game: str
    lesson: Lesson
    progress: Progress

    @property
    def slug(self) -> str:
        return self.lesson.slug

    @property
    def title(self) -> str:
        return _(self.lesson.title)

    @property
    def about(self) -> str:
        return _(self.lesson.about)

    @property
    def minutes(self) -> int:
        return self.lesson.minutes

    @property
    def steps(self) -> int:
        return len(self.lesson.steps)

    @property
    def at(self) -> int:
        """How many steps are done since it was last begun; 0 at its beginning and its end."""
        done = len(self.progress.place.done)
        return done if done < self.steps else 0

    @property
    def finished(self) -> bool:
        return self.progress.finished


@dataclass(frozen=True)
class GameLessons:
    """The lessons of a game."""

    title: Title
    rows: tuple[LessonRow, ...]

    @property
    def game(self) -> Game:
        return self.title.game

    @property
    def pitch(self) -> Any:
        return self.title.pitch

    @property
    def fan(self) -> list[Any]:
        return fan_of(self.title.slug)

    @property
    def finished(self) -> int:
        return sum(row.finished for row in self.rows)

    @property
    def upcoming(self) -> LessonRow | None:
        """The lesson to go on with: the first that is not finished, or None."""
        return next((row for row in self.rows if not row.finished), None)


def lessons_of(slug: str, progress: Mapping[Key, Progress]) -> GameLessons:
    title = title_of(slug)
    rows = (
        LessonRow(slug, lesson, progress.get((slug, lesson.slug), Progress()))
        for lesson in title.lessons
    )
    return GameLessons(title, tuple(rows))


def all_lessons(progress: Mapping[Key, Progress]) -> Iterator[GameLessons]:
    """The games that have lessons, in the order of lists."""
    return (lessons_of(title.slug, progress) for title in titles() if title.lessons)
