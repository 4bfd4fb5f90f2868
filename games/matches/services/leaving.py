"""Matches that do not end by play alone: called off, out of time, a player expelled."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_noop as _

from games.matches.access import Access, locked_access
from games.matches.models import Event, Match, Player
from games.matches.refusals import CannotAbort, NotRunning
from games.matches.services.event_store import match_state
from games.matches.services.play import at_table, close, leave_for_good
from games.matches.services.store import next_event, store

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
        return _call_off(access, player, Event.Kind.ABORT)


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
    """
    if match_state(access.match).all_moved:
        return leave_for_good(access, player, kind)
    return _call_off(access, player, kind)


def called_off_by(user: User) -> list[datetime]:
    """When somebody called matches off, or was put out of them that early, the newest first.

    Also those that were not dealt since they did not reveal their nonce, or left a full table.
    """
    own = Player.objects.filter(user=user, match=OuterRef("match"), seat=OuterRef("seat"))
    aborts = Event.objects.filter(kind=Event.Kind.ABORT, match__players__user=user)
    undealt = Player.objects.filter(user=user, left_by=Event.Kind.ABORT)
    undealt = undealt.filter(match__status=Match.Status.CLOSED, match__ended_at__isnull=False)
    times = (
        *aborts.filter(Exists(own)).values_list("at", flat=True),
        *undealt.values_list("match__ended_at", flat=True),
    )
    return sorted((at for at in times if at is not None), reverse=True)


def call_off(match_id: str) -> None:
    """End a running match for a moderator: it counts for nobody. NotRunning."""
    with transaction.atomic():
        access = locked_access(match_id)
        if access.match.status != Match.Status.RUNNING:
            raise NotRunning(_("This match is not running."))
        _call_off(access, None, BY_MODERATOR)


def _call_off(access: Access, player: Player | None, cause: str) -> Access:
    match = access.match
    seat = None if player is None else player.seat
    event = next_event(match, Event.Kind.ABORT, seat, {"cause": cause})
    after = match_state(match).after_event(event)
    close(access, Match.Status.ABORTED, after, event.at)
    return store(access, event, after)
