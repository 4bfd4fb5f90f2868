"""Matches that do not end by play alone: called off, out of time, sent away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_noop as _

from games.matches.access import Access, lock_match, players_of
from games.matches.models import Event, Match, Player
from games.matches.refusals import CannotAbort, NotRunning
from games.matches.services.event_store import match_state
from games.matches.services.play import at_table, close, leave_for_good
from games.matches.services.store import next_event, store

if TYPE_CHECKING:
    from accounts.http import Visitor
    from accounts.models import User

BY_THE_HOUSE = "house"


def abort(user: Visitor, match_id: str) -> Access:
    """Call a match off before each seat has moved once: it counts for nobody. CannotAbort."""
    with transaction.atomic():
        access, player = at_table(user, match_id)
        if not match_state(access.match).may_abort:
            raise CannotAbort(_("Everybody has moved by now: you can only resign."))
        return _call_off(access, player, Event.Kind.ABORT)


def expel(user: User, match_id: str) -> Access | None:
    """Send somebody away from a running match; None where they play no more anyway."""
    with transaction.atomic():
        match = lock_match(match_id)
        players = players_of(match)
        player = next((p for p in players if p.user_id == user.pk), None)
        if player is None or player.left_at is not None or match.status != Match.Status.RUNNING:
            return None
        return put_out(Access(match, players, player, user), player, Event.Kind.EXPEL)


def put_out(access: Access, player: Player, kind: str) -> Access:
    """A player is out without having asked for it: last place, or nobody's match.

    Until each seat has moved once it is called off: whoever waits in vain for a first move has
    not begun to play.
    """
    if match_state(access.match).may_abort:
        return _call_off(access, player, kind)
    return leave_for_good(access, player, kind)


def call_off(match_id: str) -> None:
    """The house ends a running match: it counts for nobody. NotRunning."""
    with transaction.atomic():
        match = lock_match(match_id)
        if match.status != Match.Status.RUNNING:
            raise NotRunning(_("This match is not running."))
        _call_off(Access(match, players_of(match), None, None), None, BY_THE_HOUSE)


def _call_off(access: Access, player: Player | None, cause: str) -> Access:
    match = access.match
    seat = None if player is None else player.seat
    event = next_event(match, Event.Kind.ABORT, seat, {"cause": cause})
    after = match_state(match).after_event(event)
    close(access, Match.Status.ABORTED, after, event.at)
    return store(access, event, after)
