"""Bots while waiting: an unrated match next to the search, with a call once opponents are there.

A match with people begins only when the players who play bots have said that they come: they need
not notice the call at once, and no other player is kept waiting for them.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.models import User
from games.lobby.models import Ticket
from games.lobby.services import lobby, quick, tickets
from games.lobby.services.lobby import TableRequest
from games.lobby.signals import ticket_settled
from games.matches.access import require_signed_in
from games.matches.models import Match
from games.matches.refusals import BadTicket, NoSuchTicket
from games.matches.services import time_source

OFFERED_AFTER = timedelta(seconds=10)
"""The time of a search after which bots are offered: at first players look for people."""
SEARCHES_ON = timedelta(minutes=30)
"""How long the search goes on while its owner plays bots."""


def is_offered(ticket: Ticket) -> bool:
    """Return whether the owner may play bots while this search goes on: if live, after a little."""
    waited = time_source.now() - ticket.filed_at
    return ticket.live and not ticket.aside and waited >= OFFERED_AFTER


@transaction.atomic
def play_bots(
    user: Visitor, ticket_id: str, game: str, levels: tuple[str, ...], *, nonce_hash: str = ""
) -> Match:
    """Open an unrated table without a clock, with bots in all other seats, during a live search.

    Raises:
        NoSuchTicket: the search is over.
        BadTicket: the search is too new.
        Refusal: as `open_table`.
    """
    person = require_signed_in(user)
    ticket = _lock_own(person, ticket_id)
    if not ticket.aside and not is_offered(ticket):
        raise BadTicket(_("Look for people first. Bots are offered after ten seconds."))
    ticket.aside = True
    ticket.seen_until = time_source.now() + SEARCHES_ON
    ticket.save(update_fields=["aside", "seen_until"])
    request = TableRequest(game, len(levels) + 1, bots=levels)
    return lobby.open_table(person, request, sure=True, nonce_hash=nonce_hash)


def come(user: Visitor, ticket_id: str) -> Ticket:
    """Leave the bots and join the opponents who were found; the match begins, if they still are.

    Otherwise the search goes on, as one whose page is open.

    Raises:
        NoSuchTicket: the search is over.
    """
    person = require_signed_in(user)
    with transaction.atomic():
        ticket = _lock_own(person, ticket_id)
        if ticket.called_at is not None:
            ticket_settled.send(Ticket, ticket=ticket)
        ticket.aside, ticket.called_at = False, None
        ticket.seen_until = time_source.now() + tickets.SEEN
        ticket.save(update_fields=["aside", "called_at", "seen_until"])
    quick.pair_now(ticket.pool_id)
    return tickets.ticket_of(person, ticket_id)


def _lock_own(user: User, ticket_id: str) -> Ticket:
    """Return the user's own live ticket that waits, its row locked."""
    own = Ticket.objects.filter(user=user, id=ticket_id, match=None, seen_until__isnull=False)
    ticket = own.select_for_update().first()
    if ticket is None:
        raise NoSuchTicket(_("This search is over."))
    return ticket
