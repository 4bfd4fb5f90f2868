"""Leagues as one visitor sees them: lists, the page of a league, the section of a club's page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

from django.template.loader import render_to_string

from accounts.http import Visitor
from accounts.permissions import Answer, may_moderate
from games.clubs.services.founding import ClubAccess
from games.duplicates.models import DuplicateDeal
from games.engine.contract import Game, Json
from games.leagues.models import Fixture, League, LeaguePlayer, Proposal, Season
from games.leagues.services import access as finding
from games.leagues.services.access import LeagueAccess
from games.leagues.services.fixtures import PROPOSED_EACH
from games.leagues.services.news import name_of
from games.leagues.services.running import tables_of
from games.leagues.services.seasons import why_not
from games.lobby.presenters.quick import describe_clock
from games.matches.models import Match
from games.matches.services import time_source
from games.matches.services.clocks import CLOCKS
from games.titles.registry import game_of, is_installed

HALVES = {0: "0", 1: "½", 2: "1"}


@dataclass(frozen=True)
class LeagueRow:
    """A league in a list, with its newest season."""

    league: League
    season: Season
    players: int

    @property
    def game(self) -> Game:
        return game_of(self.league.game)

    @property
    def clock(self) -> str:
        return describe_clock(CLOCKS[self.league.clock])


class TableLine(NamedTuple):
    """A line of a division's table; `moves`: "up" or "down" at the end of the season, or ""."""

    place: int
    player: LeaguePlayer
    name: str
    points: str
    wins: int
    played: int
    moves: str


class Meeting(NamedTuple):
    """A fixture as the page shows it; the points are "1", "½", "0", or "" before the end."""

    fixture: Fixture
    first: str
    second: str
    points: tuple[str, str]
    match: Match | None

    @property
    def result(self) -> tuple[str, str] | None:
        """The points; None before the end."""
        return self.points if self.points[0] else None

    @property
    def reason(self) -> str | None:
        """Why it was decided without a match, if it was."""
        return self.fixture.reason or None

    @property
    def deal(self) -> DuplicateDeal | None:
        """The deal that other matches of the round have got, once all of them are over."""
        if self.match is None or self.match.deal != Match.Deal.SHARED:
            return None
        return self.match.duplicate_table.deal


class Week(NamedTuple):
    """A week of a division: its number from 1, its days, and its fixtures."""

    number: int
    begins: datetime
    ends: datetime
    now: bool
    meetings: list[Meeting]


class DivisionTable(NamedTuple):
    """A division: its table and its weeks."""

    number: int
    lines: list[TableLine]
    weeks: list[Week]

    @property
    def meetings(self) -> list[Meeting]:
        return [meeting for week in self.weeks for meeting in week.meetings]


class Appointment(NamedTuple):
    """A fixture of the visitor: what it waits for, and the times that are proposed."""

    meeting: Meeting
    opponent: str
    theirs: list[Proposal]
    own: list[Proposal]
    may_propose: bool


@dataclass(frozen=True)
class LeaguePage:
    """The content of a league's page.

    Attributes:
        access: The league and the visitor's part in it.
        row: The league with its season.
        people: The players of the season.
        divisions: The tables, once the season has begun.
        mine: The visitor's own fixtures that are not over, the next one first.
        allowed: Whether the visitor may register, and else why not.
        seasons: The numbers of all seasons.
        moderating: Whether the visitor is a moderator.
    """

    access: LeagueAccess
    row: LeagueRow
    people: list[LeaguePlayer]
    divisions: list[DivisionTable]
    mine: list[Appointment]
    allowed: Answer
    seasons: list[int]
    moderating: bool

    @property
    def league(self) -> League:
        return self.access.league

    @property
    def season(self) -> Season:
        return self.access.season

    @property
    def players(self) -> int:
        return self.row.players

    @property
    def registered(self) -> bool:
        return self.access.mine is not None

    @property
    def usernames(self) -> list[str | None]:
        return [None if one.user is None else one.user.username for one in self.people]

    @property
    def proposals(self) -> list[Json]:
        """The times proposed for the visitor's fixtures; `own`: those of the visitor."""
        return [
            {"id": one.pk, "fixture": one.fixture_id, "at": one.at, "zone": one.zone, "own": own}
            for appointment in self.mine
            for own, group in ((True, appointment.own), (False, appointment.theirs))
            for one in group
        ]


def page_of(access: LeagueAccess) -> LeaguePage:
    """Return a league's page for a visitor."""
    season = access.season
    people = list(season.players.select_related("user"))
    fixtures = list(
        season.fixtures.select_related(
            *("first__user", "second__user", "match__duplicate_table__deal")
        ).order_by("division", "round", "pk")
    )
    for fixture in fixtures:
        fixture.season = season
    return LeaguePage(
        access=access,
        row=LeagueRow(access.league, season, len(people)),
        people=people,
        divisions=_divisions(access.league, season, people, fixtures),
        mine=_appointments(access, fixtures),
        allowed=why_not(access),
        seasons=list(access.league.seasons.order_by("number").values_list("number", flat=True)),
        moderating=bool(may_moderate(access.visitor)),
    )


def rows_of(leagues: Iterable[League]) -> list[LeagueRow]:
    """Return leagues as a list shows them; those of games that are gone are left out."""
    listed = [league for league in leagues if is_installed(league.game)]
    seasons = finding.newest_seasons(listed)
    return [
        LeagueRow(league, season, season.registered)  # type: ignore[attr-defined]  # annotated
        for league in listed
        if (season := seasons.get(league.pk)) is not None
    ]


def club_section(access: ClubAccess) -> str:
    """Return the leagues of a club for its page; "" if there are none and none can be founded."""
    rows = rows_of(finding.visible_to(access.visitor, access.club)[: finding.SHOWN])
    if not rows and not access.organises:
        return ""
    context = {"rows": rows, "club": access.club, "organising": access.organises}
    return render_to_string("leagues/_club.html", context)


def leagues_for(visitor: Visitor) -> tuple[list[LeagueRow], list[LeagueRow]]:
    """Return the leagues of a visitor, as a player or organiser, and the others they see."""
    shown = rows_of(finding.visible_to(visitor)[: finding.SHOWN])
    if not visitor.is_authenticated:
        return [], shown
    places = LeaguePlayer.objects.filter(user=visitor, withdrawn_after=None)
    seasons = set(places.values_list("season", flat=True))
    own = [
        row for row in shown if row.season.pk in seasons or row.league.organiser_id == visitor.pk
    ]
    return own, [row for row in shown if row not in own]


def points_words(points: Fraction) -> str:
    """Return points in words: “2½”."""
    whole, half = divmod(int(2 * points), 2)
    return f"{whole if whole or not half else ''}{'½' if half else ''}"


def _divisions(
    league: League, season: Season, people: list[LeaguePlayer], fixtures: list[Fixture]
) -> list[DivisionTable]:
    by_id = {player.pk: player for player in people}
    tables = tables_of(season)
    found = []
    for number, lines in tables.items():
        count, last = len(lines), len(tables)
        own = [fixture for fixture in fixtures if fixture.division == number]
        # Before the second half the table says little about who will move.
        decided = 2 * sum(one.status == Fixture.Status.OVER for one in own) >= len(own)
        moving = min(league.moving, count // 2) if decided else 0
        rows = []
        for index, line in enumerate(lines):
            player = by_id[line.entrant]
            up, down = index < moving and number > 1, index >= count - moving and number < last
            moves = "up" if up else "down" if down else ""
            rows.append(
                TableLine(
                    *(line.place, player, name_of(player), points_words(line.points)),
                    *(line.wins, line.played, moves),
                )
            )
        found.append(DivisionTable(number, rows, _weeks(season, own)))
    return found


def _weeks(season: Season, fixtures: list[Fixture]) -> list[Week]:
    now = time_source.now()
    found: dict[int, list[Fixture]] = {}
    for fixture in fixtures:
        found.setdefault(season.week_of(fixture.round), []).append(fixture)
    weeks = []
    for number, group in sorted(found.items()):
        begins, ends = group[0].opens_at, group[0].closes_at
        meetings = [_meeting(fixture) for fixture in group]
        weeks.append(Week(number + 1, begins, ends, begins <= now < ends, meetings))
    return weeks


def _meeting(fixture: Fixture) -> Meeting:
    first, second = fixture.first_points, fixture.second_points
    points = ("", "") if first is None or second is None else (HALVES[first], HALVES[second])
    names = name_of(fixture.first), name_of(fixture.second)
    return Meeting(fixture, *names, points, fixture.match)


def _appointments(access: LeagueAccess, fixtures: list[Fixture]) -> list[Appointment]:
    if access.mine is None:
        return []
    mine, now = access.mine.pk, time_source.now()
    own = [
        fixture
        for fixture in fixtures
        if mine in (fixture.first_id, fixture.second_id) and fixture.status != Fixture.Status.OVER
    ]
    proposals: dict[int, list[Proposal]] = {}
    for proposal in Proposal.objects.filter(fixture__in=own, at__gt=now):
        proposals.setdefault(proposal.fixture_id, []).append(proposal)
    found = []
    for fixture in own:
        ahead = proposals.get(fixture.pk, [])
        theirs = [one for one in ahead if one.by_id != mine and one.at != fixture.agreed_at]
        ours = [one for one in ahead if one.by_id == mine and one.at != fixture.agreed_at]
        other = fixture.second if fixture.first_id == mine else fixture.first
        open_ = fixture.status == Fixture.Status.OPEN and access.league.live
        may = open_ and len(ours) < PROPOSED_EACH
        found.append(Appointment(_meeting(fixture), name_of(other), theirs, ours, may))
    return found
