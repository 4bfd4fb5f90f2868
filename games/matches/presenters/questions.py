"""The visitor's open question at a started match, and what else the visitor may do."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.engine.contract import Move
from games.matches.models import Match
from games.matches.services.clocks import question_deadline
from games.matches.services.commands import turn_token_of, why_not_undo
from games.matches.services.event_store import MatchState
from games.matches.viewing import Access


@dataclass(frozen=True, slots=True)
class Question:
    """A visitor's legal moves, empty without a question, and the token of the question."""

    moves: list[Move]
    turn_token: str | None
    until: datetime | None
    """When the rules answer the question for the visitor; None for never."""
    may_undo: bool
    may_abort: bool


def question_for(access: Access, state: MatchState) -> Question:
    """Return the visitor's question in this state of the match."""
    match, player, seat = access.match, access.player, access.seat
    if player is None or seat is None or match.status != Match.Status.RUNNING:
        return NOT_ASKED
    moves = state.position.moves(seat)
    if not moves:
        return Question([], None, None, False, state.may_abort)
    return Question(
        moves,
        turn_token_of(player),
        question_deadline(match, player, state.position),
        why_not_undo(state, seat) is None,
        state.may_abort,
    )


NOT_ASKED = Question([], None, None, may_undo=False, may_abort=False)
