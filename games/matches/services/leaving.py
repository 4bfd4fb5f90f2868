"""Matches that do not end by play: called off, or a player is expelled."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext_noop as _

from games.matches.access import Access
from games.matches.models import Event, Match, Player
from games.matches.refusals import CannotAbort, NobodyAbsent, NotRunning
from games.matches.services import arrivals, time_source
from games.matches.services.append import Change
from games.matches.services.commands import PlayersCommand, at_table
from games.matches.services.endings import call_off_by, put_out
from games.matches.services.execute import Command, Table, execute

if TYPE_CHECKING:
    from accounts.http import Visitor
    from accounts.models import User

BY_MODERATOR = "house"
"""The stored cause of a match that a moderator called off."""


@dataclass(frozen=True)
class Abort(PlayersCommand):
    """Call a match off while no player has moved: it counts for no player.

    Later a player could see first how their hand does. Who called off, and when, is counted.
    """

    def judge(self, table: Table) -> Change:
        player = at_table(table, self.user)
        if not table.state.may_abort:
            raise CannotAbort(_("Somebody has moved by now: you can only resign."))
        return call_off_by(table, [player], Event.Kind.ABORT)


@dataclass(frozen=True)
class CallOffAbsent(PlayersCommand):
    """Call off a live match because other players did not show up in time; they are counted."""

    def judge(self, table: Table) -> Change:
        player = at_table(table, self.user)
        match = table.access.match
        absent = arrivals.absent(match, table.access.players)
        others = [one for one in absent if one is not player]
        if not others or time_source.now() < arrivals.awaited_until(match):
            raise NobodyAbsent(_("Everybody is here, or may still come: the match goes on."))
        return call_off_by(table, others, arrivals.ABSENT)


@dataclass(frozen=True)
class Expel(PlayersCommand):
    """Put a user out of a running match; nothing where they do not play in it any more."""

    def judge(self, table: Table) -> Change | None:
        player, running = table.access.player, table.access.match.status == Match.Status.RUNNING
        if player is None or player.left_at is not None or not running:
            return None
        return put_out(table, player, Event.Kind.EXPEL)


@dataclass(frozen=True)
class CallOff(Command):
    """End a running match for a moderator: it counts for no player."""

    def judge(self, table: Table) -> Change:
        if table.access.match.status != Match.Status.RUNNING:
            raise NotRunning(_("This match is not running."))
        return call_off_by(table, [], BY_MODERATOR)


def abort(user: Visitor, match_id: str) -> Access:
    """Call a match off while no player has moved, and return it; CannotAbort."""
    return execute(Abort(match_id, user)).access


def call_off_absent(user: Visitor, match_id: str) -> Access:
    """Call off a live match because other players did not show up, and return it; NobodyAbsent."""
    return execute(CallOffAbsent(match_id, user)).access


def expel(user: User, match_id: str) -> bool:
    """Put a user out of a running match; return False where they do not play in it any more."""
    return execute(Expel(match_id, user)).event is not None


def call_off(match_id: str) -> None:
    """End a running match for a moderator; NotRunning."""
    execute(CallOff(match_id))


def called_off_by(user: User) -> list[datetime]:
    """When somebody called matches off, or left them that early, the newest first.

    Also those that were not dealt since they did not reveal their nonce, or left a full table.
    """
    own = Player.objects.filter(user=user, called_off_at__isnull=False).order_by("-called_off_at")
    return [at for at in own.values_list("called_off_at", flat=True) if at is not None]
