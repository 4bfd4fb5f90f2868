"""No-shows in live matches: the opponent calls the match off, and searches again first."""

from __future__ import annotations

import logging

from django.db import transaction

from accounts.http import Visitor
from accounts.models import User
from core.refusals import Refusal
from games.lobby.models import Ticket
from games.lobby.services import dealing, quick
from games.lobby.services.pairing import TicketRequest
from games.matches.access import require_signed_in
from games.matches.models import Match
from games.matches.services import arrivals, leaving
from games.matches.services.clocks import clock_of

logger = logging.getLogger(__name__)


def search_again(user: Visitor, match_id: str, nonce_hash: str = "") -> Ticket | None:
    """Call the match off, and file a ticket in its place; return None if no search makes sense.

    A player whose search led here goes on with it, at the head of all tickets. At a table that
    others left before the deal there is nothing left to call off. If another refusal prevents the
    new search, the match stays called off.

    Raises:
        NoAbsentPlayer: every player has come.
        BadNonce: `nonce_hash` is malformed.
        Refusal: as `at_table`.
    """
    person, known = require_signed_in(user), dealing.read_hash(nonce_hash)
    led_here = _take_ticket(person, match_id)
    if led_here is None:
        match = leaving.call_off_absent(person, match_id).match
        led_here = _ticket_to(person, match)
    else:
        assert led_here.match is not None
        match = led_here.match
    request = _request_of(match, led_here)
    if request is None:
        return None
    try:
        return quick.seek(person, request, sure=True, nonce_hash=known, before=led_here)
    except Refusal:
        logger.info("No new search was started in place of match %s.", match.id, exc_info=True)
        return None


def may_search_again(user: User, match: Match) -> bool:
    """Return whether the user's search led to a table that others closed before the deal.

    The ticket is deleted with the new search, or an hour later.
    """
    if match.status != Match.Status.CLOSED or _ticket_to(user, match) is None:
        return False
    left = match.players.filter(called_off_at__isnull=False)
    return left.exists() and not left.filter(user=user).exists()


@transaction.atomic
def _take_ticket(user: User, match_id: str) -> Ticket | None:
    """Return and delete the ticket that led to a table which others closed before the deal."""
    own = Ticket.objects.select_for_update(of=("self",)).filter(user=user, match=match_id)
    ticket = own.select_related("match", "pool").first()
    if ticket is None or ticket.match is None or not may_search_again(user, ticket.match):
        return None
    Ticket.objects.filter(pk=ticket.pk).delete()
    return ticket


def _ticket_to(user: User, match: Match) -> Ticket | None:
    """Return the ticket that led to a match."""
    led_here = Ticket.objects.filter(match=match, user=user)
    return led_here.select_related("match", "pool").first()


def _request_of(match: Match, led_here: Ticket | None) -> TicketRequest | None:
    """Return the search that led to the match, or one for a table like it, or None."""
    if not arrivals.was_for_anybody(match):
        return None
    if led_here is not None:
        pool = led_here.pool
        return TicketRequest(
            tuple(led_here.games), tuple(led_here.seats), pool.clock, rated=pool.rated
        )
    return TicketRequest((match.game,), (match.seats,), clock_of(match), rated=match.rated)
