"""Somebody has not come to a live match: the other calls it off, and searches again."""

from __future__ import annotations

import logging

from accounts.http import Visitor
from games.lobby.models import Ticket
from games.lobby.services import dealing, quick
from games.lobby.services.tickets import TicketRequest
from games.matches.access import require_signed_in
from games.matches.models import Match
from games.matches.services import arrivals, leaving
from games.matches.services.clocks import clock_of
from refusals import Refusal

logger = logging.getLogger(__name__)


def search_again(user: Visitor, match_id: str, nonce_hash: str = "") -> Ticket | None:
    """Call the match off, and file a ticket in its place; None where there is nothing to search.

    NobodyAbsent, BadNonce, and as `at_table`. Whatever else hinders the new search leaves the match
    called off.
    """
    person, known = require_signed_in(user), dealing.read_hash(nonce_hash)
    match = leaving.call_off_absent(person, match_id).match
    request = _request_of(match, person.pk)
    if request is None:
        return None
    try:
        return quick.seek(person, request, sure=True, nonce_hash=known)
    except Refusal:
        logger.info("Nobody is searched for in place of match %s.", match.id, exc_info=True)
        return None


def _request_of(match: Match, user_id: int) -> TicketRequest | None:
    """What to search for: the same as led to the match, or else a table like it; None for none."""
    if not arrivals.was_for_anybody(match):
        return None
    led_here = Ticket.objects.filter(match=match, user=user_id).select_related("pool").first()
    if led_here is not None:
        pool = led_here.pool
        return TicketRequest(
            tuple(led_here.games), tuple(led_here.seats), pool.clock, rated=pool.rated
        )
    return TicketRequest((match.game,), (match.seats,), clock_of(match), rated=match.rated)
