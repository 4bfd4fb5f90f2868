"""Matches that do not end by play alone: called off, out of time, a player expelled."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_noop as _

from games.matches.access import Access, locked_access
from games.matches.models import Event, Match, Player
from games.matches.refusals import CannotAbort, NobodyAbsent, NotRunning
from games.matches.services import arrivals, time_source
from games.matches.services.endings import call_off_by, leave_for_good, leaves_early
from games.matches.services.event_store import match_state
from games.matches.services.play import at_table

if TYPE_CHECKING:
    from accounts.http import Visitor
    from accounts.models import User

BY_MODERATOR = "house"
"""The stored cause of a match that a moderator called off."""


def abort(user: Visitor, match_id: str) -> Access:
    """Call a match off while nobody has moved: it counts for nobody. CannotAbort.

    Later on somebody could see how their hand does first. Whoever called off, and when, is counted.
    """
    with transaction.atomic():
        access, player = at_table(user, match_id)
        if not match_state(access.match).may_abort:
            raise CannotAbort(_("Somebody has moved by now: you can only resign."))
        return call_off_by(access, [player], Event.Kind.ABORT)


def call_off_absent(user: Visitor, match_id: str) -> Access:
    """Call off a live match to which somebody has not come in time: theirs it is. NobodyAbsent."""
    with transaction.atomic():
        access, player = at_table(user, match_id)
        match = access.match
        others = [one for one in arrivals.absent(match, access.players) if one is not player]
        if not others or time_source.now() < arrivals.awaited_until(match):
            raise NobodyAbsent(_("Everybody is here, or may still come: the match goes on."))
        return call_off_by(access, others, arrivals.ABSENT)


def expel(user: User, match_id: str) -> Access | None:
    """Put somebody out of a running match; None where they do not play in it any more."""
    with transaction.atomic():
        access = locked_access(match_id, user)
        player, running = access.player, access.match.status == Match.Status.RUNNING
        if player is None or player.left_at is not None or not running:
            return None
        return put_out(access, player, Event.Kind.EXPEL)


def put_out(access: Access, player: Player, kind: str) -> Access:
    """Put out a player of a locked match, by an event of this kind: they take the last place.

    Until each seat has moved once the match is called off instead: the others have not yet played.
    A rated match of two is, until it is under way.
    """
    early = access.match.seats == 2 and leaves_early(access)
    if match_state(access.match).all_moved and not early:
        return leave_for_good(access, player, kind)
    return call_off_by(access, [player], kind)


def called_off_by(user: User) -> list[datetime]:
    """When somebody called matches off, or left them that early, the newest first.

    Also those that were not dealt since they did not reveal their nonce, or left a full table.
    """
    own = Player.objects.filter(user=user, called_off_at__isnull=False).order_by("-called_off_at")
    return [at for at in own.values_list("called_off_at", flat=True) if at is not None]


def call_off(match_id: str) -> None:
    """End a running match for a moderator: it counts for nobody. NotRunning."""
    with transaction.atomic():
        access = locked_access(match_id)
        if access.match.status != Match.Status.RUNNING:
            raise NotRunning(_("This match is not running."))
        call_off_by(access, [], BY_MODERATOR)
