"""Challenges: tables for players challenged by name, which start once enough have come.

A challenge is a table with a host and invitations, with the same rules; this module adds the terms
about bots, seats and watchers, and the last time to answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.models import User
from core.monitoring.context import step
from games.lobby.models import Challenge, Decline, Invitation
from games.lobby.services import admission, dealing, limits, lobby
from games.lobby.services.lobby import TableRequest
from games.lobby.signals import challenge_failed
from games.matches.access import lock_match_if_free, require_signed_in
from games.matches.models import Match
from games.matches.refusals import BadTable, NoSuchMatch, NotOpen, TooMany
from games.matches.services import time_source
from games.titles.registry import title_of

OPEN_FOR = {
    Match.Pace.LIVE: timedelta(minutes=15),
    Match.Pace.TURNS: timedelta(days=3),
    Match.Pace.FREE: timedelta(days=3),
}
"""How long a challenge can be accepted, by the pace of its clock."""
BATCH = 100


@dataclass(frozen=True)
class Terms:
    """The terms besides the table itself.

    `fill`: the level of the bots that replace players who decline, "" for none; `order`: a
    `Challenge.Order`; `watched`: whether everyone may watch; `instead_of`: the match id of a
    challenge to the user that this one answers; `both_sides`: whether a second match follows, with
    the same cards and the seats swapped.
    """

    fill: str = ""
    order: str = Challenge.Order.LOT
    watched: bool = True
    instead_of: str = ""
    both_sides: bool = False


@transaction.atomic
def challenge(
    user: User,
    request: TableRequest,
    terms: Terms,
    *,
    sure: bool = False,
    nonce_hash: str = "",
) -> Match:
    """Open a table, and invite the players of `request.invited`; one is enough for a table of two.

    A challenge instead of another one declines that one.

    Raises:
        BadTable: the terms do not fit the table.
        CannotInvite: one of the players cannot be invited.
        Refusal: as `lobby.open_table`.
    """
    user = require_signed_in(user)
    _check(request, terms)
    former = None
    if terms.instead_of:
        former = open_challenge_to(user, terms.instead_of)
        admission.decline(user, former.match_id, Decline.COUNTER)
    table = TableRequest(
        game=request.game,
        seats=request.seats,
        options=request.options,
        public=False,
        rated=request.rated,
        clock=request.clock,
        same_deal=terms.both_sides,
    )
    match = lobby.open_table(user, table, sure=sure, nonce_hash=nonce_hash)
    Challenge.objects.create(
        match=match,
        expires_at=time_source.now() + OPEN_FOR[Match.Pace(match.pace)],
        fill=terms.fill,
        order=terms.order,
        watched=terms.watched,
        both_sides=terms.both_sides,
        instead_of=former,
    )
    limits.require_thinking_time(match, match.players.all())
    for username in request.invited:
        admission.invite(match, user, username)
    return match


def _check(request: TableRequest, terms: Terms) -> None:
    people = len({name.strip().removeprefix("@").lower() for name in request.invited} - {""})
    if not people:
        raise BadTable(_("Name at least one player to challenge."))
    if terms.fill and request.rated:
        raise BadTable(_("Bots can’t play at rated tables. Remove them, or play unrated."))
    if terms.fill:
        lobby.require_levels(request.game, request.seats, [terms.fill])
    if not terms.fill and people < request.seats - 1:
        words = _("Challenge at least {n} players, or let bots take the free seats.")
        raise BadTable(words, n=request.seats - 1)
    if terms.both_sides:
        _check_both_sides(request)
    if terms.order not in Challenge.Order.values:
        raise BadTable(_("Choose who sits where."))
    if terms.order != Challenge.Order.LOT and request.rated:
        raise BadTable(_("In a rated match the seats are assigned at random."))


def _check_both_sides(request: TableRequest) -> None:
    if title_of(request.game).same_deal is None:
        raise BadTable(_("This game can’t be dealt twice. Play it without “Both sides”."))
    if request.seats != 2:
        raise BadTable(_("“Both sides” is for two players."))
    if request.rated:
        raise BadTable(_("“Both sides” is unrated: in the second match you know the cards."))


def open_challenge_to(user: Visitor, match_id: str) -> Challenge:
    """Return a challenge that the user may still answer; raise NoSuchMatch or NotOpen."""
    person = require_signed_in(user)
    known = Challenge.objects.filter(match_id=match_id, match__invitations__user=person)
    found = known.select_related("match__host").first()
    if found is None:
        raise NoSuchMatch(_("This challenge no longer exists."))
    if not is_open(found):
        raise NotOpen(admission.CHALLENGE_OVER)
    return found


def is_open(challenge: Challenge) -> bool:
    """Return whether a challenge can be accepted: a seat is free, and its time is not over."""
    match, until = challenge.match, challenge.expires_at
    waits = match.status == Match.Status.OPEN and match.reveal_by is None
    return waits and until is not None and until > time_source.now()


def was_for_some(match: Match) -> bool:
    """Return whether the table of this match was only for challenged players, or for guests."""
    for_some = Q(challenge__isnull=False) | Q(terms__for_guests=True)
    return Match.objects.filter(for_some, pk=match.pk).exists()


def go_on(match: Match) -> None:
    """After an answer, start with bots in free seats, or end what cannot begin any more.

    The match's row is locked. Nothing happens at other tables, or while enough may still come.
    """
    challenge = Challenge.objects.filter(match=match).first()
    if challenge is None or match.status != Match.Status.OPEN or match.reveal_by is not None:
        return
    seated = set(admission.seated_at(match))
    free = match.seats - match.players.count()
    asked = Invitation.objects.filter(match=match)
    pending = asked.filter(declined_at=None).exclude(user__in=seated).count()
    if pending and (challenge.fill or pending >= free):
        return
    if challenge.fill and len(seated) > 1:
        _fill(match, challenge)
    else:
        _fail(match, Match.Closed.TOO_FEW)


def _fill(match: Match, challenge: Challenge) -> None:
    """Give all free seats to bots, and begin the match."""
    for _seat in range(match.seats - match.players.count()):
        lobby.seat_bot(match, challenge.fill)
    try:
        dealing.start_if_full(match)
    except TooMany:
        _fail(match, Match.Closed.TOO_FEW)


def _fail(match: Match, why: Match.Closed) -> None:
    """Close the table of a challenge, and notify the players who wait there."""
    people = admission.seated_at(match)
    dealing.close_open(match, why)
    challenge_failed.send(Match, match=match, people=people, why=why)


def forget_time(match: Match) -> None:
    """Clear the last time to answer: the table takes no more players."""
    Challenge.objects.filter(match=match).update(expires_at=None)


def _due() -> QuerySet[Challenge]:
    """Return the challenges that can still be accepted, those that end first before others.

    While nonces are revealed the seats are taken, and time does not count.
    """
    waiting = Challenge.objects.filter(expires_at__isnull=False, match__reveal_by=None)
    return waiting.order_by("expires_at")


def expire_all_due() -> int:
    """Run one round: end the challenges whose time is up, and return their number."""
    due = _due().filter(expires_at__lte=time_source.now())
    ended = 0
    for match_id in due.values_list("match_id", flat=True)[:BATCH]:
        with step("challenge", f"The challenge {match_id} could not be ended."):
            ended += expire(match_id)
    return ended


def next_due() -> datetime | None:
    """Return when the time of the next challenge is up, or None."""
    return _due().values_list("expires_at", flat=True).first()


@transaction.atomic
def expire(match_id: str) -> bool:
    """End one overdue challenge, and return whether it ended; skip a row that is locked.

    With bots for the free seats the match begins, if a player has come.
    """
    match = lock_match_if_free(match_id)
    if match is None or match.status != Match.Status.OPEN or match.reveal_by is not None:
        return False
    challenge = Challenge.objects.filter(match=match).first()
    if challenge is None or challenge.expires_at is None:
        return False
    if challenge.expires_at > time_source.now():
        return False
    if challenge.fill and len(admission.seated_at(match)) > 1:
        _fill(match, challenge)
    else:
        _fail(match, Match.Closed.EXPIRED)
    return True
