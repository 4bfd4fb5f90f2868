"""Seasons by the clock: turn by turn, from the first day to the next registration."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import blocks, deletion
from accounts.services.reserved_names import DELETED_PLAYER
from games.duplicates.models import DuplicateDeal
from games.leagues.models import Fixture, League, LeaguePlayer, Season
from games.leagues.services import fixtures, running, seasons
from games.leagues.services.seasons import lock_season
from games.matches.models import Match
from games.matches.services import commands
from games.notifications.models import Notification
from games.notifications.words import facts_of, sentence_of
from tests.games.leagues.conftest import (
    at,
    ban,
    club_of,
    fixture_of,
    founded,
    register,
    resign,
    season_of,
    work,
)
from tests.helpers.clocks import Wall
from tests.helpers.matches import committed, people, signed_in, user_at
from tests.helpers.moderation import sanctioned
from tests.helpers.notices import news_of

pytestmark = pytest.mark.django_db


def points(season: Season) -> dict[str, str]:
    names = dict(season.players.values_list("pk", "user__username"))
    (lines,) = running.tables_of(season).values()
    return {names[line.entrant]: str(line.points) for line in lines}


def test_fixtures_wait_for_game_that_is_gone(
    league: League, players: list[User], wall: Wall
) -> None:
    wall.wait(days=6)
    League.objects.update(game="gone")
    for _week in range(3):
        wall.wait(days=7)
        work()
    undecided = Fixture.objects.filter(status="open", match=None, first_points=None, reason="")
    assert undecided.count() == 6
    League.objects.update(game=league.game)
    work()
    assert Fixture.objects.filter(status="playing", match__status="running").count() == 6


def test_season_from_first_day_to_next_registration(
    league: League, players: list[User], wall: Wall
) -> None:
    _anna, berta, carla, dora = players
    assert work() == 0
    wall.wait(days=7)
    work()
    season = season_of(league)
    assert season.status == "running"
    assert news_of(berta) == ["The season of Spring begins. See your division and your matches."]
    assert Match.objects.filter(status="running").count() == 2
    assert work() == 0, "matches of later weeks wait"
    wall.wait(days=14)
    work()
    order = {user: rank for rank, user in enumerate(players)}
    for one in players:
        for other in players:
            if order[one] < order[other]:
                resign(other, one)
    assert points(season) == {"Anna": "3", "Berta": "2", "Carla": "1", "Dora": "0"}
    work()
    following = season_of(league)
    assert (following.number, following.status) == (2, "registration")
    assert following.starts_at > wall.now
    ranks = following.players.order_by("rank").values_list("user__username", flat=True)
    assert list(ranks) == ["Anna", "Berta", "Carla", "Dora"]
    season.refresh_from_db()
    places = season.players.order_by("place").values_list("user__username", flat=True)
    assert (season.status, list(places)) == ("over", ["Anna", "Berta", "Carla", "Dora"])
    assert news_of(carla)[-1].endswith("You’re registered for the next one.")
    assert len(news_of(dora)) == 1, "each notification replaces the one before"


def test_notification_shows_present_name_of_opponent(
    league: League, players: list[User], wall: Wall
) -> None:
    anna = players[0]
    wall.wait(days=7)
    work()
    seasons.withdraw_all(anna)
    anna.display_name = "Lancelot"
    anna.save(update_fields=["display_name"])
    words = "Spring: your match against {} was decided without playing."
    notice = Notification.objects.filter(person=anna)[0]
    assert sentence_of(notice) == words.format("Lancelot")
    assert facts_of(notice)["person"] == "Lancelot"
    User.objects.filter(pk=anna.pk).update(closes_at=timezone.now())
    assert deletion.delete_account(anna)
    notice.refresh_from_db()
    assert sentence_of(notice) == words.format(DELETED_PLAYER)


def test_season_and_fixture_that_fail_do_not_hold_up_others(
    league: League,
    players: list[User],
    wall: Wall,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    broken = founded(players[1])
    register(broken, *players)
    begin = fixtures.begin
    failed: list[int] = []

    def lock_other_season(season: Season) -> Season:
        if season.league_id == broken.pk:
            raise RuntimeError("a bug")
        return lock_season(season)

    def begin_other(fixture: Fixture) -> None:
        if fixture.pk in failed or not failed:
            failed.append(fixture.pk)
            raise RuntimeError("a bug")
        begin(fixture)

    monkeypatch.setattr(running, "lock_season", lock_other_season)
    monkeypatch.setattr(fixtures, "begin", begin_other)
    wall.wait(days=7)
    work()
    assert (season_of(broken).status, season_of(league).status) == ("registration", "running")
    assert Match.objects.filter(status="running").count() == 1
    assert f"Season {season_of(broken).pk} could not go on." in caplog.text
    assert f"Fixture {failed[0]} could not go on." in caplog.text


def test_divisions_by_rating_then_by_places(players: list[User], wall: Wall) -> None:
    more = people("Emil", "Fritz", "Gerd", "Hans")
    league = founded(players[0])
    register(league, *more, *players)
    season = season_of(league)
    for rank, user in enumerate([*players, *more]):
        season.players.filter(user=user).update(rank=rank)
    season.players.filter(user=more[3]).update(rank=None)
    wall.wait(days=7)
    work()
    named = season.players.order_by("division", "rank").values_list("user__username", "division")
    assert dict(named) == {
        **dict.fromkeys(("Anna", "Berta", "Carla", "Dora"), 1),
        **dict.fromkeys(("Emil", "Fritz", "Gerd", "Hans"), 2),
    }
    assert season.fixtures.filter(division=1).count() == 6


def test_season_of_three_is_cancelled_and_opens_again(players: list[User], wall: Wall) -> None:
    league = founded(players[0])
    register(league, *players[:3])
    wall.wait(days=7)
    work()
    assert season_of(league).status == "cancelled"
    assert news_of(players[1]) == ["Spring doesn’t take place: too few players registered."]
    edit, client = f"{league.get_absolute_url()}edit/", signed_in(players[0])
    assert edit in client.get(league.get_absolute_url()).text
    typed = {"title": "Spring", "game": "condottiere", "clock": "turns-24", "size": 4}
    client.post(edit, {**typed, "per_week": 1, "moving": 2, "starts_on": "2037-03-16"})
    register(league, players[3])
    wall.wait(days=7)
    work()
    assert season_of(league).status == "running"
    assert work() == 0


def test_banned_player_loses_and_blocked_pair_shares(
    league: League, players: list[User], wall: Wall
) -> None:
    anna, berta, carla, dora = players
    blocks.block(anna, berta)
    sanctioned(carla, "ban")
    wall.wait(days=21)
    for _round in range(3):
        work()
    season = season_of(league)
    found = points(season)
    assert found["Carla"] == "0"
    shared = Fixture.objects.get(reason="not-played")
    assert {shared.first.user, shared.second.user} == {anna, berta}
    assert (shared.first_points, shared.second_points) == (1, 1)
    assert season.fixtures.filter(reason="absent").count() == 3
    assert news_of(dora)[-1].startswith("Spring: your match against")


def test_match_called_off_counts_for_no_one(
    league: League, players: list[User], wall: Wall
) -> None:
    wall.wait(days=7)
    work()
    match = Match.objects.filter(status="running").first()
    assert match is not None
    Match.objects.filter(pk=match.pk).update(status="aborted")
    assert work() == 1
    fixture = Fixture.objects.get(match=match)
    assert (fixture.first_points, fixture.second_points, fixture.reason) == (0, 0, "not-played")


def test_annulled_match_gives_no_points(league: League, players: list[User], wall: Wall) -> None:
    anna, berta = players[:2]
    wall.wait(days=21)
    work()
    resign(berta, anna)
    assert points(season_of(league))["Anna"] == "1"
    match = Fixture.objects.get(first_points__isnull=False).match
    assert match is not None
    fixtures.note_annulled(match.pk)
    assert points(season_of(league))["Anna"] == "0"


def test_withdrawn_player_loses_open_matches_and_is_not_registered_again(
    league: League, players: list[User], wall: Wall
) -> None:
    dora = players[3]
    wall.wait(days=7)
    work()
    seasons.withdraw(at(league, dora))
    assert season_of(league).fixtures.filter(reason="withdrawn").count() == 2
    assert at(league, dora).mine is None
    wall.wait(days=14)
    work()
    for fixture in Fixture.objects.filter(status="playing").select_related("match"):
        assert fixture.first.user is not None
        assert fixture.second.user is not None
        resign(fixture.first.user, fixture.second.user)
    work()
    following = season_of(league)
    assert following.number == 2
    assert not following.players.filter(user=dora).exists()
    assert following.players.count() == 3


def test_matches_of_private_club_are_private(players: list[User], wall: Wall) -> None:
    club = club_of(players[0], *players[1:], public=False)
    league = founded(players[0], club.slug)
    register(league, *players)
    wall.wait(days=7)
    work()
    assert not Match.objects.filter(public=True).exists()
    assert Match.objects.count() == 2


@pytest.mark.parametrize("of_club", [False, True])
def test_deleted_organiser_ends_league_after_season_unless_a_club_holds_it(
    league: League, players: list[User], wall: Wall, of_club: bool
) -> None:
    anna, berta = players[:2]
    if of_club:
        League.objects.update(club=club_of(berta, *players))
    wall.wait(days=7)
    work()
    seasons.withdraw_all(anna, "gone")
    anna.delete()
    assert LeaguePlayer.objects.get(user=None).name == "gone"
    assert season_of(league).fixtures.filter(reason="withdrawn").count() == 2
    wall.wait(days=14)
    work()
    fixture = fixture_of(berta, players[2])
    assert fixture.status == "playing"
    for row in Fixture.objects.filter(status="playing"):
        fixtures.decide(fixtures.lock(row.pk), [row.first], Fixture.Reason.ABSENT)
    work()
    league.refresh_from_db()
    assert league.seasons.get(number=1).status == "over"
    if of_club:
        assert (season_of(league).number, league.closed_at) == (2, None)
    else:
        assert (season_of(league).number, league.closed_at) == (1, wall.now)


def test_league_of_banned_founder_ends_with_its_season(
    league: League, players: list[User], wall: Wall
) -> None:
    wall.wait(days=7)
    work()
    ban(players[0])
    season = season_of(league)
    assert season.status == "running"
    season.fixtures.update(status="over", first_points=0, second_points=0)
    work()
    assert season_of(league).status == "over", "no season follows"


def test_matches_of_a_round_get_same_cards_and_stay_closed_until_its_end(
    players: list[User], wall: Wall
) -> None:
    league = founded(players[0], game="kabale", same_cards=True)
    register(league, *players)
    wall.wait(days=7)
    work()
    first, second = Match.objects.filter(fixture__round=1)
    wall.wait(minutes=2)
    assert first.sealed
    assert second.sealed
    stranger = Client()
    assert stranger.get(f"/matches/{first.pk}/").status_code == 403
    with committed():
        commands.resign(user_at(first, 0), first.pk)
    work()
    fixture = Fixture.objects.get(match=first)
    assert fixture.status == "playing", "no result before the other match is over"
    page = stranger.get(league.get_absolute_url()).content.decode()
    assert f"/matches/{first.pk}/" not in page
    with committed():
        commands.resign(user_at(second, 0), second.pk)
    fixture.refresh_from_db()
    assert fixture.status == "over"
    (deal,) = DuplicateDeal.objects.exclude(ended_at=None)
    page = stranger.get(league.get_absolute_url()).content.decode()
    assert page.count(deal.get_absolute_url()) == 2
    wall.wait(days=7)
    work()
    assert DuplicateDeal.objects.count() == 2, "the next round has cards of its own"


def test_round_of_a_single_match_has_its_own_cards(players: list[User], wall: Wall) -> None:
    league = founded(players[0], game="kabale", same_cards=True)
    register(league, *players)
    wall.wait(days=7)
    work()
    second = season_of(league).fixtures.filter(round=2)
    second.filter(pk=second[0].pk).update(status="over", first_points=0, second_points=0)
    wall.wait(days=7)
    work()
    assert not Match.objects.get(fixture__round=2).sealed
