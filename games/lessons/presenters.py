"""Lessons on screen: the real table with the coach beside it, and the lists of lessons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.boards.lines import Line
from games.engine.contract import Game, Json
from games.engine.lessons import Lesson
from games.lessons.course import Course
from games.lessons.services import Key, Progress
from games.matches.models import Match
from games.matches.presenters.boards import fan_of
from games.matches.presenters.chairs import Chair
from games.matches.presenters.log import log_lines, visible_steps
from games.matches.presenters.table import LOG_LINES, Table
from games.titles.contract import Title
from games.titles.registry import bot_names, title_of, titles


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
class LessonTable(Table):
    """The table of a lesson: it has no address, so that its log leads nowhere, and no end but the
    lesson's."""

    coach: Coach | None = None

    @property
    def over(self) -> bool:
        return False

    @property
    def has_replay(self) -> bool:
        return False

    @property
    def ask(self) -> str:
        assert self.coach is not None
        if self.coach.over:
            return _("You have finished this lesson.")
        if self.coach.reads:
            return _("Your coach has the word.")
        return super().ask

    @property
    def offers_undo(self) -> bool:
        """A move that is awaited leads on at once, and every other is not played."""
        return False

    @property
    def since(self) -> int | None:
        """Nothing is missed in a lesson, so that nothing is offered to be seen again."""
        return None

    @cached_property
    def lines(self) -> list[Line]:
        board, newest = self.game_board.board, self.steps[-LOG_LINES:]
        lines = [line for step in newest for line in log_lines(step, self.seat, self.names, board)]
        return [replace(line, link="") for line in lines]


def lesson_table(course: Course, learner: str, refusal: Json | None = None) -> LessonTable:
    """The table of a lesson at somebody's place in it; `learner`: what they are called there."""
    lesson, state = course.lesson, course.state
    match = Match(
        game=course.game,
        rules=lesson.rules,
        seats=lesson.seats,
        options=dict(state.position.options),
        status=Match.Status.RUNNING,
        started_at=timezone.now(),
        last_number=state.number,
    )
    moves = course.moves
    return LessonTable(
        match=match,
        seat=lesson.seat,
        view=state.position.view(lesson.seat),
        chairs=chairs_of(course, learner),
        moves=moves,
        asked=course.place.token if moves else None,
        steps=visible_steps(state.story, lesson.seat),
        tools="lessons/_tools.html",
        beside="lessons/_coach.html",
        coach=Coach(course, refusal),
    )


def chairs_of(course: Course, learner: str) -> list[Chair]:
    """Who sits there: the learner, and the others as the lesson calls them."""
    lesson = course.lesson
    names = [*lesson.names, *(name for name in _names(course.game) if name not in lesson.names)]
    clockwise = [learner, *names[: lesson.seats - 1]]
    by_seat = {(lesson.seat + turn) % lesson.seats: name for turn, name in enumerate(clockwise)}
    return [
        Chair(
            seat=seat,
            name=by_seat[seat],
            username="",
            bot="",
            left=False,
            you=seat == lesson.seat,
            place=None,
            score=None,
        )
        for seat in range(lesson.seats)
    ]


def _names(game: str) -> tuple[str, ...]:
    """What others at a table of this game may be called; enough of them for every table."""
    return (*title_of(game).bot_names, *bot_names(), *"ABCDEFGH")


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
