"""Tickets: filed, kept alive, taken back."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor, pk_of
from accounts.permissions import may_play_rated, may_sit_down
from accounts.refusals import require
from games.engine.chance import SEED_BYTES
from games.ladders.services import ratings
from games.lobby.models import Pool, Ticket
from games.lobby.services.pairing import LIVE, TURNS, Choice, Widening
from games.matches import announce
from games.matches.access import require_signed_in
from games.matches.models import Match, Player
from games.matches.refusals import BadTicket, NoSuchTicket, SeatedElsewhere
from games.matches.services import time_source
from games.matches.services.clocks import CLOCKS, FREE
from games.titles.registry import newest

if TYPE_CHECKING:
    from accounts.models import User

# A page or program that asks after a ticket is taken to be there so long.
SEEN = timedelta(seconds=20)
# Between the page being left and the ticket being gone: time enough to load it anew.
GRACE = timedelta(seconds=6)
# How long a ticket that led to a match still tells which.
REMEMBERED = timedelta(hours=1)
_NONCE = re.compile(r"[0-9a-fA-F]{64}")
CLOCKS_TO_SEEK = {name: clock for name, clock in CLOCKS.items() if clock is not FREE}


@dataclass(frozen=True)
class TicketRequest:
    """What somebody looks for: any of these games, with any of these numbers of seats."""

    games: tuple[str, ...]
    seats: tuple[int, ...]
    clock: str
    rated: bool = False


def widening_of(ticket: Ticket) -> Widening:
    """How the window of a ticket grows."""
    return LIVE if ticket.live else TURNS


def file(user: Visitor, sought: TicketRequest, *, sure: bool = False, nonce: str = "") -> Ticket:
    """File a ticket; it takes the place of the one that waits at the same pace.

    BadTicket, NotAllowed; SeatedElsewhere for a live one of somebody who plays, unless `sure`.
    """
    user = require_signed_in(user)
    require(may_play_rated(user) if sought.rated else may_sit_down(user))
    choices = _choices(sought)
    pace = CLOCKS_TO_SEEK[sought.clock].pace
    live = pace == Match.Pace.LIVE
    if live and not sure and _plays(user):
        raise SeatedElsewhere(_("You already have a seat at another table. Look for this one too?"))
    pool, _created = Pool.objects.get_or_create(clock=sought.clock, rated=sought.rated)
    now = time_source.now()
    ticket = Ticket(
        user=user,
        pool=pool,
        pace=pace,
        games=list(sought.games),
        seats=sorted(sought.seats),
        ratings={f"{game}:{n}": ratings.rating_of(user, game, n) for game, n in choices},
        nonce=nonce if _NONCE.fullmatch(nonce) else "",
        secret=secrets.token_hex(SEED_BYTES),
        filed_at=now,
        seen_until=now + SEEN if live else None,
    )
    try:
        with transaction.atomic():
            for waiting in _waiting_of(user, pace):
                _remove(waiting)
            ticket.save(force_insert=True)
    except IntegrityError:
        # Filed twice at once: the other click was quicker.
        return Ticket.objects.get(user=user, pace=pace, match=None)
    return ticket


def choices_of(ticket: Ticket) -> dict[Choice, int]:
    """The tables a ticket is for, each with the rating that counts there."""
    split = {name: name.split(":") for name in ticket.ratings}
    return {(game, int(seats)): ticket.ratings[name] for name, (game, seats) in split.items()}


def ticket_of(user: Visitor, ticket_id: str) -> Ticket:
    """One's own ticket, with the match it led to; NoSuchTicket."""
    tickets = Ticket.objects.select_related("match", "pool")
    own = tickets.filter(user_id=pk_of(user), id=ticket_id).first()
    if own is None:
        raise NoSuchTicket(_("This search is over."))
    return own


def waiting_tickets(user: Visitor) -> list[Ticket]:
    """One's own tickets that wait, the live one first."""
    waiting = Ticket.objects.filter(seen(), user_id=pk_of(user), match=None).select_related("pool")
    return list(waiting.order_by("pace"))


def lasting_tickets(user: User) -> list[Ticket]:
    """One's own tickets that wait though nobody looks: those for matches turn by turn."""
    return [ticket for ticket in waiting_tickets(user) if not ticket.live]


def others_waiting(user: User) -> int:
    """How many others look for a match just now."""
    others = Ticket.objects.filter(seen(), match=None).exclude(user_id=user.pk)
    return others.values("user").distinct().count()


def withdraw(user: Visitor, ticket_id: str) -> None:
    """Take one's own ticket back; when it has led to a match already, nothing happens."""
    with transaction.atomic():
        for ticket in Ticket.objects.select_for_update().filter(
            user_id=pk_of(user), id=ticket_id, match=None
        ):
            _remove(ticket)


def take_back(users: Collection[int]) -> None:
    """Take the live tickets of these people back: they play now."""
    for ticket in hold(users):
        _remove(ticket)


def hold(users: Collection[int]) -> list[Ticket]:
    """The live tickets of these people, locked, in the order in which whoever pairs locks them.

    Before the people's own rows, always: a chair that is taken and a pairing lock both.
    """
    live = Ticket.objects.filter(user__in=users, pace=Match.Pace.LIVE, match=None)
    return list(live.select_for_update().order_by("pk"))


def withdraw_all(user: User, *, rated: bool = False) -> None:
    """Take every ticket of somebody back that has not led to a match; or the rated ones alone."""
    with transaction.atomic():
        waiting = Ticket.objects.filter(user=user, match=None)
        if rated:
            waiting = waiting.filter(pool__rated=True)
        for ticket in waiting.select_for_update(of=("self",)).order_by("pk"):
            _remove(ticket)


def saw(user: Visitor, ticket_id: str) -> None:
    """Whoever holds this ticket is there, or was just now."""
    _own_live(user, ticket_id).update(seen_until=time_source.now() + SEEN)


def left(user: Visitor, ticket_id: str) -> None:
    """The page of this ticket was left; nobody is matched with it until it is seen again."""
    _own_live(user, ticket_id).update(seen_until=time_source.now())


def sweep() -> int:
    """Remove live tickets whose page was left, and those that led to a match long ago."""
    now = time_source.now()
    gone = Q(match=None, seen_until__lt=now - GRACE)
    done = Q(match__started_at__lt=now - REMEMBERED)
    if not Ticket.objects.filter(gone | done).exists():
        return 0
    with transaction.atomic():
        swept = Ticket.objects.select_for_update(of=("self",)).filter(gone | done).order_by("pk")
        for ticket in swept:
            _remove(ticket)
        return len(swept)


def _choices(sought: TicketRequest) -> list[Choice]:
    """Every table that is meant; BadTicket, and bad-record for a game the house does not have."""
    if sought.clock not in CLOCKS_TO_SEEK:
        raise BadTicket(_("There is no such clock."))
    games = [newest(slug).game for slug in dict.fromkeys(sought.games)]
    choices = [(game.slug, n) for game in games for n in game.seats if n in sought.seats]
    if not choices:
        raise BadTicket(_("Choose at least one game, and a number of players it can be played by."))
    return choices


def _own_live(user: Visitor, ticket_id: str) -> QuerySet[Ticket]:
    own = Ticket.objects.filter(user_id=pk_of(user), id=ticket_id, match=None)
    return own.filter(seen_until__isnull=False)


def seen() -> Q:
    """Tickets of those who are there, or need not be."""
    return Q(seen_until=None) | Q(seen_until__gte=time_source.now())


def _plays(user: User) -> bool:
    """Whether somebody sits at a table that wants them there now."""
    going_on = Player.objects.filter(
        user=user,
        left_at=None,
        match__status__in=(Match.Status.OPEN, Match.Status.RUNNING),
    )
    return going_on.exclude(match__pace=Match.Pace.TURNS).exists()


def _waiting_of(user: User, pace: str) -> list[Ticket]:
    waiting = Ticket.objects.select_for_update().filter(user=user, pace=pace, match=None)
    return list(waiting.order_by("pk"))


def _remove(ticket: Ticket) -> None:
    name = ticket.id
    ticket.delete()
    announce.ticket_moved(name)
