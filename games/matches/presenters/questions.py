"""What somebody is asked at a match that has started, and what else they may do there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.engine.contract import Move
from games.matches.access import Access
from games.matches.models import Match
from games.matches.services.clocks import question_deadline
from games.matches.services.commands import asked_token, why_not_undo
from games.matches.services.event_store import MatchState


@dataclass(frozen=True, slots=True)
class Question:
    """The legal moves of a visitor, none while they are not asked, and the token they answer."""

    moves: list[Move]
    asked: str | None
    until: datetime | None
    """When the question lapses, if it does."""
    may_undo: bool
    may_abort: bool


def question_for(access: Access, state: MatchState) -> Question:
    """What the visitor is asked in this state of the match."""
    match, player, seat = access.match, access.player, access.seat
    if player is None or seat is None or match.status != Match.Status.RUNNING:
        return NOT_ASKED
    moves = state.position.moves(seat)
    if not moves:
        return Question([], None, None, False, state.may_abort)
    return Question(
        moves,
        asked_token(player),
        question_deadline(match, player, state.position),
        why_not_undo(state, seat) is None,
        state.may_abort,
    )


NOT_ASKED = Question([], None, None, may_undo=False, may_abort=False)
