"""Lessons on screen: the table of a lesson with its coach, and the lists of lessons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from games.engine.contract import Game, Json
from games.engine.history import visible_steps
from games.engine.lessons import Lesson
from games.lessons.course import Course
from games.lessons.services import Key, Progress
from games.matches.presenters.boards import card_preview_of
from games.matches.presenters.prepared import PreparedTable, players_around, prepared_match
from games.titles.contract import Title
from games.titles.registry import title_of, titles


@dataclass
class Coach:
    """The coach's text, and what the learner can do now."""

    course: Course
    refusal: Json | None = None
    """The reason why the last move was declined."""

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
        """The number of steps in the lesson."""
        return len(self.lesson.steps)

    @property
    def number(self) -> int:
        """The number of the current or last step, from 1."""
        done = len(self.course.place.done)
        return done if self.course.is_playing or self.course.is_over else done + 1

    @property
    def right(self) -> str:
        """The coach's comment on the step that was completed last."""
        last = self.course.last
        return _(last.right) if last is not None and last.right and self.refusal is None else ""

    @property
    def says(self) -> str:
        if self.course.is_over:
            return _(self.lesson.closing)
        return _(self.course.step.say) if self.course.step is not None else ""

    @property
    def focus(self) -> str:
        """The CSS selector of the elements that the coach points at."""
        return self.course.step.focus if self.course.step is not None else ""

    @property
    def reads(self) -> bool:
        """Whether the step is only text to read."""
        return self.course.step is not None and not self.course.step.awaited

    @property
    def plays(self) -> bool:
        """Whether the other seats play: the page shows their moves one after the other."""
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
    """The table of a lesson."""

    coach: Coach | None = None

    @property
    def ask(self) -> str:
        assert self.coach is not None
        if self.coach.over:
            return _("You have finished this lesson.")
        if self.coach.reads:
            return _("Read what your coach says.")
        return super().ask


def lesson_table(course: Course, learner: str, refusal: Json | None = None) -> LessonTable:
    """Return the table at a learner's place in a lesson.

    Args:
        course: The lesson and the place in it.
        learner: The learner's name at the table.
        refusal: The description of the refusal of the last move, if there was one.
    """
    lesson, state = course.lesson, course.state
    moves = course.moves
    return LessonTable(
        match=prepared_match(course.game, lesson.rules, state),
        seat=lesson.seat,
        view=state.position.view(lesson.seat),
        players=players_around(course.game, lesson.seats, lesson.seat, learner, lesson.names),
        moves=moves,
        turn_token=course.place.token if moves else None,
        steps=visible_steps(state.history, lesson.seat),
        tools="lessons/_tools.html",
        side_panel="lessons/_coach.html",
        coach=Coach(course, refusal),
    )


# --- The lists.


@dataclass(frozen=True)
class LessonRow:
    """A lesson in a list, with the reader's progress."""

    game: str
    lesson: Lesson
    progress: Progress

    @property
    def title(self) -> str:
        return _(self.lesson.title)

    @property
    def about(self) -> str:
        return _(self.lesson.about)

    @property
    def steps(self) -> int:
        return len(self.lesson.steps)

    @property
    def at(self) -> int:
        """The number of steps done since the last start; 0 at the start and at the end."""
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
    def card_preview(self) -> list[object]:
        return card_preview_of(self.title.slug)

    @property
    def finished(self) -> int:
        return sum(row.finished for row in self.rows)

    @property
    def upcoming(self) -> LessonRow | None:
        """The first lesson that the reader has not finished."""
        return next((row for row in self.rows if not row.finished), None)


def lessons_of(slug: str, progress: Mapping[Key, Progress]) -> GameLessons:
    title = title_of(slug)
    rows = (
        LessonRow(slug, lesson, progress.get((slug, lesson.slug), Progress()))
        for lesson in title.lessons
    )
    return GameLessons(title, tuple(rows))


def all_lessons(progress: Mapping[Key, Progress]) -> Iterator[GameLessons]:
    """Return the games that have lessons, in the order of the site's lists."""
    return (lessons_of(title.slug, progress) for title in titles() if title.lessons)
