"""A learner's course through a lesson: their place in it, replayed by the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext_noop as _

from games.engine import history
from games.engine.contract import Json, Move, Position
from games.engine.lessons import Lesson, Step, fits_any
from games.engine.refusals import Refusal
from games.engine.replay import read_move
from games.lessons.refusals import NoSuchLesson, NotAwaited, NotYet
from games.matches.models import Event
from games.matches.refusals import Stale
from games.matches.services.event_store import MatchState, follow, initial_state
from games.titles.registry import ALL_RULES, is_installed, title_of


@dataclass(frozen=True)
class Place:
    """How far a learner is in a lesson.

    `done` has the learner's move at each completed step, None where the step was only text.
    `shown` counts the other seats' moves after the last of these steps that the learner has seen.
    """

    done: tuple[Json | None, ...] = ()
    shown: int = 0

    @property
    def token(self) -> str:
        """The token of the question on the page, so that a second click answers no other one."""
        return f"{len(self.done)}.{self.shown}"


@dataclass(frozen=True)
class Course:
    """A lesson, and a learner's place in it."""

    game: str
    lesson: Lesson
    place: Place = field(default_factory=Place)

    @cached_property
    def state(self) -> MatchState:
        """The match up to this place.

        Raises:
            Refusal: The rules decline a move, because the lesson has changed since.
        """
        lesson, place = self.lesson, self.place
        rules = ALL_RULES[self.game, lesson.rules]
        state = initial_state(
            rules, lesson.seats, dict(lesson.options), lesson.seed, lesson.position
        )
        for number, (step, made) in enumerate(zip(lesson.steps, place.done, strict=False), 1):
            if made is not None:
                state = _follow(state, lesson.seat, made)
            after = step.then if number < len(place.done) else step.then[: place.shown]
            for data in after:
                move = {key: value for key, value in data.items() if key != "seat"}
                state = _follow(state, data["seat"], move)
        return state

    @property
    def position(self) -> Position:
        return self.state.position

    @property
    def last(self) -> Step | None:
        """The step that was completed last."""
        return self.lesson.steps[len(self.place.done) - 1] if self.place.done else None

    @property
    def is_playing(self) -> bool:
        """Whether the learner has yet to see moves of the other seats."""
        return self.last is not None and self.place.shown < len(self.last.then)

    @property
    def step(self) -> Step | None:
        """The current step; None while the other seats play, and at the end."""
        if self.is_playing or self.is_over:
            return None
        return self.lesson.steps[len(self.place.done)]

    @property
    def is_over(self) -> bool:
        return not self.is_playing and len(self.place.done) == len(self.lesson.steps)

    @property
    def moves(self) -> list[Move]:
        """Every legal move of the learner, where the step awaits one."""
        waits = self.step is not None and self.step.awaited
        return self.position.moves(self.lesson.seat) if waits else []

    def read_on(self, turn_token: str | None) -> Course:
        """Return the course one text or one move of another seat further.

        Raises:
            NotYet: The step awaits a move.
        """
        if turn_token is not None and turn_token != self.place.token:
            # A second click, or a move that was shown already: the learner is there.
            return self
        place = self.place
        if self.is_playing:
            return self._at(place.done, place.shown + 1)
        if self.step is None:
            return self
        if self.step.awaited:
            raise NotYet(_("Make the move first."))
        return self._at((*place.done, None), min(1, len(self.step.then)))

    def answer(self, data: Json, turn_token: str | None) -> Course:
        """Return the course one step further after a move of the learner.

        Raises:
            Stale: `turn_token` is the token of an earlier question.
            NotYet: The step awaits no move.
            NotAwaited: The move is legal, but does not complete the step.
            Refusal: The rules decline the move.
        """
        if turn_token is not None and turn_token != self.place.token:
            raise Stale(_("The table has changed. This is how it looks now."))
        step = self.step
        if step is None or not step.awaited:
            raise NotYet(_("Read on first: there’s nothing to play yet."))
        position, seat = self.position, self.lesson.seat
        move = read_move(position, data)
        position.clone().play(seat, move, self.state.chance())
        if not fits_any(move, step.awaited):
            raise NotAwaited(step.word_for(move))
        return self._at((*self.place.done, move.dump()), 0)

    def _at(self, done: tuple[Json | None, ...], shown: int) -> Course:
        return Course(self.game, self.lesson, Place(done, shown))


def _follow(state: MatchState, seat: int, move: Json) -> MatchState:
    return follow(state, history.Step(state.number + 1, Event.Kind.MOVE, seat, move))


def leads(course: Course) -> bool:
    """Return whether a stored place still fits this lesson, which may have changed since."""
    steps, place = course.lesson.steps, course.place
    if len(place.done) > len(steps):
        return False
    if place.shown > (len(course.last.then) if course.last else 0):
        return False
    done = list(zip(steps, place.done, strict=False))
    if any(bool(step.awaited) != (made is not None) for step, made in done):
        return False
    try:
        return all(
            fits_any(read_move(course.position, made), step.awaited)
            for step, made in done
            if made is not None
        )
    except Refusal:
        return False


def lesson_of(game: str, slug: str) -> Lesson:
    """Return the lesson that an address names.

    Raises:
        NoSuchLesson: The game has no lesson of this name.
    """
    for lesson in title_of(game).lessons if is_installed(game) else ():
        if lesson.slug == slug:
            return lesson
    raise NoSuchLesson(_("There is no such lesson."))
