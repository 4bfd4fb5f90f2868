"""The wish of a user to have their only move played, and the commands of moves decided before."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from django.db.models import QuerySet

from accounts.models import User
from games.engine.contract import Json, Move
from games.matches.models import Event, Match, Player
from games.matches.services import clocks, time_source
from games.matches.services.commands import (
    DECISIONS,
    QuestionCommand,
    is_too_long,
    why_not_undo,
)
from games.matches.services.event_store import MatchState
from games.matches.services.execute import Table
from games.matches.services.turns import waiting_players
from games.premoves.models import OnlyMoves


def choose_only_moves(user: User, *, wanted: bool) -> None:
    """Store whether a user's only move is played by itself."""
    if wanted:
        OnlyMoves.objects.get_or_create(user=user)
    else:
        OnlyMoves.objects.filter(user=user).delete()


def plays_only_moves(user: User) -> bool:
    """Return whether a user's only move is played by itself."""
    return OnlyMoves.objects.filter(user=user).exists()


def asked_players() -> QuerySet[Player]:
    """Select the players with an open question whose only move is played by itself."""
    return waiting_players().filter(user__in=OnlyMoves.objects.values("user"))


def only_move(state: MatchState, seat: int) -> Move | None:
    """Return the move to play for a seat; None if the player decides.

    The player decides if there are several moves, and while they can take back a move of this
    turn or have just done so.
    """
    moves = state.position.moves(seat)
    if len(moves) != 1 or why_not_undo(state, seat) is None:
        return None
    own = (step for step in reversed(state.history) if step.kind in DECISIONS)
    last = next((step for step in own if step.seat == seat), None)
    if last is not None and last.kind == Event.Kind.UNDO:
        return None
    return moves[0]


@dataclass(frozen=True)
class Premove(QuestionCommand):
    """The move of a person who decided on it beforehand."""

    def answer(self, table: Table, player: Player) -> Json | None:
        if player.seat is None or not player.person or player.left_at is not None:
            return None
        match = table.access.match
        if clocks.is_up(match, player, time_source.now()) or is_too_long(table, player.seat):
            return None
        # A move would count as the arrival of a player who has not come yet.
        if match.pace == Match.Pace.LIVE and player.came_at is None:
            return None
        move = self.move(table, player.seat)
        return None if move is None else move.dump()

    @abstractmethod
    def move(self, table: Table, seat: int) -> Move | None:
        """Return the move to make; None if the player decides."""


@dataclass(frozen=True)
class OnlyMove(Premove):
    """The only move of a person who wants it to be played by itself."""

    def move(self, table: Table, seat: int) -> Move | None:
        return only_move(table.state, seat)
