"""What of a match's story one viewer was allowed to see."""

from __future__ import annotations

from collections import OrderedDict

from games.models import Event
from games.services.record import Step

# Told to everyone, whoever did it.
OPEN = (
    Event.Kind.RESIGN,
    Event.Kind.TIMEOUT,
    Event.Kind.EXPEL,
    Event.Kind.ABORT,
    Event.Kind.AWAY,
)


def is_told(step: Step, seat: int | None) -> bool:
    """Whether a viewer may know that this step was taken at all."""
    if step.kind in OPEN:
        return True
    if seat is not None and step.seat == seat:
        return True
    if step.kind == Event.Kind.SHOW:
        return seat in step.data["to"]
    return any(happening.known_to(seat) for happening in step.happenings)


def told_to(story: tuple[Step, ...], seat: int | None) -> list[Step]:
    """The steps a viewer knows of, in order; their count orders what reaches a screen."""
    return [step for step in story if is_told(step, seat)]


Told = tuple[tuple[Step, ...], list[Step]]
kept_told: OrderedDict[tuple[str, int | None], Told] = OrderedDict()
KEPT = 1024


def told_so_far(match_id: str, story: tuple[Step, ...], seat: int | None) -> list[Step]:
    """The same of a match as it goes on: what was gone through at the last move is not again."""
    before, told = kept_told.get((match_id, seat), ((), []))
    known = len(before)
    if known > len(story) or (known and story[known - 1] is not before[-1]):
        known, told = 0, []
    told = [*told, *told_to(story[known:], seat)]
    kept_told[match_id, seat] = story, told
    while len(kept_told) > KEPT:
        kept_told.popitem(last=False)
    return told
