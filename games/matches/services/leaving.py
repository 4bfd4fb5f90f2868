"""Commands that end a match otherwise than by play: calling it off, or expelling a player."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from django.utils.translation import gettext_noop as _

from games.matches.models import Event, Match, Player
from games.matches.refusals import CannotAbort, NoAbsentPlayer, NotRunning
from games.matches.services import arrivals, time_source
from games.matches.services.append import Change
from games.matches.services.commands import PlayersCommand, at_table
from games.matches.services.endings import call_off_by, put_out
from games.matches.services.execute import Command, Table, execute
from games.matches.viewing import Access

if TYPE_CHECKING:
    from accounts.http import Visitor
    from accounts.models import User

BY_MODERATOR = "house"
"""The stored cause of a match that a moderator called off."""


@dataclass(frozen=True)
class Abort(PlayersCommand):
    """Call a match off before any player has moved; it then changes no ratings.

    Later a player could first see how good their hand is. It is recorded who called off, and when.
    """

    def judge(self, table: Table) -> Change:
        player = at_table(table, self.user)
        if not table.state.may_abort:
            raise CannotAbort(_("A player has already moved, so you can only resign."))
        return call_off_by(table, [player], Event.Kind.ABORT)


@dataclass(frozen=True)
class CallOffAbsent(PlayersCommand):
    """Call off a live match because other players did not show up; it counts against them.

    Arrivals write no event, so memory does not know of them.
    """

    needs_store: ClassVar[bool] = True

    def judge(self, table: Table) -> Change:
        player = at_table(table, self.user)
        match = table.access.match
        absent = arrivals.absent(match, table.access.players)
        others = [one for one in absent if one is not player]
        if not others or time_source.now() < arrivals.awaited_until(match):
            raise NoAbsentPlayer(_("Everyone is here or can still come, so the match goes on."))
        return call_off_by(table, others, arrivals.ABSENT)


@dataclass(frozen=True)
class Expel(PlayersCommand):
    """Put a user out of a running match; changes nothing if the user no longer plays in it."""

    def judge(self, table: Table) -> Change | None:
        player, running = table.access.player, table.access.match.status == Match.Status.RUNNING
        if player is None or player.left_at is not None or not running:
            return None
        return put_out(table, player, Event.Kind.EXPEL)


@dataclass(frozen=True)
class CallOff(Command):
    """End a running match for a moderator; it changes no ratings."""

    def judge(self, table: Table) -> Change:
        if table.access.match.status != Match.Status.RUNNING:
            raise NotRunning(_("This match is not running."))
        return call_off_by(table, [], BY_MODERATOR)


def abort(user: Visitor, match_id: str) -> Access:
    """Call a match off before any player has moved, and return it.

    Raises:
        CannotAbort: A player has moved.
    """
    return execute(Abort(match_id, user)).access


def call_off_absent(user: Visitor, match_id: str) -> Access:
    """Call off a live match because other players did not show up, and return it.

    Raises:
        NoAbsentPlayer: All other players came, or may still come.
    """
    return execute(CallOffAbsent(match_id, user)).access


def expel(user: User, match_id: str) -> bool:
    """Put a user out of a running match; return False if the user no longer plays in it."""
    return execute(Expel(match_id, user)).event is not None


def call_off(match_id: str) -> None:
    """End a running match for a moderator.

    Raises:
        NotRunning: It is not running.
    """
    execute(CallOff(match_id))


def called_off_by(user: User) -> list[datetime]:
    """Return when a user called matches off, or left them that early, newest first.

    It includes matches that were not dealt because the user did not reveal a nonce, or left a full
    table.
    """
    own = Player.objects.filter(user=user, called_off_at__isnull=False).order_by("-called_off_at")
    return [at for at in own.values_list("called_off_at", flat=True) if at is not None]
