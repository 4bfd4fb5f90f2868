"""Live matches by appointment: proposals, reminders, and what is decided without a time."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts.models import User
from games.leagues.models import Fixture, League, Proposal
from games.leagues.services import fixtures, running
from games.matches.refusals import BadLeague, NotAllowed, NotOpen
from games.matches.services import arrivals
from tests.games.leagues.conftest import START, at, fixture_of, resign, work
from tests.helpers.clocks import Wall
from tests.helpers.matches import committed
from tests.helpers.notices import news_of

pytestmark = pytest.mark.django_db
TUESDAY = START + timedelta(days=1, hours=20)


@pytest.fixture
def pair(live: League, players: list[User], wall: Wall) -> tuple[User, User]:
    """Return two players who meet in the first week, which has begun."""
    wall.wait(days=7)
    work()
    fixture = Fixture.objects.select_related("first__user", "second__user").filter(round=1)[0]
    assert fixture.first.user is not None
    assert fixture.second.user is not None
    return fixture.first.user, fixture.second.user


def propose(
    league: League, one: User, other: User, when: datetime = TUESDAY, zone: str = "UTC"
) -> Proposal:
    return fixtures.propose(at(league, one), fixture_of(one, other).pk, when, zone)


def test_players_agree_are_reminded_and_match_opens(
    live: League, pair: tuple[User, User], wall: Wall
) -> None:
    one, other = pair
    assert news_of(other)[-1] == f"Spring: agree on a time for your match against {one} this week."
    made = propose(live, one, other, zone="Europe/Berlin")
    assert made.at == TUESDAY - timedelta(hours=1)
    assert news_of(other)[-1] == f"{one} proposes times for your match in Spring."
    fixtures.accept(at(live, other), made.fixture_id, made.pk)
    for user, opponent in (pair, pair[::-1]):
        assert news_of(user)[-1].startswith(f"Your match against {opponent} in Spring begins")
        assert "8 p.m. (Europe/Berlin)" in news_of(user)[-1]
    wall.wait(days=1, hours=18, minutes=1)
    assert work() == 1
    assert work() == 0, "one reminder"
    assert fixture_of(one, other).match is None
    wall.wait(minutes=60)
    work()
    match = fixture_of(one, other).match
    assert match is not None
    assert (match.status, match.pace) == ("running", "live")
    resign(one, other)
    assert sorted(
        (fixture_of(one, other).first_points or 0, fixture_of(one, other).second_points or 0)
    ) == [0, 2]


def test_proposing_the_same_time_agrees(live: League, pair: tuple[User, User]) -> None:
    one, other = pair
    propose(live, one, other)
    propose(live, one, other)
    assert fixture_of(one, other).agreed_at is None
    propose(live, other, one)
    assert fixture_of(one, other).agreed_at == TUESDAY


def test_proposals_are_bounded_and_within_week(
    live: League, pair: tuple[User, User], players: list[User]
) -> None:
    one, other = pair
    for when in (START - timedelta(hours=1), START + timedelta(days=7), datetime.max):
        with pytest.raises(BadLeague):
            propose(live, one, other, when)
    with pytest.raises(BadLeague):
        propose(live, one, other, zone="Mars/Olympus")
    for hour in range(3):
        propose(live, one, other, TUESDAY + timedelta(hours=hour))
    with pytest.raises(BadLeague, match="proposed 3 times"):
        propose(live, one, other, TUESDAY + timedelta(hours=5))
    stranger = next(user for user in players if user not in pair)
    with pytest.raises(NotAllowed):
        fixtures.propose(at(live, stranger), fixture_of(one, other).pk, TUESDAY, "UTC")


def test_own_and_past_times_cannot_be_accepted(
    live: League, pair: tuple[User, User], wall: Wall
) -> None:
    one, other = pair
    made = propose(live, one, other)
    for user in (one, other):
        wall.wait(days=1 if user == one else 2)
        with pytest.raises(BadLeague):
            fixtures.accept(at(live, user), made.fixture_id, made.pk)


def test_without_time_the_one_who_proposed_wins(
    live: League, pair: tuple[User, User], wall: Wall
) -> None:
    one, other = pair
    propose(live, one, other)
    wall.wait(days=7)
    work()
    fixture = fixture_of(one, other)
    points = {fixture.first.user_id: fixture.first_points}
    points[fixture.second.user_id] = fixture.second_points
    assert points == {one.pk: 2, other.pk: 0}
    assert fixture.reason == "no-time"
    rest = Fixture.objects.filter(round=1).exclude(pk=fixture.pk).get()
    assert (rest.first_points, rest.second_points) == (0, 0), "neither proposed a time"
    assert f"Spring: your match against {one} was decided without playing." in news_of(other)
    with pytest.raises(NotOpen):
        propose(live, one, other)


@pytest.mark.parametrize(("came", "reason"), [(False, "absent"), (True, "timeout")])
def test_absent_or_slow_player_loses_live_match(
    live: League, pair: tuple[User, User], wall: Wall, came: bool, reason: str
) -> None:
    one, other = pair
    made = propose(live, one, other)
    fixtures.accept(at(live, other), made.fixture_id, made.pk)
    wall.wait(days=1, hours=20, minutes=1)
    work()
    match = fixture_of(one, other).match
    assert match is not None
    away = list(match.players.filter(user=other))
    if came:
        arrivals.store(away[0])
    with committed():
        fixtures.note_absent(match, away)
    fixture = fixture_of(one, other)
    winner = fixture.first if fixture.first_points == 2 else fixture.second
    assert (winner.user_id, fixture.reason) == (one.pk, reason)
    (lines,) = running.tables_of(fixture.season).values()
    assert sum(line.played for line in lines) == 2 * came, "not a played match without both"
