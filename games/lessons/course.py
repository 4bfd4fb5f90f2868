"""The course of a lesson: where somebody stands in it, played anew through the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext_noop as _

from games.engine.contract import Json, Move, Position
from games.engine.lessons import Lesson, Step, fits_any
from games.engine.refusals import Refusal
from games.engine.replay import read_move
from games.lessons.refusals import NoSuchLesson, NotAwaited, NotYet
from games.matches.models import Event
from games.matches.refusals import Stale
from games.matches.services import event_store
from games.matches.services.event_store import MatchState, follow, initial_state
from games.titles.registry import ALL_RULES, is_installed, title_of


@dataclass(frozen=True)
class Place:
    """How far somebody is: what they did at each step that is done, a move or None for having
    read it, and how many of the others' moves after the last of them they have been shown."""

    done: tuple[Json | None, ...] = ()
    shown: int = 0

    @property
    def token(self) -> str:
        """Names the question on the page: a second click answers none that is open."""
        return f"{len(self.done)}.{self.shown}"


@dataclass(frozen=True)
class Course:
    """A lesson as somebody sees it at their place in it."""

    game: str
    lesson: Lesson
    place: Place = field(default_factory=Place)

    @cached_property
    def state(self) -> MatchState:
        """The match up to there; the rules' refusals if it does not lead there."""
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
        """The step that was done last."""
        return self.lesson.steps[len(self.place.done) - 1] if self.place.done else None

    @property
    def is_playing(self) -> bool:
        """Whether moves of the others are still to be shown."""
        return self.last is not None and self.place.shown < len(self.last.then)

    @property
    def step(self) -> Step | None:
        """The step that is open; None while the others play, and at the end."""
        if self.is_playing or self.is_over:
            return None
        return self.lesson.steps[len(self.place.done)]

    @property
    def is_over(self) -> bool:
        return not self.is_playing and len(self.place.done) == len(self.lesson.steps)

    @property
    def moves(self) -> list[Move]:
        """What the learner may do: every legal move, where one is awaited."""
        waits = self.step is not None and self.step.awaited
        return self.position.moves(self.lesson.seat) if waits else []

    def read_on(self, asked: str | None) -> Course:
        """One thing further, where nothing but reading is asked; NotYet."""
        if asked is not None and asked != self.place.token:
            # Clicked twice, or shown already: they are where they wanted to be.
            return self
        place = self.place
        if self.is_playing:
            return self._at(place.done, place.shown + 1)
        if self.step is None:
            return self
        if self.step.awaited:
            raise NotYet(_("Make the move first."))
        return self._at((*place.done, None), min(1, len(self.step.then)))

    def answer(self, data: Json, asked: str | None) -> Course:
        """One step further by a move; Stale, NotYet, NotAwaited, or a refusal of the rules."""
        if asked is not None and asked != self.place.token:
            raise Stale(_("The table has moved on since. This is how it stands now."))
        step = self.step
        if step is None or not step.awaited:
            raise NotYet(_("Read on first: nothing is to be played yet."))
        position, seat = self.position, self.lesson.seat
        move = read_move(position, data)
        position.clone().play(seat, move, self.state.chance())
        if not fits_any(move, step.awaited):
            raise NotAwaited(step.word_for(move))
        return self._at((*self.place.done, move.dump()), 0)

    def _at(self, done: tuple[Json | None, ...], shown: int) -> Course:
        return Course(self.game, self.lesson, Place(done, shown))


def _follow(state: MatchState, seat: int, move: Json) -> MatchState:
    return follow(state, event_store.Step(state.number + 1, Event.Kind.MOVE, seat, move))


def leads(course: Course) -> bool:
    """Whether a stored place is one of this lesson, which may have changed since."""
    lesson, place = course.lesson, course.place
    if len(place.done) > len(lesson.steps):
        return False
    if place.shown > (len(course.last.then) if course.last else 0):
        return False
    for step, made in zip(lesson.steps, place.done, strict=False):
        if bool(step.awaited) != (made is not None):
            return False
    try:
        made_moves = [
            (step, read_move(course.position, made))
            for step, made in zip(lesson.steps, place.done, strict=False)
            if made is not None
        ]
    except Refusal:
        return False
    return all(fits_any(move, step.awaited) for step, move in made_moves)


def lesson_of(game: str, slug: str) -> Lesson:
    """A lesson by its names in an address; NoSuchLesson."""
    for lesson in title_of(game).lessons if is_installed(game) else ():
        if lesson.slug == slug:
            return lesson
    raise NoSuchLesson(_("There is no such lesson here."))
