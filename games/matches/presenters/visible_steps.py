"""What of a match's story one viewer was allowed to see."""

from __future__ import annotations

from games.matches.cache import Recent
from games.matches.models import Event
from games.matches.services.event_store import Step

# Told to everyone, whoever did it.
OPEN = (
    Event.Kind.RESIGN,
    Event.Kind.TIMEOUT,
    Event.Kind.EXPEL,
    Event.Kind.ABORT,
    Event.Kind.AWAY,
)


def is_visible(step: Step, seat: int | None) -> bool:
    """Whether a viewer may know that this step was taken at all."""
    if step.kind in OPEN:
        return True
    if seat is not None and step.seat == seat:
        return True
    if step.kind == Event.Kind.SHOW:
        return seat in step.data["to"]
    return any(happening.known_to(seat) for happening in step.happenings)


def visible_steps(story: tuple[Step, ...], seat: int | None) -> list[Step]:
    """The steps a viewer knows of, in order; their count orders what reaches a screen."""
    return [step for step in story if is_visible(step, seat)]


Told = tuple[tuple[Step, ...], list[Step]]
KEPT = 1024
kept_told: Recent[tuple[str, int | None], Told] = Recent(KEPT)


def cached_visible_steps(match_id: str, story: tuple[Step, ...], seat: int | None) -> list[Step]:
    """The same of a match as it goes on: what was gone through at the last move is not again."""
    before, told = kept_told.get((match_id, seat)) or ((), [])
    known = len(before)
    if known > len(story) or (known and story[known - 1] is not before[-1]):
        known, told = 0, []
    told = [*told, *visible_steps(story[known:], seat)]
    kept_told.keep((match_id, seat), (story, told))
    return told
