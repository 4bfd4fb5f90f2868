"""The events that a seat knows of, as data."""

from __future__ import annotations

from games.engine.contract import Json
from games.engine.history import Step, visible_steps
from games.matches.models import Event, Match
from games.matches.services.event_store import match_state
from games.matches.viewing import Access

Kind = Event.Kind
REASONS = ("cause", "seats", "from", "until")
"""The public facts about a player's leaving or vacation."""
MOST = 500
"""The most events in one answer; a client that is further behind asks again."""


def events_for(access: Access, after: int = 0) -> Json:
    """Return the events after a number that the visitor knows of, with the number of the last one.

    They are numbered without gaps: the store's numbers would reveal the count of hidden events.
    """
    steps = _steps_for(access)
    numbers = {step.number: number for number, step in enumerate(steps, 1)}
    shown = steps[after : after + MOST]
    game = access.match.game
    events = [{"game": game, **_event(step, access.seat, numbers)} for step in shown]
    return {"events": events, "last": len(steps)}


def last_number_for(access: Access) -> int:
    """Return the number of the newest event that the visitor knows of; 0 before the first."""
    return len(_steps_for(access))


def _steps_for(access: Access) -> list[Step]:
    if access.match.status in (Match.Status.OPEN, Match.Status.CLOSED):
        return []
    return visible_steps(match_state(access.match).history, access.seat)


def _event(step: Step, seat: int | None, numbers: dict[int, int]) -> Json:
    event: Json = {"number": numbers[step.number], "kind": str(step.kind), "seat": step.seat}
    if step.kind == Kind.MOVE:
        if step.seat == seat:
            event["move"] = step.data
        else:
            # Whose move it was may be a secret; if it is not, the facts contain it.
            event["seat"] = None
        event["effects"] = effects_of(step, seat)
    elif step.kind == Kind.UNDO:
        event["undoes"] = numbers.get(step.effects[0].facts["number"])
    elif step.kind == Kind.SHOW:
        event["cards"] = step.data["cards"]
        if step.seat == seat:
            event["to"] = step.data["to"]
    else:
        event["facts"] = {key: step.data[key] for key in REASONS if key in step.data}
    return event


def effects_of(step: Step, seat: int | None) -> list[Json]:
    """Return the effects of a step that a seat may know."""
    known = (effect for effect in step.effects if effect.known_to(seat))
    return [{"kind": one.kind, "facts": one.facts} for one in known]
