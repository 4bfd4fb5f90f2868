"""Quick match: users who search for the same are paired, at once and as their windows widen."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from django.db import transaction

from accounts.http import Visitor
from accounts.models import User
from accounts.permissions import may_play_rated, may_sit_down
from accounts.services.blocks import apart_among, apart_from
from games.ladders.services import fair_play
from games.lobby.models import Pool, Ticket
from games.lobby.services import dealing, lobby, tickets, waiting_time
from games.lobby.services.admission import allowed_now
from games.lobby.services.lobby import TableRequest
from games.lobby.services.pairing import (
    Blocked,
    Group,
    Seeker,
    TicketRequest,
    first_group,
    suit,
    too_small,
)
from games.lobby.services.tickets import choices_of, widening_of
from games.lobby.signals import ticket_called
from games.matches import publish
from games.matches.models import Match
from games.matches.services import time_source

logger = logging.getLogger(__name__)
LOOK_AGAIN = timedelta(seconds=0.5)
"""The longest delay before the worker notices a widened window or a page that came back."""
State = set[tuple[str, int, bool]]
"""A pool's waiting tickets, each with the steps of its window, and whether its owner plays bots."""


def seek(
    user: Visitor,
    request: TicketRequest,
    *,
    sure: bool = False,
    nonce_hash: str = "",
    before: Ticket | None = None,
) -> Ticket:
    """File a ticket, and start the matches that it makes possible; `before` as in `file`.

    Raises:
        BadNonce: `nonce_hash` is malformed.
        Refusal: as `file`.
    """
    known = dealing.read_hash(nonce_hash)
    ticket = tickets.file(user, request, sure=sure, nonce_hash=known, before=before)
    pair_now(ticket.pool_id)
    return ticket


def pair_now(pool_id: int) -> None:
    """Pair a pool, and only log a failure: the ticket is stored, and the worker tries again."""
    try:
        pair(pool_id)
    except Exception:
        logger.exception("A pool could not be paired (%s).", pool_id)


def pair(pool_id: int) -> list[Match]:
    """Start every match that is possible with the tickets that wait in a pool.

    The row of a pool is locked while it is paired; each match is a transaction of its own. Tickets
    are committed before this is called, so the last one filed sees all others.
    """
    return list(iter(lambda: _pair_once(pool_id), None))


@transaction.atomic
def _pair_once(pool_id: int) -> Match | None:
    pool = Pool.objects.select_for_update(no_key=True).get(pk=pool_id)
    waiting = {ticket.id: ticket for ticket in _waiting(pool)}
    by_age = sorted(waiting.values(), key=lambda one: (not one.first, one.filed_at, one.id))
    blocked = _blocked(pool, {ticket.user_id for ticket in by_age})
    here = [_seeker(ticket) for ticket in by_age if not ticket.aside]
    group = first_group(here, blocked, Random())
    if group is None:
        _call_those_aside(by_age, blocked)
        return None
    people = [seeker.user for seeker in group.seekers]
    tickets.lock_live(people)
    if not allowed_now(people, rated=pool.rated):
        # Sanctioned since they were read: the next round does not see them.
        return None
    return _start_match(pool, group, [waiting[seeker.ticket] for seeker in group.seekers])


def _blocked(pool: Pool, seekers: set[int]) -> Blocked:
    """Return the pairs of users that are not seated at one table."""
    blocked = set(apart_among(seekers))
    if pool.rated:
        # Their matches would not count: they wait for other opponents.
        blocked |= set(fair_play.uncounted_pairs(seekers))
    return blocked


def _call_those_aside(by_age: Sequence[Ticket], blocked: Blocked) -> None:
    """Call the owners who play bots, if a table were full with them.

    The others go on searching, also without them: no player waits for one who may not come.
    """
    if all(ticket.called_at or not ticket.aside for ticket in by_age):
        return
    group = first_group([_seeker(ticket) for ticket in by_age], blocked, Random())
    meant = set() if group is None else {seeker.ticket for seeker in group.seekers}
    for ticket in by_age:
        if group is not None and ticket.id in meant and ticket.aside and not ticket.called_at:
            ticket.called_at = time_source.now()
            ticket.save(update_fields=["called_at"])
            ticket_called.send(Ticket, ticket=ticket, game=group.game)
            publish.ticket_moved(ticket.id)


@dataclass(frozen=True)
class Others:
    """The other users who search now, as the owner of a ticket may know of them.

    Attributes:
        count: The number of those who are not kept apart from the owner by earlier matches.
        same: The number of those among them who look for the same.
        met_often: Those who look for the same rated match, but have met the owner today as often as
            counts.
        unrated: The number of those who look for the same match unrated, if the owner's is rated.
    """

    count: int
    same: int
    met_often: list[User]
    unrated: int = 0


def others_of(ticket: Ticket) -> Others:
    """Return who else searches. Blocks change nothing, so that they are not revealed."""
    count = tickets.others_waiting(ticket.user)
    if not count:
        return Others(0, 0, [])
    pools = Pool.objects.filter(clock=ticket.pool.clock)
    if not ticket.pool.rated:
        pools = pools.filter(rated=False)
    here = Ticket.objects.filter(tickets.present(), pool__in=pools, match=None)
    here = here.exclude(user=ticket.user_id).select_related("user")
    wanted = choices_of(ticket).keys()
    fitting = [one for one in here if wanted & choices_of(one).keys()]
    same = {one.user_id: one.user for one in fitting if one.pool_id == ticket.pool_id}
    unrated = len(fitting) - len(same)
    apart: dict[int, Match.Uncounted] = {}
    if ticket.pool.rated:
        others = {one.user_id for one in here if one.pool_id == ticket.pool_id}
        pairs = fair_play.uncounted_pairs({ticket.user_id, *others})
        both = {other: frozenset((ticket.user_id, other)) for other in others}
        apart = {other: pairs[pair] for other, pair in both.items() if pair in pairs}
    blocked = apart_from(ticket.user_id)
    met_often = [
        user
        for pk, user in same.items()
        if apart.get(pk) == Match.Uncounted.OFTEN and pk not in blocked
    ]
    return Others(count - len(apart), len(same.keys() - apart.keys()), met_often, unrated)


def patience_left(ticket: Ticket) -> float:
    """Return the seconds a ticket still waits for a larger table that others look for, or 0.

    Nothing is locked: only the ticket's owner sees the result.
    """
    left = widening_of(ticket).patience((time_source.now() - ticket.filed_at).total_seconds())
    if not left or len(ticket.seats) < 2:
        return 0
    others = Ticket.objects.filter(tickets.present(), pool=ticket.pool_id, match=None)
    others = others.filter(aside=False).exclude(user=ticket.user_id)
    seekers = [_seeker(other) for other in others]
    blocked = _blocked(ticket.pool, {ticket.user_id, *(seeker.user for seeker in seekers)})
    return left if too_small(_seeker(ticket), seekers, blocked) else 0


def is_opponent_called(ticket: Ticket) -> bool:
    """Return whether a player who plays bots is called to a table with the ticket's owner."""
    called = Ticket.objects.filter(pool=ticket.pool_id, match=None, called_at__isnull=False)
    seekers = [_seeker(other) for other in called.exclude(user=ticket.user_id)]
    if ticket.aside or not seekers:
        return False
    mine = _seeker(ticket)
    blocked = _blocked(ticket.pool, {mine.user, *(seeker.user for seeker in seekers)})
    return any(suit(mine, one, choice, blocked) for one in seekers for choice in mine.ratings)


def _waiting(pool: Pool) -> list[Ticket]:
    """Return the waiting tickets of users who are present, locked always in the same order.

    An account that became a bot in the meantime is not paired: the others have not agreed to that.
    """
    present = Ticket.objects.filter(tickets.present(), pool=pool, match=None)
    present = present.filter(user__bot_since=None)
    locked = present.select_for_update(of=("self",)).select_related("user").order_by("pk")
    allowed = may_play_rated if pool.rated else may_sit_down
    return [ticket for ticket in locked if allowed(ticket.user)]


def _seeker(ticket: Ticket) -> Seeker:
    waited = (time_source.now() - ticket.filed_at).total_seconds()
    widening = widening_of(ticket)
    window, patient = widening.window(waited), widening.patience(waited) > 0
    return Seeker(ticket.id, ticket.user_id, choices_of(ticket), window, patient)


def _start_match(pool: Pool, group: Group, seated: Sequence[Ticket]) -> Match:
    """Start a match of the paired users, in the order of waiting; its table is full.

    The secrets of all tickets enter: the site committed to each one before its owner was paired.
    """
    request = TableRequest(group.game, group.seats, rated=pool.rated, clock=pool.clock)
    secrets = [bytes.fromhex(ticket.secret) for ticket in seated]
    match = lobby.create_table(request, host=None, committed_secrets=secrets)
    for ticket in seated:
        ticket.match, ticket.found_at = match, time_source.now()
        ticket.save(update_fields=["match", "found_at"])
        waiting_time.note_found(ticket, match)
        lobby.sit_down(match, ticket.user, ticket.nonce_hash)
        publish.ticket_moved(ticket.id)
    dealing.start_if_full(match)
    return match


class Rounds:
    """The worker's rounds: a pool is paired again only if it, or a window in it, has changed."""

    def __init__(self) -> None:
        self._known: dict[int, State] = {}

    def work(self) -> int:
        """Run one round over all pools; return the number of matches and of deleted tickets."""
        if not Ticket.objects.exists():
            self._known = {}
            return 0
        done = tickets.sweep()
        states = self._states()
        for pool_id, state in states.items():
            if self._known.get(pool_id) != state:
                try:
                    done += len(pair(pool_id))
                except Exception:
                    # A pool that cannot be paired must not block the others.
                    logger.exception("A pool could not be paired (%s).", pool_id)
        self._known = states
        return done

    def next_due(self) -> datetime | None:
        """Return when to look again: soon, while a ticket waited in the last round."""
        return time_source.now() + LOOK_AGAIN if self._known else None

    def _states(self) -> dict[int, State]:
        """Return the state of each pool in which tickets wait."""
        now = time_source.now()
        waiting = Ticket.objects.filter(tickets.present(), match=None)
        states: dict[int, State] = {}
        for ticket in waiting.only("id", "pool_id", "pace", "filed_at", "aside"):
            steps = widening_of(ticket).steps((now - ticket.filed_at).total_seconds())
            states.setdefault(ticket.pool_id, set()).add((ticket.id, steps, ticket.aside))
        return states


rounds = Rounds()
