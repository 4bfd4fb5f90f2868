"""The information state of a seat of a match, and the questions that bots are asked."""

from __future__ import annotations

from games.engine.bots import Question
from games.engine.bots import question as question_of
from games.engine.contract import Position
from games.engine.history import undone_numbers
from games.engine.information_state import InformationState, information_state_of, tell
from games.matches.models import Event
from games.matches.services.event_store import MatchState


def known_by(state: MatchState, seat: int) -> InformationState[Position]:
    """Return a seat's information state, without the moves that were taken back.

    It is rebuilt at every call, which is fast enough, so that no cache can be out of date.
    """
    information_state = information_state_of(state.start, seat)
    undone = undone_numbers(state.history)
    for step in state.history:
        if step.kind == Event.Kind.MOVE:
            if step.number not in undone:
                tell(information_state, step.effects)
        elif step.kind == Event.Kind.SHOW and seat in step.data["to"]:
            assert step.seat is not None
            information_state.shown(step.seat, step.data["cards"])
    return information_state


def question(state: MatchState, seat: int) -> Question:
    """Return a seat's question at a state of a match, with the seat's information state."""
    return question_of(state.position, seat, known_by(state, seat))
