"""The events a seat knows of, as data: the log without words."""

from __future__ import annotations

from games.engine.contract import Json
from games.matches.access import Access
from games.matches.models import Event, Match
from games.matches.presenters.log import visible_steps
from games.matches.services.event_store import Step, match_state

Kind = Event.Kind
REASONS = ("cause", "from", "until")
"""What of somebody's leaving or vacation everybody may know."""
MOST = 500
"""So many are sent at once; whoever is behind asks again."""


def events_for(access: Access, after: int = 0) -> Json:
    """The events that the visitor knows of, numbered by themselves, beyond a number.

    The numbers of the store would tell how much happened unseen.
    """
    steps = _steps_for(access)
    numbers = {step.number: number for number, step in enumerate(steps, 1)}
    shown = steps[after : after + MOST]
    game = access.match.game
    events = [{"game": game, **_event(step, access.seat, numbers)} for step in shown]
    return {"events": events, "last": len(steps)}


def last_number_for(access: Access) -> int:
    """The number of the newest event that the visitor knows of; 0 before the first."""
    return len(_steps_for(access))


def _steps_for(access: Access) -> list[Step]:
    if access.match.status in (Match.Status.OPEN, Match.Status.CLOSED):
        return []
    return visible_steps(match_state(access.match).story, access.seat)


def _event(step: Step, seat: int | None, numbers: dict[int, int]) -> Json:
    event: Json = {"number": numbers[step.number], "kind": str(step.kind), "seat": step.seat}
    if step.kind == Kind.MOVE:
        if step.seat == seat:
            event["move"] = step.data
        else:
            # Whose it was may be a secret; where it is none, the facts say so.
            event["seat"] = None
        event["happenings"] = happenings_of(step, seat)
    elif step.kind == Kind.UNDO:
        event["undoes"] = numbers.get(step.happenings[0].facts["number"])
    elif step.kind == Kind.SHOW:
        event["cards"] = step.data["cards"]
        if step.seat == seat:
            event["to"] = step.data["to"]
    else:
        event["facts"] = {key: step.data[key] for key in REASONS if key in step.data}
    return event


def happenings_of(step: Step, seat: int | None) -> list[Json]:
    """What a step brought about, as far as a seat may know."""
    known = (happening for happening in step.happenings if happening.known_to(seat))
    return [{"kind": one.kind, "facts": one.facts} for one in known]
