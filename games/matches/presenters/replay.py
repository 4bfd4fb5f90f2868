"""A match step by step: what each seat saw, or all hands once it is over."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.chance import Chance
from games.engine.contract import Position
from games.engine.replay import read_move
from games.matches.access import Access
from games.matches.models import Event, Match
from games.matches.presenters.table import Table, table_at
from games.matches.services.event_store import (
    Step,
    dealt,
    is_visible,
    match_state,
    undone_numbers,
)


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


def replay_for(access: Access, step: str, viewer: str, *, opened: bool = False) -> Replay:
    """A step of the match (the newest when not a number), as `viewer` (a seat or `all`) saw it.

    While the match runs everybody sees their own view, without the steps that are not visible to
    them; `opened` lifts that for a moderator, whose access is logged.
    """
    match = access.match
    finished = opened or match.status == Match.Status.FINISHED
    story = match_state(match).story
    known = viewer.isdecimal() and len(viewer) < 3 and int(viewer) < match.seats
    seat = (int(viewer) if known else None) if finished else access.seat
    everything = finished and seat is None
    steps = [s for s in story if s.kind != Event.Kind.SHOW or is_visible(s, access.seat)]
    if not finished:
        steps = [s for s in steps if is_visible(s, seat)]
    at = min(int(step), len(steps)) if step.isdecimal() and len(step) < 9 else len(steps)
    shown = tuple(steps[:at])
    position = _position_after(match, story, shown[-1].number if shown else 0)
    view = {**position.view(None), **position.dump()} if everything else position.view(seat)
    table = table_at(access, seat, view, shown)
    names = [(str(chair.seat), chair.name) for chair in table.chairs]
    chosen = "all" if everything else "" if seat is None else str(seat)
    return Replay(table, at, len(steps), chosen, names if finished else [])


def _position_after(match: Match, story: tuple[Step, ...], number: int) -> Position:
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
