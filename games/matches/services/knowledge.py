"""What a seat of a match knows, from what it was told: the questions that bots are asked."""

from __future__ import annotations

from typing import Any

from games.engine.bots import Question
from games.engine.bots import question as question_of
from games.engine.knowledge import Knowledge, knowledge_of, tell
from games.matches.models import Event
from games.matches.services.event_store import MatchState, undone_numbers


def known_by(state: MatchState, seat: int) -> Knowledge[Any]:
    """What a seat was told of a match up to a state, but for moves that were taken back.

    It is learned anew each time: hundreds of moves take less than a millisecond, and nothing has
    to be cached that could be out of date.
    """
    knowledge = knowledge_of(state.start, seat)
    undone = undone_numbers(state.story)
    for step in state.story:
        if step.kind == Event.Kind.MOVE:
            if step.number not in undone:
                tell(knowledge, step.happenings)
        elif step.kind == Event.Kind.SHOW and seat in step.data["to"]:
            assert step.seat is not None
            knowledge.shown(step.seat, step.data["cards"])
    return knowledge


def question(state: MatchState, seat: int) -> Question:
    """What a seat is asked at a state of a match, with all that it knows."""
    return question_of(state.position, seat, known_by(state, seat))
