"""Fixtures: times that both players agree on, matches, and decisions without a match."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from games.duplicates import services as duplicates
from games.duplicates.models import DuplicateDeal
from games.events.dates import typed_time
from games.leagues.models import Fixture, LeaguePlayer, Proposal
from games.leagues.services import pairs
from games.leagues.services.access import LeagueAccess, open_fixture
from games.leagues.services.news import notify_both, notify_player
from games.leagues.services.pairs import LOST, Points
from games.lobby.services.lobby import TableRequest, create_table
from games.matches.models import Match, Player
from games.matches.refusals import BadLeague, NotOpen
from games.matches.services import time_source
from games.matches.services.arrivals import users_who_came

PROPOSED_EACH = 3
"""The most times ahead that a player proposes for a match."""
SOONEST = timedelta(minutes=10)
REMINDED = timedelta(hours=1)
Reason = Fixture.Reason


@transaction.atomic
def propose(access: LeagueAccess, number: int, local: datetime, zone: str) -> Proposal:
    """Propose a time for a live match: until the end of its week, at most three at a time.

    Raises:
        NotAllowed: The visitor does not play this match.
        NotOpen: It is over, runs, or needs no time.
        BadLeague: The time is not one of its week, or enough times are proposed.
    """
    fixture = _lock_own(access, number)
    own, other = _sides(fixture, access)
    now, outside = time_source.now(), _("Choose a time before the end of this match’s week.")
    latest = fixture.closes_at - timedelta.resolution
    early = _("Choose a time at least ten minutes ahead.")
    at = typed_time(local, zone, now + SOONEST, latest, BadLeague, outside, early=early)
    if fixture.proposals.filter(by=own, at__gt=now).count() >= PROPOSED_EACH:
        raise BadLeague(_("You have proposed {n} times. Wait for an answer."), n=PROPOSED_EACH)
    made = {"by": own, "zone": zone, "made_at": now}
    proposal, new = Proposal.objects.get_or_create(fixture=fixture, at=at, defaults=made)
    if not new and proposal.by_id != own.pk:
        _agree(fixture, proposal)
    elif new:
        notify_player(fixture, other, own, "league-proposed", actor=access.person)
    return proposal


@transaction.atomic
def accept(access: LeagueAccess, number: int, proposal_id: int) -> None:
    """Agree to a time that the other player proposes; both are notified.

    Another time may be agreed on later, which replaces it.

    Raises:
        NotAllowed: The visitor does not play this match.
        NotOpen: It is over, runs, or needs no time.
        BadLeague: The time has passed, or is not one of the other player's.
    """
    fixture = _lock_own(access, number)
    own, _other = _sides(fixture, access)
    ahead = fixture.proposals.exclude(by=own).filter(at__gt=time_source.now())
    proposal = ahead.filter(pk=proposal_id).first()
    if proposal is None:
        raise BadLeague(_("This time has passed. Choose another one."))
    _agree(fixture, proposal)


def _agree(fixture: Fixture, proposal: Proposal) -> None:
    fixture.agreed_at = proposal.at
    fixture.reminded = proposal.at - time_source.now() <= REMINDED
    fixture.save(update_fields=["agreed_at", "reminded"])
    notify_both(fixture, "league-agreed", at=proposal.at, zone=proposal.zone)


def begin(fixture: Fixture) -> None:
    """Start the match of a fixture, whose row is locked, or decide it."""
    league = fixture.season.league
    public = league.club is None or league.club.public
    started = pairs.start(
        *(fixture.first.user, fixture.second.user, league.game),
        clock=league.clock,
        rated=league.rated,
        public=public,
        open_table=partial(_open_table, fixture) if league.same_cards else None,
    )
    if started.match is not None:
        fixture.match, fixture.status = started.match, Fixture.Status.PLAYING
        fixture.save(update_fields=["match", "status"])
        return
    reason = Reason.ABSENT if any(started.absent) else Reason.NOT_PLAYED
    _end(fixture, started.points, reason)
    notify_both(fixture, "league-decided")


def _open_table(fixture: Fixture, request: TableRequest) -> Match:
    """Open a table with the cards of the others of its round, in all divisions.

    The only table of a round has its own cards, since no result can be compared.
    """
    season = fixture.season
    others = season.fixtures.filter(round=fixture.round).exclude(pk=fixture.pk)
    if not others.exclude(status=Fixture.Status.OVER).exists():
        return create_table(request, host=None)
    dealt = DuplicateDeal.objects.filter(tables__match__fixture__in=others, ended_at=None)
    deal = dealt.exclude(open_until=None).first()
    deal = deal or duplicates.new_deal(request, public=request.public)
    return duplicates.add_table(deal, request, host=None)


def decide(fixture: Fixture, absent: Iterable[LeaguePlayer], reason: Fixture.Reason) -> None:
    """Decide a fixture without a result: an absent player gets nothing, the other one wins."""
    missing = {player.pk for player in absent}
    away = fixture.first_id in missing, fixture.second_id in missing
    _end(fixture, pairs.without(away), reason)
    notify_both(fixture, "league-decided")


def note_result(match: Match, players: list[Player], **signal: object) -> None:
    """Count a match that ended, in its transaction."""
    fixture = _of_match(match)
    if fixture is None:
        return
    _end(fixture, pairs.result(players, fixture.first.user_id, fixture.second.user_id), None)


def note_absent(match: Match, players: list[Player], **signal: object) -> None:
    """Decide a match that was called off: not all players came, or one ran out of time early."""
    fixture = _of_match(match)
    if fixture is not None:
        away = {player.user_id for player in players if player.user_id is not None}
        both = (fixture.first, fixture.second)
        reason = Reason.ABSENT if away - users_who_came(match, away) else Reason.TIMEOUT
        decide(fixture, [one for one in both if one.user_id in away], reason)


def note_annulled(match_id: str, **signal: object) -> None:
    """Take the points of a match that a moderator has annulled: it counts as not played."""
    over = Fixture.objects.filter(match=match_id, status=Fixture.Status.OVER)
    over.update(first_points=LOST, second_points=LOST, reason=Reason.NOT_PLAYED)


def lock(number: int) -> Fixture:
    """Return a fixture with its row locked, and with its players."""
    rows = Fixture.objects.select_for_update(no_key=True, of=("self",))
    return rows.select_related("first__user", "second__user", "season__league__club").get(pk=number)


def _of_match(match: Match) -> Fixture | None:
    playing = Fixture.objects.filter(match=match, status=Fixture.Status.PLAYING)
    number = playing.values_list("pk", flat=True).first()
    return None if number is None else lock(number)


def _lock_own(access: LeagueAccess, number: int) -> Fixture:
    fixture = lock(open_fixture(access, number).pk)
    if not fixture.season.league.live or fixture.status != Fixture.Status.OPEN:
        raise NotOpen(_("There is no time to agree on for this match."))
    return fixture


def _sides(fixture: Fixture, access: LeagueAccess) -> tuple[LeaguePlayer, LeaguePlayer]:
    """Return the visitor's place in a fixture, and that of the other player."""
    assert access.mine is not None
    both = (fixture.first, fixture.second)
    return both if fixture.first_id == access.mine.pk else both[::-1]


def _end(fixture: Fixture, points: Points, reason: Fixture.Reason | None) -> None:
    fixture.status = Fixture.Status.OVER
    fixture.first_points, fixture.second_points = points
    fixture.reason = reason or ""
    fixture.save(update_fields=["status", "first_points", "second_points", "reason"])


def open_of(player: LeaguePlayer) -> list[Fixture]:
    """Return the fixtures of a player that have no match yet, in the order of their rows."""
    own = Fixture.objects.filter(Q(first=player) | Q(second=player), status=Fixture.Status.OPEN)
    return list(own.order_by("pk"))
