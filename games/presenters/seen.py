"""What of a match's story one viewer was allowed to see."""

from __future__ import annotations

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
