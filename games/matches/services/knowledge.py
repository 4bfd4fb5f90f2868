"""What a seat of a match knows, from what it was told: the questions that bots are asked."""

from __future__ import annotations

from typing import Any

from games.engine.bots import Question
from games.engine.bots import question as question_of
from games.engine.knowledge import Knowledge, knowledge_of, tell
from games.matches.cache import LruCache
from games.matches.models import Event
from games.matches.services.event_store import MatchState, Step, undone_numbers

CACHED_SEATS = 4096
knowledge_cache: LruCache[tuple[str, int], tuple[tuple[Step, ...], Knowledge[Any]]]
knowledge_cache = LruCache(CACHED_SEATS)
"""By match and seat: a story, and what the seat knows of it, which is never changed."""


def known_by(match_id: str, state: MatchState, seat: int) -> Knowledge[Any]:
    """What a seat was told of a match up to a state; only to be read.

    Of a match that goes on, only what is newer than the last call is learned; all of it anew
    where a move was taken back, since who took it back has told nobody anything by it.
    """
    story = state.story
    before, knowledge = knowledge_cache.get((match_id, seat)) or ((), None)
    newer = story[len(before) :]
    goes_on = len(before) <= len(story) and (not before or story[len(before) - 1] is before[-1])
    if knowledge is None or not goes_on or any(step.kind == Event.Kind.UNDO for step in newer):
        knowledge, newer = knowledge_of(state.start, seat), story
    elif newer:
        knowledge = knowledge.clone()
    undone = undone_numbers(newer)
    for step in newer:
        if step.number not in undone:
            _learn(knowledge, step)
    knowledge_cache.set((match_id, seat), (story, knowledge))
    return knowledge


def _learn(knowledge: Knowledge[Any], step: Step) -> None:
    if step.kind == Event.Kind.MOVE:
        tell(knowledge, step.happenings)
    elif step.kind == Event.Kind.SHOW and knowledge.seat in step.data["to"]:
        assert step.seat is not None
        knowledge.shown(step.seat, step.data["cards"])


def question(match_id: str, state: MatchState, seat: int) -> Question:
    """What a seat is asked at a state of a match, with all that it knows."""
    return question_of(state.position, seat, known_by(match_id, state, seat))
