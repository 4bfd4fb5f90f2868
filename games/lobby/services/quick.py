"""Quick match: pairing those who look for the same, at once and as their windows widen."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from django.db import transaction

from accounts.permissions import may_play_rated, may_sit_down
from accounts.services.blocks import apart_among
from games.lobby.models import Pool, Ticket
from games.lobby.services import lobby, tickets
from games.lobby.services.admission import allowed_now
from games.lobby.services.lobby import TableRequest
from games.lobby.services.pairing import Group, Seeker, first_group
from games.lobby.services.tickets import TicketRequest, choices_of, widening_of
from games.matches import announce
from games.matches.models import Match
from games.matches.services import time_source

if TYPE_CHECKING:
    from accounts.http import Visitor

logger = logging.getLogger(__name__)
State = frozenset[tuple[str, int]]


def seek(user: Visitor, sought: TicketRequest, *, sure: bool = False, nonce: str = "") -> Ticket:
    """File a ticket, and lay the tables that it makes possible; the refusals of `file`."""
    ticket = tickets.file(user, sought, sure=sure, nonce=nonce)
    try:
        pair(ticket.pool_id)
    except Exception:
        # It is filed; the worker tries again.
        logger.exception("A pool could not be paired (%s).", ticket.pool_id)
    return ticket


def pair(pool_id: int) -> list[Match]:
    """Lay every table that can be laid from those who wait in a pool.

    One pool is paired by one at a time; each table is a transaction of its own. Tickets are
    committed before this is called, so whoever comes last sees them all.
    """
    laid = []
    while (match := _pair_once(pool_id)) is not None:
        laid.append(match)
    return laid


def _pair_once(pool_id: int) -> Match | None:
    with transaction.atomic():
        pool = Pool.objects.select_for_update(no_key=True).get(pk=pool_id)
        waiting = {ticket.id: ticket for ticket in _waiting(pool)}
        by_age = sorted(waiting.values(), key=lambda ticket: (ticket.filed_at, ticket.id))
        apart = apart_among({ticket.user_id for ticket in by_age})
        group = first_group([_seeker(ticket) for ticket in by_age], apart, Random())
        if group is None:
            return None
        people = [seeker.user for seeker in group.seekers]
        tickets.hold(people)
        if not allowed_now(people, rated=pool.rated):
            # Sanctioned since they were read: the next round does not see them.
            return None
        return _sit_down(pool, group, [waiting[seeker.ticket] for seeker in group.seekers])


def _waiting(pool: Pool) -> list[Ticket]:
    """Those who wait and are there, their rows locked in an order that everybody keeps to."""
    seen = Ticket.objects.filter(tickets.seen(), pool=pool, match=None)
    locked = seen.select_for_update(of=("self",)).select_related("user").order_by("pk")
    allowed = may_play_rated if pool.rated else may_sit_down
    return [ticket for ticket in locked if allowed(ticket.user)]


def _seeker(ticket: Ticket) -> Seeker:
    waited = (time_source.now() - ticket.filed_at).total_seconds()
    window = widening_of(ticket).window(waited)
    return Seeker(ticket.id, ticket.user_id, choices_of(ticket), window)


def _sit_down(pool: Pool, group: Group, seated: Sequence[Ticket]) -> Match:
    """A match of those who were found, in the order of waiting; it starts at once.

    The first one's secret shuffles: it was fixed before the others brought their nonces.
    """
    wish = TableRequest(group.game, group.seats, rated=pool.rated, clock=pool.clock)
    match = lobby.lay(wish, host=None, secret=bytes.fromhex(seated[0].secret))
    for ticket in seated:
        ticket.match = match
        ticket.save(update_fields=["match"])
        lobby.sit_down(match, ticket.user, ticket.nonce)
        announce.ticket_moved(ticket.id)
    lobby.start_if_full(match)
    lobby.notify_former_match(match)
    return match


class Rounds:
    """The worker's rounds: a pool is looked at again only when it, or a window in it, changed."""

    def __init__(self) -> None:
        self._known: dict[int, State] = {}

    def work(self) -> int:
        """One round over all pools; how many matches started, and tickets went."""
        done = tickets.sweep()
        states = self._states()
        for pool_id, state in states.items():
            if self._known.get(pool_id) != state:
                try:
                    done += len(pair(pool_id))
                except Exception:
                    # A pool that cannot be paired must not keep the others waiting.
                    logger.exception("A pool could not be paired (%s).", pool_id)
        self._known = states
        return done

    def _states(self) -> dict[int, State]:
        """Who waits in each pool, and how often each one's window has widened."""
        now = time_source.now()
        waiting = Ticket.objects.filter(tickets.seen(), match=None)
        states: dict[int, set[tuple[str, int]]] = {}
        for ticket in waiting.only("id", "pool_id", "pace", "filed_at"):
            steps = widening_of(ticket).steps((now - ticket.filed_at).total_seconds())
            states.setdefault(ticket.pool_id, set()).add((ticket.id, steps))
        return {pool_id: frozenset(state) for pool_id, state in states.items()}


rounds = Rounds()
