"""Tickets of users who search for opponents: filed, kept alive, withdrawn."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor, pk_of
from accounts.models import User
from accounts.permissions import may_play_rated, may_sit_down
from accounts.refusals import require
from games.engine.chance import SEED_BYTES
from games.ladders.services import ratings
from games.lobby.models import Pool, Ticket
from games.lobby.services import waiting_time
from games.lobby.services.pairing import LIVE, TURNS, Choice, TicketRequest, Widening
from games.lobby.signals import ticket_settled
from games.matches import publish
from games.matches.access import require_signed_in
from games.matches.models import Match, Player
from games.matches.refusals import BadTicket, NoSuchTicket, NotAllowed, SeatedElsewhere
from games.matches.services import time_source
from games.matches.services.clocks import CLOCKS, FREE
from games.titles.registry import newest

# How long a page or program counts as present after it has asked for its ticket.
SEEN = timedelta(seconds=20)
# How long a ticket outlives its page: enough time to reload it.
GRACE = timedelta(seconds=6)
# How long a player who plays bots is called to a match, before the search ends.
CALLED_FOR = timedelta(seconds=60)
# How long a ticket that led to a match is stored after the match has started.
REMEMBERED = timedelta(hours=1)
CLOCKS_TO_SEEK = {name: clock for name, clock in CLOCKS.items() if clock is not FREE}


def widening_of(ticket: Ticket) -> Widening:
    return LIVE if ticket.live else TURNS


def file(
    user: Visitor,
    request: TicketRequest,
    *,
    sure: bool = False,
    nonce_hash: str = "",
    before: Ticket | None = None,
) -> Ticket:
    """File a ticket; it replaces the one that waits at the same pace.

    `before` is a ticket whose match came to nothing through others. The new one goes before all
    others, and counts that ticket's waiting time.

    Raises:
        BadTicket: no table fits the request.
        NotAllowed: the user may not play so, or is a bot.
        SeatedElsewhere: the user has another live seat, and is not `sure`.
    """
    user = require_signed_in(user)
    require(may_play_rated(user) if request.rated else may_sit_down(user))
    if user.is_bot:
        # The opponents found have not agreed to play a bot.
        raise NotAllowed(
            _("This search is for people. Bots can sit down where they’re welcome or invited.")
        )
    choices = _choices(request)
    pace = CLOCKS_TO_SEEK[request.clock].pace
    live = pace == Match.Pace.LIVE
    if live and not sure and is_needed_elsewhere(user):
        raise SeatedElsewhere(_("You already have a seat at another table. Look for this one too?"))
    pool, _created = Pool.objects.get_or_create(clock=request.clock, rated=request.rated)
    now = time_source.now()
    ticket = Ticket(
        user=user,
        pool=pool,
        pace=pace,
        games=list(request.games),
        seats=sorted(request.seats),
        ratings={f"{game}:{n}": ratings.rating_of(user, game, n) for game, n in choices},
        nonce_hash=nonce_hash,
        secret=secrets.token_hex(SEED_BYTES),
        filed_at=now - _waited(before),
        first=before is not None,
        seen_until=now + SEEN if live else None,
    )
    waiting = Ticket.objects.filter(user=user, pace=pace, match=None)
    try:
        with transaction.atomic():
            _remove(waiting)
            ticket.save(force_insert=True)
    except IntegrityError:
        # Filed twice at once: the other request was first.
        return waiting.get()
    return ticket


def _waited(ticket: Ticket | None) -> timedelta:
    """Return how long a search had taken when it led to a match."""
    if ticket is None or ticket.found_at is None:
        return timedelta()
    return max(timedelta(), ticket.found_at - ticket.filed_at)


def _choices(request: TicketRequest) -> list[Choice]:
    """Return every acceptable table; raise BadTicket, or bad-record for an unknown game."""
    if request.clock not in CLOCKS_TO_SEEK:
        raise BadTicket(_("There is no such clock."))
    games = [newest(slug).game for slug in request.games]
    choices = [(game.slug, n) for game in games for n in game.seats if n in request.seats]
    if not choices:
        raise BadTicket(_("Choose at least one game, and a number of players that it supports."))
    return choices


def choices_of(ticket: Ticket) -> dict[Choice, int]:
    """Return the tables a ticket is for, each with the rating that counts there."""
    split = {name: name.split(":") for name in ticket.ratings}
    return {(game, int(seats)): ticket.ratings[name] for name, (game, seats) in split.items()}


def seats_of(user: User) -> QuerySet[Player]:
    """Return the user's seats at tables that are open or running."""
    statuses = (Match.Status.OPEN, Match.Status.RUNNING)
    return Player.objects.filter(user=user, left_at=None, match__status__in=statuses)


def is_needed_elsewhere(user: User) -> bool:
    """Return whether the user has a seat at a table that is not turn by turn."""
    return seats_of(user).exclude(match__pace=Match.Pace.TURNS).exists()


def ticket_of(user: Visitor, ticket_id: str) -> Ticket:
    """Return the user's own ticket, with the match it led to; raise NoSuchTicket."""
    tickets = Ticket.objects.select_related("match", "pool")
    own = tickets.filter(user_id=pk_of(user), id=ticket_id).first()
    if own is None:
        raise NoSuchTicket(_("This search is over."))
    return own


def waiting_tickets(user: Visitor) -> list[Ticket]:
    """Return the user's own tickets that wait, the live one first."""
    waiting = Ticket.objects.filter(present(), user_id=pk_of(user), match=None)
    return list(waiting.select_related("pool").order_by("pace"))


def others_waiting(user: User) -> int:
    """Return the number of other users who search now."""
    others = Ticket.objects.filter(present(), match=None).exclude(user_id=user.pk)
    return others.values("user").distinct().count()


def count_waiting() -> int:
    """Return the number of users who search now."""
    return Ticket.objects.filter(present(), match=None).values("user").distinct().count()


def present() -> Q:
    """Return a filter for the tickets of users who are present, or need not be."""
    return Q(seen_until=None) | Q(seen_until__gte=time_source.now())


@transaction.atomic
def withdraw(user: Visitor, ticket_id: str) -> None:
    """Withdraw the user's own ticket; one that has led to a match stays."""
    _remove(Ticket.objects.filter(user_id=pk_of(user), id=ticket_id, match=None))


def withdraw_live(users: Collection[int]) -> None:
    """Withdraw the live tickets of users whose match begins; in the caller's transaction.

    A user who plays only with bots may have chosen to do so while the search goes on.
    """
    with_bots = len(users) == 1
    _remove([ticket for ticket in lock_live(users) if not (with_bots and ticket.aside)])


def lock_live(users: Collection[int]) -> list[Ticket]:
    """Return the live tickets of these users, locked in the same order as pairing locks them.

    Call it before locking the users' own rows: taking a seat and pairing lock both.
    """
    live = Ticket.objects.filter(user__in=users, pace=Match.Pace.LIVE, match=None)
    return list(live.select_for_update().order_by("pk"))


@transaction.atomic
def withdraw_all(user: User, *, rated: bool = False) -> None:
    """Withdraw all waiting tickets of a user, or only the rated ones."""
    waiting = Ticket.objects.filter(user=user, match=None)
    _remove(waiting.filter(pool__rated=True) if rated else waiting)


def mark_seen(user: Visitor, ticket_id: str) -> None:
    """Record that the page or program of the user's own live ticket is present."""
    _own_live(user, ticket_id).update(seen_until=time_source.now() + SEEN)


def mark_left(user: Visitor, ticket_id: str) -> None:
    """Record that the page of a live ticket was left; it is not paired until it is seen again."""
    _own_live(user, ticket_id).update(seen_until=time_source.now())


def _own_live(user: Visitor, ticket_id: str) -> QuerySet[Ticket]:
    """Return the user's own live ticket, if it needs an open page.

    It needs none while its owner plays bots.
    """
    own = Ticket.objects.filter(user_id=pk_of(user), id=ticket_id, match=None)
    return own.filter(seen_until__isnull=False, aside=False)


def sweep() -> int:
    """Delete old tickets, and return their number.

    These are live tickets whose page was left, tickets whose owner was called and did not come, and
    tickets that led over an hour ago to a match, or to a table that was closed before the deal.
    """
    now = time_source.now()
    left = Q(match=None, seen_until__lt=now - GRACE)
    done = Q(match__started_at__lt=now - REMEMBERED)
    closed = Q(match__started_at=None, match__ended_at__lt=now - REMEMBERED)
    called = Q(match=None, called_at__lt=now - CALLED_FOR)
    old = Ticket.objects.filter(left | called | done | closed)
    if not old.exists():
        return 0
    with transaction.atomic():
        return _remove(old)


def _remove(tickets: QuerySet[Ticket] | list[Ticket]) -> int:
    """Delete tickets, locked in the order of their ids; publish it, and return their number."""
    if isinstance(tickets, QuerySet):
        tickets = list(tickets.select_for_update(of=("self",)).order_by("pk"))
    for ticket in tickets:
        name = ticket.id
        if ticket.match_id is None:
            waiting_time.note_given_up(ticket)
        if ticket.called_at is not None:
            ticket_settled.send(Ticket, ticket=ticket)
        ticket.delete()
        publish.ticket_moved(name)
    return len(tickets)
