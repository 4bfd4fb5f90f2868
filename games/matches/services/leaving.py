"""Commands that end a match otherwise than by play: calling it off, or expelling a player."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop as _

from games.matches import hooks
from games.matches.models import Event, Match, Player
from games.matches.refusals import BadBody, CannotAbort, CannotAgree, NoAbsentPlayer, NotRunning
from games.matches.services import arrivals, time_source
from games.matches.services.append import Change, next_event
from games.matches.services.commands import PlayersCommand, at_table
from games.matches.services.endings import call_off_by, close, put_out
from games.matches.services.execute import Command, Table, execute
from games.matches.viewing import Access

if TYPE_CHECKING:
    from accounts.http import Visitor
    from accounts.models import User

BY_MODERATOR = "house"
"""The stored cause of a match that a moderator called off."""
AGREED = "agreed"
"""The stored cause of a match that its players agreed to call off."""
ANSWERS_EACH = 20
"""How often a seat may say that it would call off a match, or play on; each answer is stored."""


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
class AgreeToCallOff(PlayersCommand):
    """Agree to call a match off, or want to play on; it ends once all people agree.

    It then changes no ratings and counts against no player. Bots agree to everything.

    Attributes:
        agree: True or False, as sent.
    """

    agree: object

    def judge(self, table: Table) -> Change | None:
        player = at_table(table, self.user)
        assert player.seat is not None
        if not isinstance(self.agree, bool):
            raise BadBody(_("Say whether you agree to call off the match: true or false."))
        if not may_agree(table.access):
            raise CannotAgree(_("No other people play here. You can resign."))
        match, agreed = table.access.match, table.state.agreed
        others = {one.seat for one in table.access.players if one.person and one is not player}
        if self.agree and others <= agreed:
            event = next_event(match, Event.Kind.ABORT, player.seat, {"cause": AGREED})
            return close(table, Match.Status.ABORTED, event, table.state.after_event(event))
        if (player.seat in agreed) if self.agree else not agreed:
            return None
        answers = (step for step in table.state.history if step.kind == Event.Kind.AGREE)
        if sum(step.seat == player.seat for step in answers) >= ANSWERS_EACH:
            raise CannotAgree(_("You’ve answered this often enough in this match."))
        event = next_event(match, Event.Kind.AGREE, player.seat, {"agree": self.agree})
        return Change(table.access, event, table.state.after_event(event))


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


def may_agree(access: Access) -> bool:
    """Return whether the visitor plays in a match with other people, who could agree to end it."""
    player = access.player
    if player is None or player.left_at is not None:
        return False
    return any(one.person for one in access.players if one is not player)


def agree_to_call_off(user: Visitor, match_id: str, agree: object) -> Access:
    """Agree to call a match off, or want to play on, and return the match after it.

    Raises:
        BadBody: `agree` is not true or false.
        CannotAgree: No other people play there, or the player answered too often.
    """
    return execute(AgreeToCallOff(match_id, user, agree)).access


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


def call_offs_of(user: User) -> QuerySet[Player]:
    """Select the user's seats in matches that they called off, or to which they did not come.

    It includes matches that were not dealt because the user did not reveal a nonce, or left a full
    table. To stay away does not count for a player who was given the seat.
    """
    given = Q(pk__in=())
    for seats in hooks.given_seats:
        given |= seats()
    own = Player.objects.filter(user=user, called_off_at__isnull=False)
    return own.exclude(given, came_at=None)


def called_off_by(user: User) -> list[datetime]:
    """Return when a user called matches off, or left them that early, newest first."""
    own = call_offs_of(user).order_by("-called_off_at")
    return [at for at in own.values_list("called_off_at", flat=True) if at is not None]
