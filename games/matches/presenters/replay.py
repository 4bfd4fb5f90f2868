"""A match step by step: what each seat saw, or all hands once it is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from games.engine.chance import Chance
from games.engine.contract import Position
from games.engine.replay import read_move
from games.matches.access import Access
from games.matches.hooks import hooks
from games.matches.models import Event, Match
from games.matches.presenters.boards import game_board
from games.matches.presenters.chairs import chairs_of
from games.matches.presenters.past_clocks import Faces, past_clocks
from games.matches.presenters.table import Replayed, Table, table_at
from games.matches.services.event_store import (
    Step,
    dealt,
    is_replayed,
    is_visible,
    match_state,
    undone_numbers,
)

MOST_STEPS = 16
"""So many steps are rendered at once, for a page that is ahead of its reader."""


@dataclass(frozen=True)
class ChapterStep:
    """A chapter and the step it begins with."""

    title: str
    within: bool
    step: int


@dataclass(frozen=True)
class Replay:
    """One step of a match for display, and its place among the others."""

    table: Table
    step: int
    last: int
    viewer: str
    viewers: list[tuple[str, str]]

    @property
    def previous(self) -> int:
        return max(self.step - 1, 0)

    @property
    def next(self) -> int:
        return min(self.step + 1, self.last)


@dataclass(frozen=True)
class _Shown:
    """What of a match is replayed to whom: the steps, and the seat they are seen from."""

    access: Access
    story: Sequence[Step]
    steps: Sequence[Step]
    seat: int | None
    finished: bool
    plain: bool = False
    """Whether it is only what everybody saw: no hands, no clocks, no ratings."""

    @property
    def everything(self) -> bool:
        """Whether all hands are open."""
        return self.finished and self.seat is None and not self.plain

    @property
    def viewer(self) -> str:
        return "all" if self.everything else "" if self.seat is None else str(self.seat)

    @cached_property
    def numbered(self) -> dict[int, int]:
        """Which step each event is."""
        return {step.number: at for at, step in enumerate(self.steps, start=1)}

    @cached_property
    def clocks(self) -> Mapping[int, Faces]:
        """By the number of the event; what is not over tells none."""
        return past_clocks(self.access) if self.finished and not self.plain else {}

    @cached_property
    def ratings(self) -> dict[int, int]:
        """By seat, what the players of a rated match came with."""
        match = self.access.match
        changes = hooks.rating_changes(match) if match.rated and not self.plain else {}
        return {seat: before for seat, (before, _after) in changes.items()}

    def at(self, step: int) -> Replay:
        """One of the steps; 0 is the deal."""
        access, shown = self.access, tuple(self.steps[:step])
        number = shown[-1].number if shown else 0
        position = position_after(access.match, self.story, number)
        view = position.view(self.seat)
        if self.everything:
            view = {**position.view(None), **position.dump()}
        clocks = self.clocks.get(number, {})
        replayed = Replayed(self.viewer, self.numbered, self.ratings, clocks)
        table = table_at(access, self.seat, view, shown, replayed)
        names = [(str(chair.seat), chair.name) for chair in table.chairs] if self.finished else []
        return Replay(table, step, len(self.steps), self.viewer, names)


def _shown(access: Access, viewer: str, opened: bool) -> _Shown:
    match = access.match
    finished = opened or match.status == Match.Status.FINISHED
    story = match_state(match).story
    known = viewer.isdecimal() and len(viewer) < 3 and int(viewer) < match.seats
    seat = (int(viewer) if known else None) if finished else access.seat
    steps = [step for step in story if is_replayed(step, access.seat)]
    if not finished:
        steps = [s for s in steps if is_visible(s, seat)]
    return _Shown(access, story, steps, seat, finished)


def replay_for(access: Access, step: str, viewer: str, *, opened: bool = False) -> Replay:
    """A step of the match as `viewer` (a seat or `all`) saw it.

    When it is not a number it is the beginning of a match that is over, which is to be watched, and
    the newest step of one that goes on. While the match runs everybody sees their own view, without
    the steps that are not visible to them; `opened` lifts that for a moderator, whose access is
    logged.
    """
    shown = _shown(access, viewer, opened)
    over = access.match.status == Match.Status.FINISHED
    return shown.at(_number(step, len(shown.steps), 0 if over else len(shown.steps)))


def public_replay(access: Access, step: int) -> Replay:
    """A step as everybody saw it at the table, numbered as in a stranger's replay.

    A picture of it gives away no hand, also where the replay of a finished match has all open.
    """
    return _public(access).at(step)


def public_steps(access: Access) -> int:
    """How many steps a stranger's replay has."""
    return len(_public(access).steps)


def _public(access: Access) -> _Shown:
    nobody = Access(access.match, access.players, None, None)
    return replace(_shown(nobody, "", False), plain=True)


def step_numbers(access: Access) -> dict[int, int]:
    """By event, the number of its step in the replay of a finished match, to this visitor."""
    return _shown(access, "all", False).numbered


def event_at_step(access: Access, step: str) -> int:
    """The number of the event that a step of that replay shows; 0 is the deal."""
    steps = _shown(access, "all", False).steps
    number = _number(step, len(steps), 0)
    return steps[number - 1].number if number else 0


def replay_steps(access: Access, first: str, viewer: str, *, opened: bool = False) -> list[Replay]:
    """Some steps from `first` on, as `replay_for` shows each to the same visitor."""
    shown = _shown(access, viewer, opened)
    begin = _number(first, len(shown.steps), 0)
    return [shown.at(step) for step in range(begin, len(shown.steps) + 1)[:MOST_STEPS]]


def chapters_of(access: Access, viewer: str, *, opened: bool = False) -> list[ChapterStep]:
    """Where the match falls into parts, after the beginning; what was taken back begins nothing."""
    shown = _shown(access, viewer, opened)
    names = [chair.name for chair in chairs_of(access.players, access.seat)]
    board = game_board(access.match.game).board
    undone = undone_numbers(shown.steps)
    found = []
    for at, step in enumerate(shown.steps, start=1):
        chapter = None if step.number in undone else board.chapter(step.happenings, names)
        if chapter is not None:
            found.append(ChapterStep(chapter.title, chapter.within, at))
    return found


def _number(step: str, last: int, otherwise: int) -> int:
    # As far as any match goes: nobody makes a number of a million digits out of an address.
    return min(int(step[:9]), last) if step.isdecimal() else otherwise


def position_after(match: Match, story: Sequence[Step], number: int) -> Position:
    """The position after the event `number`: the moves up to there, played from the deal."""
    start = dealt(match)
    position, moves = start.position, 0
    steps = [step for step in story if step.number <= number]
    undone = undone_numbers(steps)
    for step in steps:
        if step.kind == Event.Kind.MOVE and step.number not in undone and step.seat is not None:
            moves += 1
            chance = Chance(start.seed, moves)
            position.apply(step.seat, read_move(position, step.data), chance)
    return position
