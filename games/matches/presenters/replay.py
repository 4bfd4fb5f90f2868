"""The replay of a match: step by step, as a seat saw it, or with all hands once it is over."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from games.boards.board import Board
from games.engine.chance import Chance
from games.engine.contract import Position
from games.engine.history import Step, is_replayed, is_visible, undone_numbers
from games.engine.replay import read_move
from games.matches import hooks
from games.matches.models import Event
from games.matches.presenters.boards import game_board, note_failure
from games.matches.presenters.past_clocks import Faces, past_clocks
from games.matches.presenters.table import Replayed, Table, table_at
from games.matches.presenters.table_players import table_players
from games.matches.services.event_store import MatchState, match_state
from games.matches.viewing import Access

MOST_STEPS = 16
"""The most steps that are rendered for one request of a page that loads ahead."""


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
    """The part of a match that is replayed: the steps, and the seat from which they are seen."""

    access: Access
    state: MatchState
    steps: Sequence[Step]
    seat: int | None
    finished: bool
    plain: bool = False
    """Whether only public information is shown: no hands, no clocks, no ratings."""

    @property
    def everything(self) -> bool:
        """Whether all hands are open."""
        return self.finished and self.seat is None and not self.plain

    @property
    def viewer(self) -> str:
        return "all" if self.everything else "" if self.seat is None else str(self.seat)

    @cached_property
    def numbered(self) -> dict[int, int]:
        """Number of an event → number of its step."""
        return {step.number: at for at, step in enumerate(self.steps, start=1)}

    @cached_property
    def clocks(self) -> Mapping[int, Faces]:
        """Number of an event → the clocks after it; empty for a running match."""
        known = self.finished and not self.plain and self.access.match.stored
        return past_clocks(self.access) if known else {}

    @cached_property
    def ratings(self) -> dict[int, int]:
        """By seat, the players' ratings before a rated match."""
        match = self.access.match
        changes = hooks.rating_changes(match) if match.rated and not self.plain else {}
        return {seat: before for seat, (before, _after) in changes.items()}

    def at(self, step: int) -> Replay:
        """Return one of the steps; 0 is the deal."""
        access, shown = self.access, tuple(self.steps[:step])
        number = shown[-1].number if shown else 0
        position = position_after(self.state, self.state.history, number)
        view = position.view(self.seat)
        if self.everything:
            view = {**position.view(None), **position.dump()}
        clocks = self.clocks.get(number, {})
        replayed = Replayed(self.viewer, self.numbered, self.ratings, clocks)
        table = table_at(access, self.seat, view, shown, replayed)
        names = (
            [(str(player.seat), player.name) for player in table.players] if self.finished else []
        )
        return Replay(table, step, len(self.steps), self.viewer, names)


def _shown(access: Access, viewer: str, opened: bool, state: MatchState | None = None) -> _Shown:
    match = access.match
    finished = opened or match.revealed
    state = state or match_state(match)
    known = viewer.isdecimal() and len(viewer) < 3 and int(viewer) < match.seats
    seat = (int(viewer) if known else None) if finished else access.seat
    steps = [step for step in state.history if is_replayed(step, access.seat)]
    if not finished:
        steps = [s for s in steps if is_visible(s, seat)]
    return _Shown(access, state, steps, seat, finished)


def replay_for(
    access: Access,
    step: str,
    viewer: str,
    *,
    opened: bool = False,
    state: MatchState | None = None,
) -> Replay:
    """Return a step of the match as a viewer saw it.

    While the match is running, visitors get only their own view, without steps hidden from them.

    Args:
        access: The match for the visitor.
        step: The number of the step. If it is not a number: the first step of a finished match, or
            the newest step of a running one.
        viewer: A seat, or `all`; ignored while the match is running.
        opened: Treat a running match as finished, for a moderator whose access is logged.
        state: The state of a match that is not stored.
    """
    shown = _shown(access, viewer, opened, state)
    over = access.match.revealed
    return shown.at(_number(step, len(shown.steps), 0 if over else len(shown.steps)))


def public_replay(access: Access, step: int) -> Replay:
    """Return a step as spectators saw it during the match, numbered as in a spectator's replay.

    It shows no hands, unlike the replay of a finished match.
    """
    return _public(access).at(step)


def public_steps(access: Access) -> int:
    """Return the number of steps in a spectator's replay."""
    return len(_public(access).steps)


def _public(access: Access) -> _Shown:
    spectator = Access(access.match, access.players, None, None)
    return replace(_shown(spectator, "", False), plain=True)


def step_numbers(access: Access) -> dict[int, int]:
    """Return each event's step in the replay that this visitor gets: event number → step."""
    return _shown(access, "all", False).numbered


def event_at_step(access: Access, step: str) -> int:
    """Return the number of the event that a step of the visitor's replay shows; 0 is the deal."""
    steps = _shown(access, "all", False).steps
    number = _number(step, len(steps), 0)
    return steps[number - 1].number if number else 0


def replay_steps(
    access: Access,
    first: str,
    viewer: str,
    *,
    opened: bool = False,
    state: MatchState | None = None,
) -> list[Replay]:
    """Return at most `MOST_STEPS` steps from `first` on; parameters as for `replay_for`."""
    shown = _shown(access, viewer, opened, state)
    begin = _number(first, len(shown.steps), 0)
    return [shown.at(step) for step in range(begin, len(shown.steps) + 1)[:MOST_STEPS]]


def chapters_of(
    access: Access, viewer: str, *, opened: bool = False, state: MatchState | None = None
) -> list[ChapterStep]:
    """Return the steps that begin a new chapter of the match; undone moves begin none."""
    shown = _shown(access, viewer, opened, state)
    names = [player.name for player in table_players(access.players, access.seat)]
    undone = undone_numbers(shown.steps)
    board = game_board(access.match.game).board
    try:
        return _chapters(shown, board, undone, names)
    except Exception:
        note_failure(access.match.game, "asked for chapters")
        return []


def _chapters(
    shown: _Shown, board: Board, undone: Collection[int], names: Sequence[str]
) -> list[ChapterStep]:
    found = []
    for at, step in enumerate(shown.steps, start=1):
        chapter = None if step.number in undone else board.chapter(step.effects, names)
        if chapter is not None:
            found.append(ChapterStep(chapter.title, chapter.within, at))
    return found


def _number(step: str, last: int, otherwise: int) -> int:
    # No match is longer; a longer number from a URL would take long to parse.
    return min(int(step[:9]), last) if step.isdecimal() else otherwise


def position_after(state: MatchState, history: Sequence[Step], number: int) -> Position:
    """Return the position after the event `number`, by playing the moves from the deal.

    Args:
        state: The match, in any later state.
        history: The events to play; those after `number` are left out.
        number: The number of the last event.
    """
    position, moves = state.start.clone(), 0
    steps = [step for step in history if step.number <= number]
    undone = undone_numbers(steps)
    for step in steps:
        if step.kind == Event.Kind.MOVE and step.number not in undone and step.seat is not None:
            moves += 1
            chance = Chance(state.seed, moves)
            position.apply(step.seat, read_move(position, step.data), chance)
    return position
