"""What happens by the clock: seasons begin, matches begin, reminders, decisions, and the ends."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.permissions import is_banned
from core.languages.local_time import zone_info
from core.monitoring.context import step
from games.ladders.services.ratings import rating_of
from games.leagues.divisions import LEAST, Meeting, divided, meetings, seeded, table
from games.leagues.models import Fixture, League, LeaguePlayer, Season
from games.leagues.services import fixtures, team_running
from games.leagues.services.access import Status
from games.leagues.services.fixtures import REMINDED, Reason
from games.leagues.services.news import notify, notify_both, send_to_club
from games.leagues.services.pairs import LOST
from games.leagues.services.seasons import lock_season, midnight, users_of
from games.matches.models import Match
from games.matches.services import time_source
from games.matches.services.clocks import CLOCKS
from games.titles.registry import slugs
from games.tournaments.rounds import Entrant, Standing

BATCH = 50
PAUSE = timedelta(days=7)
"""The least time between the end of a season and the next one."""
TURN_BY_TURN = [name for name, clock in CLOCKS.items() if clock.pace == Match.Pace.TURNS]
Open = Fixture.Status.OPEN


def work() -> int:
    """Do what is due for all leagues and team matches, and return how much was done."""
    done = team_running.work()
    if Season.objects.filter(status__in=(Status.REGISTRATION, Status.RUNNING)).exists():
        done += _start_due() + _ask() + _remind() + _begin_due() + _settle() + _end_due()
    return done


def tables_of(season: Season) -> dict[int, list[Standing]]:
    """Return the standings of each division; entrants are the ids of league players."""
    entrants: dict[int, list[Entrant]] = defaultdict(list)
    for player in season.players.exclude(division=None):
        entrant = Entrant(player.pk, player.rating, withdrawn_after=player.withdrawn_after)
        entrants[player.division or 0].append(entrant)
    met: dict[int, list[Meeting]] = defaultdict(list)
    for fixture in season.fixtures.all():
        met[fixture.division].append(_meeting(fixture))
    return {
        number: table(entrants[number], met[number], season.seed) for number in sorted(entrants)
    }


def _meeting(fixture: Fixture) -> Meeting:
    first, second = fixture.first_points, fixture.second_points
    if first is None or second is None:
        return Meeting(fixture.round, fixture.first_id, fixture.second_id)
    both = ((fixture.first_id, first), (fixture.second_id, second))
    # The loser of a match that was played, or of one that time ended early, came.
    missed = fixture.reason not in ("", Reason.TIMEOUT)
    absent = {one for one, points in both if missed and points == LOST}
    return Meeting(
        fixture.round, fixture.first_id, fixture.second_id, (first, second), frozenset(absent)
    )


def _start_due() -> int:
    due = Season.objects.filter(status=Status.REGISTRATION, starts_at__lte=time_source.now())
    return _each_season(due, _start)


def _each_season(seasons: QuerySet[Season], work: Callable[[Season], int]) -> int:
    done = 0
    for season in seasons[:BATCH]:
        with step("league", f"Season {season.pk} could not go on."):
            done += work(season)
    return done


@transaction.atomic
def _start(season: Season) -> int:
    season = lock_season(season)
    if season.status != Status.REGISTRATION or season.starts_at > time_source.now():
        return 0
    league = season.league
    players = list(season.players.exclude(user=None).select_related("user"))
    if len(players) < LEAST:
        season.status, season.ended_at = Status.CANCELLED, time_source.now()
        season.save(update_fields=["status", "ended_at"])
        notify(league, users_of(season), "league-cancelled")
        send_to_club(season, "league-cancelled")
        return 1
    for player in players:
        assert player.user is not None
        player.rating = rating_of(player.user, league.game, 2)
    # Those who played before in the order of the last season, then new players by rating.
    last = len(players)
    players.sort(
        key=lambda one: (last if one.rank is None else one.rank, one.rank is None and -one.rating)
    )
    by_id = {player.pk: player for player in players}
    season.seed, season.status = secrets.randbelow(2**31), Status.RUNNING
    season.save(update_fields=["seed", "status"])
    found = []
    for number, division in enumerate(divided(list(by_id), league.size), 1):
        for one in division:
            by_id[one].division = number
        for meeting in meetings(division, season.seed):
            row = Fixture(season=season, division=number, round=meeting.round)
            row.first, row.second = by_id[meeting.first], by_id[meeting.second]
            week = season.week_of(meeting.round)
            row.opens_at, row.closes_at = season.begins(week), season.begins(week + 1)
            found.append(row)
    LeaguePlayer.objects.bulk_update(players, ["division", "rating"])
    Fixture.objects.bulk_create(found)
    notify(league, users_of(season), "league-begins")
    send_to_club(season, "league-begins")
    return 1


def _due(**filters: object) -> list[int]:
    """Return the open fixtures to work on; those of a game that is gone wait for its return."""
    playable = Q(season__league__game__in=slugs())
    found = Fixture.objects.filter(playable, status=Open, season__status=Status.RUNNING, **filters)
    return list(found.order_by("opens_at", "pk").values_list("pk", flat=True)[:BATCH])


def _fixture_step(number: int) -> AbstractContextManager[object]:
    """Return a step of the worker for one fixture, whose failure holds up no other."""
    return step("league", f"Fixture {number} could not go on.")


def _ask() -> int:
    """Ask players of live leagues to agree on times, when the week of a match begins."""
    done = 0
    for number in _due(opens_at__lte=time_source.now(), asked=False):
        with _fixture_step(number), transaction.atomic():
            fixture = fixtures.lock(number)
            fixture.asked = True
            fixture.save(update_fields=["asked"])
            if fixture.season.league.live and fixture.agreed_at is None:
                notify_both(fixture, "league-agree")
            done += 1
    return done


def _remind() -> int:
    """Remind both players an hour before the time they agreed on."""
    done = 0
    for number in _due(agreed_at__lte=time_source.now() + REMINDED, reminded=False):
        with _fixture_step(number), transaction.atomic():
            fixture = fixtures.lock(number)
            fixture.reminded = True
            fixture.save(update_fields=["reminded"])
            if fixture.agreed_at is not None and fixture.agreed_at > time_source.now():
                proposal = fixture.proposals.filter(at=fixture.agreed_at).first()
                zone = "UTC" if proposal is None else proposal.zone
                notify_both(fixture, "league-soon", at=fixture.agreed_at, zone=zone)
            done += 1
    return done


def _begin_due() -> int:
    """Start matches: turn by turn at the beginning of their week, live ones at their time."""
    now = time_source.now()
    done = 0
    turns = _due(opens_at__lte=now, season__league__clock__in=TURN_BY_TURN)
    for number in [*turns, *_due(agreed_at__lte=now)]:
        with _fixture_step(number), transaction.atomic():
            fixture = fixtures.lock(number)
            if fixture.status == Open:
                fixtures.begin(fixture)
                done += 1
    return done


def _settle() -> int:
    """Decide what was not played, and note matches that were called off."""
    done = 0
    for number in _due(closes_at__lte=time_source.now()):
        with _fixture_step(number), transaction.atomic():
            fixture = fixtures.lock(number)
            if fixture.status == Open:
                fixtures.decide(fixture, _unanswering(fixture), Reason.NO_TIME)
                done += 1
    off = (Match.Status.ABORTED, Match.Status.CLOSED)
    called_off = Fixture.objects.filter(status=Fixture.Status.PLAYING)
    gone = called_off.filter(Q(match=None) | Q(match__status__in=off))
    for number in gone.values_list("pk", flat=True)[:BATCH]:
        with _fixture_step(number), transaction.atomic():
            fixture = fixtures.lock(number)
            if fixture.status == Fixture.Status.PLAYING:
                fixtures.decide(fixture, (fixture.first, fixture.second), Reason.NOT_PLAYED)
                done += 1
    return done


def _unanswering(fixture: Fixture) -> list[LeaguePlayer]:
    """Return who loses a match without a time: the one who proposed none, or both."""
    proposed = set(fixture.proposals.values_list("by", flat=True))
    both = [fixture.first, fixture.second]
    silent = [player for player in both if player.pk not in proposed]
    return silent if len(silent) == 1 else both


def _end_due() -> int:
    running = Season.objects.filter(status=Status.RUNNING)
    unfinished = Fixture.objects.exclude(status=Fixture.Status.OVER).values("season")
    return _each_season(running.exclude(pk__in=unfinished), _end)


@transaction.atomic
def _end(season: Season) -> int:
    """Note the places of a season, and register its players for the next one."""
    season = lock_season(season)
    if season.status != Status.RUNNING:
        return 0
    now = time_source.now()
    season.status, season.ended_at = Status.OVER, now
    season.save(update_fields=["status", "ended_at"])
    players = {player.pk: player for player in season.players.select_related("user")}
    tables = tables_of(season)
    for lines in tables.values():
        for line in lines:
            players[line.entrant].place = line.place
    LeaguePlayer.objects.bulk_update(players.values(), ["place"])
    league = season.league
    everyone = users_of(season)
    send_to_club(season, "league-over")
    organiser = league.organiser
    if league.club is None and (organiser is None or is_banned(organiser)):
        # No user is left to decide about it.
        League.objects.filter(pk=league.pk, closed_at=None).update(closed_at=now)
        league.closed_at = now
    if league.closed_at is not None:
        notify(league, everyone, "league-over")
        return 1
    order = seeded([[line.entrant for line in lines] for lines in tables.values()], league.moving)
    earliest = (now + PAUSE).astimezone(zone_info(organiser.time_zone if organiser else "")).date()
    following = Season.objects.create(
        league=league,
        number=season.number + 1,
        starts_at=midnight(earliest + timedelta(days=1), organiser),
    )
    registered = [
        LeaguePlayer(season=following, user=players[one].user, rank=rank, registered_at=now)
        for rank, one in enumerate(order)
        if players[one].user_id is not None
        and players[one].withdrawn_after is None
        and not _mostly_absent(season, players[one])
    ]
    LeaguePlayer.objects.bulk_create(registered)
    send_to_club(following, "league-opened")
    again = {player.user_id for player in registered if player.user_id is not None}
    notify(league, again, "league-next")
    notify(league, everyone - again, "league-over")
    return 1


def _mostly_absent(season: Season, player: LeaguePlayer) -> bool:
    """Return whether a player missed half of the matches or more."""
    own = season.fixtures.filter(Q(first=player) | Q(second=player))
    missed = own.filter(reason__in=(Reason.ABSENT, Reason.NO_TIME)).filter(
        Q(first=player, first_points=LOST) | Q(second=player, second_points=LOST)
    )
    return 2 * missed.count() >= own.count()
