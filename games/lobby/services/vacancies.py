"""Open live tables whose host has left the site: out of the lobby until they are back, then closed.

Tables by link, of game nights and of challenges stay: their hosts often go to send the link. Hosts
without pages, such as programs, never count as gone.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.core.cache import caches
from django.db import transaction
from django.utils.connection import ConnectionProxy
from django.utils.translation import gettext_noop as _

from core.monitoring.context import step
from games.lobby.services.dealing import close_open
from games.lobby.signals import closed_as_vacant
from games.matches import publish
from games.matches.models import Match
from games.matches.refusals import NotOpen
from games.matches.services import presence, time_source

cache = ConnectionProxy(caches, "presence")
HIDDEN_AFTER = timedelta(seconds=60)
"""How long a host may be away before the table is hidden."""
CLOSED_AFTER = timedelta(minutes=10)
HIDDEN = "hidden-tables"
HIDDEN_SECONDS = 24 * 60 * 60


def vacant(matches: Iterable[Match], away_for: timedelta = HIDDEN_AFTER) -> set[str]:
    """Return the ids of those open tables whose host has been away for this long."""
    hosts = {match.id: match.host_id for match in matches if _needs_its_host(match)}
    left = presence.left_since({host for host in hosts.values() if host is not None})
    latest = time_source.now() - away_for
    gone = {host for host, since in left.items() if since <= latest}
    return {match_id for match_id, host in hosts.items() if host in gone}


def why_vacant(match: Match) -> NotOpen | None:
    """Return the refusal of a player who would begin a match without its host, or None."""
    if not vacant([match]):
        return None
    return NotOpen(_("The host is away. The table opens again when they come back."))


def require_host(match: Match) -> None:
    """Require that the host of a table has not left the site; NotOpen."""
    refusal = why_vacant(match)
    if refusal is not None:
        raise refusal


def work() -> int:
    """Publish the tables that were hidden or shown since the last round; close those long left.

    Returns:
        The number of closed tables.
    """
    waiting = list(
        Match.objects.filter(status=Match.Status.OPEN, pace=Match.Pace.LIVE, public=True)
    )
    hidden = vacant(waiting)
    if hidden != cache.get(HIDDEN, set()):
        cache.set(HIDDEN, hidden, HIDDEN_SECONDS)
        publish.lobby_moved()
        for match in waiting:
            publish.match_moved(match.id, match.last_number)
    closed = 0
    for match_id in vacant(waiting, CLOSED_AFTER):
        with step("vacancy", f"Table {match_id} could not be closed."):
            closed += _close(match_id)
    return closed


def _needs_its_host(match: Match) -> bool:
    return (
        match.public
        and match.pace == Match.Pace.LIVE
        and match.status == Match.Status.OPEN
        and match.reveal_by is None
        and match.former_id is None
    )


@transaction.atomic
def _close(match_id: str) -> bool:
    match = Match.objects.select_for_update().get(pk=match_id)
    if not vacant([match], CLOSED_AFTER):
        return False
    close_open(match, Match.Closed.HOST_AWAY)
    closed_as_vacant.send(Match, match=match)
    return True
