"""A league of four players on a clock that tests set."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import sanctions
from games.clubs.models import Club
from games.clubs.services import founding, members
from games.clubs.services.founding import ClubFacts, open_club
from games.leagues.models import Fixture, League, Season
from games.leagues.services import running, seasons
from games.leagues.services.access import LeagueAccess, open_league
from games.leagues.services.seasons import LeagueFacts
from games.matches.services import commands
from tests.helpers.clocks import Wall
from tests.helpers.matches import committed, person
from tests.helpers.moderation import moderator

# Ahead of the real time, by which sanctions begin.
FIRST_DAY = date(2037, 3, 9)
START = datetime(2037, 3, 9, tzinfo=UTC)
FACTS = LeagueFacts("Spring", "condottiere", FIRST_DAY, size=4)
NAMES = ("Anna", "Berta", "Carla", "Dora")


def at(league: League, user: User, number: int | None = None) -> LeagueAccess:
    """Return the league as a user sees it now."""
    return open_league(user, league.pk, number)


def founded(user: User, club: str = "", **facts: object) -> League:
    return seasons.found(user, replace(FACTS, **facts), club)  # type: ignore[arg-type]  # fields


def register(league: League, *users: User) -> None:
    for user in users:
        seasons.register(at(league, user))


def work() -> int:
    """Do a round of the worker, and what follows from its commits."""
    with committed():
        return running.work()


def season_of(league: League) -> Season:
    season = league.seasons.first()
    assert season is not None
    return season


def fixture_of(one: User, other: User) -> Fixture:
    """Return the fixture of two players in the season that runs."""
    both = Fixture.objects.filter(season__status="running")
    found = both.filter(first__user=one, second__user=other) | both.filter(
        first__user=other, second__user=one
    )
    return found.select_related("first", "second", "match").get()


def resign(loser: User, winner: User) -> None:
    """End the match of two players, which has begun."""
    match = fixture_of(loser, winner).match
    assert match is not None
    with committed():
        commands.resign(loser, match.pk)


def club_of(founder: User, *users: User, public: bool = True) -> Club:
    club = founding.found(founder, ClubFacts("The club", public=public))
    for user in users:
        members.join(open_club(user, club.slug, [club.key]))
    return club


def ban(user: User) -> None:
    """Ban a user, with what follows from it."""
    with committed():
        sanctions.give(moderator(role="senior moderator"), user, "ban", "Insults.")


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    """Return a clock that stands at a week before the first day."""
    monkeypatch.setattr(timezone, "now", lambda: START - timedelta(days=7))
    return Wall(monkeypatch)


@pytest.fixture
def players(db: None, wall: Wall) -> list[User]:
    return [person(name) for name in NAMES]


@pytest.fixture
def league(players: list[User]) -> League:
    """Return a league turn by turn in which all four are registered; Anna has founded it."""
    league = founded(players[0])
    register(league, *players)
    return league


@pytest.fixture
def live(players: list[User]) -> League:
    """Return the same with a live clock: players agree on times."""
    league = founded(players[0], clock="live-10")
    register(league, *players)
    return league
