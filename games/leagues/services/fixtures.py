"""Fixtures: times that both players agree on, matches, and decisions without a match."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop as _

from accounts.models import User
from accounts.permissions import may_play_rated, may_sit_down
from accounts.services.blocks import apart_from
from accounts.services.people import lock_people
from core.refusals import Refusal
from games.events.dates import at_local
from games.events.services.planning import zones
from games.leagues.models import Fixture, LeaguePlayer, Proposal
from games.leagues.services.access import LeagueAccess, open_fixture
from games.leagues.services.news import notify_both, notify_player
from games.lobby.services import dealing
from games.lobby.services.lobby import TableRequest, create_table, sit_down
from games.matches.models import Match, Player
from games.matches.refusals import BadLeague, NotOpen
from games.matches.services import time_source

PROPOSED_EACH = 3
"""The most times ahead that a player proposes for a match."""
SOONEST = timedelta(minutes=10)
REMINDED = timedelta(hours=1)
WON, SHARED, LOST = 2, 1, 0
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
    if zone not in zones():
        raise BadLeague(_("There is no such time zone. Choose one from the list."))
    try:
        at = at_local(local.replace(tzinfo=None), zone)
    except (OverflowError, ValueError):
        at = fixture.closes_at
    now = time_source.now()
    if not now + SOONEST <= at < fixture.closes_at:
        raise BadLeague(_("Choose a time before the end of this match’s week."))
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
    """Start the match of a fixture, whose row is locked.

    A player who may not play loses it. A match of two who have blocked each other counts as
    shared, and does not say why.
    """
    people = [player.user for player in (fixture.first, fixture.second) if player.user is not None]
    league = fixture.season.league
    may = may_play_rated if league.rated else may_sit_down
    fit = {one.pk for one in lock_people([person.pk for person in people]) if may(one)}
    absent = [p for p in (fixture.first, fixture.second) if p.user_id not in fit]
    if absent:
        decide(fixture, absent, Reason.ABSENT)
        return
    one, other = people
    if other.pk in apart_from(one.pk, [other.pk]):
        share(fixture)
        return
    try:
        fixture.match = _start(fixture, one, other)
    except Refusal:
        share(fixture)
        return
    fixture.status = Fixture.Status.PLAYING
    fixture.save(update_fields=["match", "status"])


def decide(fixture: Fixture, absent: Iterable[LeaguePlayer], reason: Fixture.Reason) -> None:
    """Decide a fixture without a match: who is absent gets nothing, the other one wins."""
    missing = {player.pk for player in absent}
    points = [LOST if one in missing else WON for one in (fixture.first_id, fixture.second_id)]
    _end(fixture, points, reason)
    notify_both(fixture, "league-decided")


def share(fixture: Fixture) -> None:
    """Decide a fixture that the site could not start: both get half."""
    _end(fixture, [SHARED, SHARED], Reason.NOT_PLAYED)
    notify_both(fixture, "league-decided")


def note_result(match: Match, players: list[Player], **signal: object) -> None:
    """Count a match that ended, in its transaction."""
    fixture = _of_match(match)
    if fixture is None:
        return
    places = {player.user_id: player.place or 2 for player in players}
    first = places.get(fixture.first.user_id, 2)
    second = places.get(fixture.second.user_id, 2)
    points = [SHARED, SHARED] if first == second else [WON, LOST] if first < second else [LOST, WON]
    _end(fixture, points, None)


def note_absent(match: Match, players: list[Player], **signal: object) -> None:
    """Decide a match to which not all players came."""
    fixture = _of_match(match)
    if fixture is not None:
        away = {player.user_id for player in players}
        both = (fixture.first, fixture.second)
        decide(fixture, [one for one in both if one.user_id in away], Reason.ABSENT)


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


@transaction.atomic
def _start(fixture: Fixture, *people: User) -> Match:
    league = fixture.season.league
    public = league.club is None or league.club.public
    wanted = TableRequest(league.game, 2, public=public, rated=league.rated, clock=league.clock)
    match = create_table(wanted, host=None)
    for person in people:
        sit_down(match, person, "")
    dealing.start_if_full(match)
    return match


def _end(fixture: Fixture, points: list[int], reason: Fixture.Reason | None) -> None:
    fixture.status = Fixture.Status.OVER
    fixture.first_points, fixture.second_points = points
    fixture.reason = reason or ""
    fixture.save(update_fields=["status", "first_points", "second_points", "reason"])


def open_of(player: LeaguePlayer) -> list[Fixture]:
    """Return the fixtures of a player that have no match yet, in the order of their rows."""
    own = Fixture.objects.filter(Q(first=player) | Q(second=player), status=Fixture.Status.OPEN)
    return list(own.order_by("pk"))
