"""One club against another: challenge, answer, players, boards, and the score."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import deletion
from accounts.services.reserved_names import DELETED_PLAYER
from games.clubs.models import Club
from games.clubs.services import founding, members
from games.clubs.services.founding import ClubFacts, open_club
from games.leagues.models import Board, TeamMatch
from games.leagues.services import pairs, team_running, teams
from games.leagues.services.teams import AWAY, HOME, TeamAccess, TeamFacts, open_team_match
from games.leagues.team_presenters import page_of, teams_section
from games.matches.models import Match, Player
from games.matches.refusals import (
    BadTeamMatch,
    NoSuchTeamMatch,
    NotAllowed,
    NotOpen,
    TooMany,
)
from games.matches.services import commands, leaving
from games.moderation.services.conduct import no_shows
from games.notifications.models import Notification
from games.notifications.words import sentence_of
from games.profiles.presenters.reliability import reliability_of
from tests.games.leagues.conftest import START, work
from tests.helpers.clocks import Wall
from tests.helpers.matches import committed, person, signed_in
from tests.helpers.moderation import moderator, sanctioned
from tests.helpers.pages import assert_clean_page
from tests.helpers.programs import Program, refusal
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
FACTS = TeamFacts("Blue", "condottiere", START + timedelta(hours=20), "UTC", boards=2)


@pytest.fixture
def red(players: list[User]) -> Club:
    """Return the club of Anna, in which Carla plays too."""
    return club_of(players[0], players[2], "Red")


@pytest.fixture
def blue(players: list[User]) -> Club:
    """Return the club of Berta, in which Dora plays too."""
    return club_of(players[1], players[3], "Blue")


@pytest.fixture
def agreed(players: list[User], red: Club, blue: Club) -> TeamMatch:
    """Return a team match of Red against Blue to which Blue has agreed."""
    made = challenge(players[0], red)
    teams.answer(at(made, players[1]), agreed=True)
    return TeamMatch.objects.get(pk=made.pk)


def club_of(founder: User, member: User, name: str, **facts: Any) -> Club:
    club = founding.found(founder, ClubFacts(name, **facts))
    members.join(open_club(member, club.slug, [club.key]))
    return club


def at(team_match: TeamMatch, user: User) -> TeamAccess:
    return open_team_match(user, team_match.pk)


def challenge(user: User, club: Club, **facts: Any) -> TeamMatch:
    return teams.challenge(user, club.slug, replace(FACTS, **facts))


def name_all(team_match: TeamMatch, players: list[User]) -> None:
    anna, berta = players[:2]
    teams.name_players(at(team_match, anna), HOME, ["@anna", "carla"])
    teams.name_players(at(team_match, berta), AWAY, ["berta", "@Dora"])


def news(user: User) -> list[str]:
    found = Notification.objects.filter(user=user, key__startswith="club:team")
    return [sentence_of(one) for one in found.order_by("made_at", "pk")]


def test_news_show_name_of_club_after_removal(
    agreed: TeamMatch, players: list[User], red: Club
) -> None:
    founding.clear_texts(open_club(moderator(), red.slug), "Rude.")
    red.refresh_from_db()
    shown = news(players[0]) + news(players[1])
    assert len(shown) == 2
    assert all(red.name in line and "Red" not in line for line in shown)


def test_all_boards_begin_at_the_time_and_points_add_up(
    agreed: TeamMatch, players: list[User], wall: Wall
) -> None:
    anna, berta, carla, dora = players
    name_all(agreed, players)
    assert news(carla)[-1].startswith("You play for Red against Blue, March 9, 2037, 8 p.m.")
    wall.wait(days=7, hours=19, minutes=1)
    assert work() == 1
    assert news(dora)[-1].startswith("You play for Blue against Red: it begins")
    wall.wait(hours=1)
    work()
    boards = list(Board.objects.select_related("match"))
    assert [one.match is not None and one.match.status for one in boards] == ["running"] * 2
    for loser, board in ((berta, boards[0]), (carla, boards[1])):
        assert board.match is not None
        with committed():
            commands.resign(loser, board.match.pk)
    work()
    page = page_of(at(agreed, anna))
    assert (page.row.score, page.row.team_match.status) == ("1 : 1", "over")
    assert [one.points for one in page.boards] == ["1 : 0", "0 : 1"]


def test_page_leads_players_to_their_tables(
    agreed: TeamMatch, players: list[User], wall: Wall
) -> None:
    def page(user: User) -> str:
        return signed_in(user).get(agreed.get_absolute_url()).text

    name_all(agreed, players)
    follows, ready = 'hx-trigger="tavola:waiting from:document', "Your table is ready"
    assert follows in page(players[0])
    assert ready not in page(players[0])
    wall.wait(days=7, hours=20)
    work()
    for user in players:
        match = Match.objects.get(players__user=user)
        shown = page(user)
        assert ready in shown
        assert f'class="button primary small" href="{match.get_absolute_url()}"' in shown
    assert follows not in page(person("Stranger"))
    assert ready not in page(person("Visitor"))


def test_boards_wait_for_game_that_is_gone(
    agreed: TeamMatch, players: list[User], wall: Wall
) -> None:
    name_all(agreed, players)
    TeamMatch.objects.update(game="gone")
    wall.wait(days=7, hours=20)
    for _round in range(2):
        work()
    assert not Board.objects.exclude(match=None, home_points=None).exists()
    assert page_of(at(agreed, players[0])).row.team_match.status == "agreed"
    TeamMatch.objects.update(game=agreed.game)
    work()
    assert Board.objects.filter(match__status="running").count() == 2


def test_open_boards_and_banned_players_lose(
    agreed: TeamMatch, players: list[User], wall: Wall
) -> None:
    name_all(agreed, players)
    teams.step_back(at(agreed, players[2]))
    assert news(players[0])[-1] == "Carla can’t play for Red against Blue."
    sanctioned(players[1], "ban")
    wall.wait(days=7, hours=20)
    work()
    work()
    assert page_of(at(agreed, players[0])).row.score == "1 : 1"
    assert [(one.home_points, one.away_points) for one in Board.objects.all()] == [(2, 0), (0, 2)]


def test_only_player_who_came_answers_for_calling_off_a_board(
    agreed: TeamMatch, players: list[User], wall: Wall
) -> None:
    """Organisers name players until the start, who may not even know."""
    name_all(agreed, players)
    wall.wait(days=7, hours=20)
    work()
    board = Board.objects.select_related("home", "away", "match")[0]
    match, named = not_none(board.match), not_none(board.away)
    wall.wait(minutes=2)
    with committed():
        leaving.call_off_absent(not_none(board.home), match.pk)
    seat = Player.objects.filter(match=match, user=named, called_off_at__isnull=False)
    assert seat.exists()
    assert leaving.called_off_by(named) == []
    assert reliability_of(named) is None
    assert no_shows(named) == 0
    seat.update(came_at=wall.now)
    assert len(leaving.called_off_by(named)) == 1


def test_team_match_that_fails_does_not_hold_up_others(
    agreed: TeamMatch,
    players: list[User],
    red: Club,
    wall: Wall,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    lock = teams.lock

    def lock_other(team_match: TeamMatch) -> TeamMatch:
        if team_match.pk == agreed.pk:
            raise RuntimeError("a bug")
        return lock(team_match)

    other = challenge(players[0], red)
    monkeypatch.setattr(teams, "lock", lock_other)
    wall.wait(days=7, hours=20)
    work()
    other.refresh_from_db()
    assert other.status == "cancelled"
    assert f"Team match {agreed.pk} could not begin." in caplog.text


def test_board_that_cannot_be_scored_does_not_hold_up_others(
    agreed: TeamMatch,
    players: list[User],
    wall: Wall,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    score = team_running._score

    def score_second(board: Board, points: pairs.Points) -> None:
        if board.number == 1:
            raise RuntimeError("a bug")
        score(board, points)

    name_all(agreed, players)
    wall.wait(days=7, hours=20)
    work()
    Match.objects.update(status=Match.Status.ABORTED)
    monkeypatch.setattr(team_running, "_score", score_second)
    work()
    assert [one.home_points for one in Board.objects.all()] == [None, 0]
    assert f"Team match {agreed.pk} could not go on." in caplog.text


def test_unanswered_challenge_ends_at_its_time(players: list[User], red: Club, blue: Club) -> None:
    made = challenge(players[0], red)
    assert news(players[1]) == ["The club Red challenges your club Blue to a team match."]
    TeamMatch.objects.filter(pk=made.pk).update(starts_at=START - timedelta(days=8))
    work()
    made.refresh_from_db()
    assert made.status == "cancelled"


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        *(("rival", "Red"), ("rival", "Green"), ("rival", ""), ("game", "chess")),
        *(("clock", "free"), ("boards", 1), ("boards", 21), ("zone", "Mars/Olympus")),
        *(("start", START - timedelta(days=7)), ("start", START + timedelta(days=90))),
    ],
)
def test_invalid_facts_are_refused(
    players: list[User], red: Club, blue: Club, fact: str, value: Any
) -> None:
    with pytest.raises(BadTeamMatch):
        challenge(players[0], red, **{fact: value})
    assert not TeamMatch.objects.exists()


def test_only_organisers_of_public_clubs_challenge(
    players: list[User], red: Club, blue: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(NotAllowed):
        challenge(players[2], red)
    hidden = club_of(players[0], players[2], "Hidden", public=False)
    with pytest.raises(BadTeamMatch, match="public clubs"):
        challenge(players[0], hidden)
    with pytest.raises(BadTeamMatch, match="no other public club"):
        challenge(players[1], blue, rival="Hidden")
    monkeypatch.setattr(teams, "PROPOSED_A_DAY", 1)
    challenge(players[0], red)
    with pytest.raises(TooMany):
        challenge(players[0], red)
    monkeypatch.setattr(teams, "AHEAD_EACH", 1)
    with pytest.raises(BadTeamMatch, match="are ahead"):
        challenge(players[0], red)


def test_other_club_answers_once_and_both_cancel(
    players: list[User], red: Club, blue: Club
) -> None:
    anna, berta = players[:2]
    made = challenge(anna, red)
    for user in (anna, players[3]):
        with pytest.raises(NotAllowed):
            teams.answer(at(made, user), agreed=True)
    teams.answer(at(made, berta), agreed=False)
    assert news(anna) == ["The club Blue declines the team match with Red."]
    with pytest.raises(NotOpen):
        teams.answer(at(made, berta), agreed=True)
    again = challenge(anna, red)
    with pytest.raises(NotAllowed):
        teams.cancel(at(again, players[2]))
    teams.cancel(at(again, berta))
    with pytest.raises(NotOpen):
        teams.cancel(at(again, anna))


def test_line_ups_are_checked_and_secret(agreed: TeamMatch, players: list[User]) -> None:
    anna, _berta, carla, dora = players
    for wrong in (["dora"], ["anna", "anna"]):
        with pytest.raises(BadTeamMatch):
            teams.name_players(at(agreed, anna), HOME, wrong)
    with pytest.raises(NotAllowed):
        teams.name_players(at(agreed, anna), AWAY, ["dora"])
    name_all(agreed, players)
    shown = page_of(at(agreed, carla)).boards[0]
    assert (shown.home, shown.away) == (anna, None)
    assert page_of(at(agreed, dora)).boards[0].home is None
    assert "Anna" not in Client().get(agreed.get_absolute_url()).content.decode()


def test_line_up_by_rating_leaves_open_boards_last(
    agreed: TeamMatch, players: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _berta, carla, _dora = players
    monkeypatch.setattr(teams, "rating_of", lambda user, game, seats: user.pk)
    teams.name_players(at(agreed, anna), HOME, ["anna", "carla"], by_rating=True)
    assert [one.home for one in Board.objects.all()] == [carla, anna]
    teams.name_players(at(agreed, anna), HOME, ["", "carla"], by_rating=True)
    assert [one.home for one in Board.objects.all()] == [carla, None]


def delete_account(user: User) -> None:
    user.closes_at = timezone.now()
    user.save(update_fields=["closes_at"])
    assert deletion.delete_account(user)


def test_dissolved_club_takes_team_matches_ahead_along_and_notifies_the_other_club(
    agreed: TeamMatch, players: list[User], red: Club, blue: Club
) -> None:
    name_all(agreed, players)
    founding.dissolve(open_club(players[0], red.slug))
    notified = Notification.objects.filter(key__startswith="club:team")
    assert {one.url for one in notified} == {blue.get_absolute_url()}
    for user in (players[1], players[3]):
        assert news(user) == ["The team match of Blue against Red was cancelled."]
    assert not TeamMatch.objects.exists()


@pytest.mark.parametrize("public", [True, False])
def test_team_match_that_has_begun_stays_with_the_name_of_a_dissolved_club(
    agreed: TeamMatch, players: list[User], red: Club, blue: Club, wall: Wall, public: bool
) -> None:
    name_all(agreed, players)
    wall.wait(days=7, hours=20)
    work()
    Club.objects.filter(pk=red.pk).update(public=public)
    founding.dissolve(open_club(players[0], red.slug))
    for user in players:
        page = signed_in(user).get(agreed.get_absolute_url()).text
        assert "Red" in page
        assert f'href="{red.get_absolute_url()}"' not in page
    assert Program(players[1], "clubs").read(f"teams/{agreed.pk}/")["home"] is None
    assert "Red</bdi> – <bdi>Blue" in teams_section(open_club(players[1], blue.slug))
    assert ("Red" in teams_section(open_club(AnonymousUser(), blue.slug))) == public
    assert Client().get(agreed.get_absolute_url()).status_code == (200 if public else 404)


def test_former_member_loses_board(agreed: TeamMatch, players: list[User], red: Club) -> None:
    name_all(agreed, players)
    members.leave(open_club(players[2], red.slug))
    assert Board.objects.get(number=2).home is None


def test_deleted_account_leaves_empty_board_before_start(
    agreed: TeamMatch, players: list[User]
) -> None:
    name_all(agreed, players)
    # The deletion makes Carla the founder of Red, who has to find another player.
    delete_account(players[0])
    board = Board.objects.get(number=1)
    assert (board.home, board.home_name) == (None, "")
    missing = "Red needs another player against Blue: an account was deleted."
    assert news(players[2])[-1] == missing
    shown = Client().get(agreed.get_absolute_url()).content.decode()
    assert DELETED_PLAYER not in shown


def test_deleted_account_shows_another_name_after_start(
    agreed: TeamMatch, players: list[User], wall: Wall
) -> None:
    name_all(agreed, players)
    wall.wait(days=7, hours=20)
    work()
    delete_account(players[2])
    board = Board.objects.get(number=2)
    assert (board.home, board.home_name) == (None, DELETED_PLAYER)


def test_match_of_club_that_became_private_is_for_members(
    agreed: TeamMatch, players: list[User], red: Club, blue: Club
) -> None:
    Club.objects.filter(pk=blue.pk).update(public=False)
    with pytest.raises(NoSuchTeamMatch):
        open_team_match(AnonymousUser(), agreed.pk)
    assert "Blue" not in teams_section(open_club(AnonymousUser(), red.slug))
    assert "Blue" in teams_section(open_club(players[2], red.slug))
    assert at(agreed, players[0]).team_match == agreed


def test_pages_of_challenge_answer_and_players(
    players: list[User], red: Club, blue: Club, wall: Wall
) -> None:
    anna, berta = (signed_in(user) for user in players[:2])
    address = f"{red.get_absolute_url()}challenge/"
    assert "Challenge another club" in anna.get(red.get_absolute_url()).content.decode()
    assert "at least two hours ahead" in anna.get(address).content.decode()
    typed = {"rival": "Blue", "game": "babel", "boards": "2", "clock": "live-10", "zone": "UTC"}
    typed |= {"day": "2037-03-10", "time": "20:00"}
    assert anna.post(address, {**typed, "rival": "Green"}).status_code == 400
    sent = anna.post(address, typed, follow=True).content.decode()
    assert "The challenge is sent." in sent
    page = TeamMatch.objects.get().get_absolute_url()
    assert "Red challenges you" in berta.get(page).content.decode()
    assert "Players of Blue" in berta.post(f"{page}do/agree/", follow=True).content.decode()
    named = {"side": "away", "board_0": "@Dora", "board_1": "@berta"}
    shown = berta.post(f"{page}do/name/", named, follow=True).content.decode()
    assert shown.index('value="@Dora"') < shown.index('value="@Berta"')
    assert "You have a board." in shown
    assert "every 30s" in shown
    assert "team-closed" not in shown, "its forms stay until the match begins or is cancelled"
    text = assert_clean_page(berta.post(f"{page}do/name/", {**named, "board_0": "@x"}), 400).text
    assert "x is not a member of this club." in text
    anna.post(f"{page}do/cancel/")
    renewed = berta.get(page).content.decode()
    assert "team-closed" in renewed
    assert "every 30s" not in renewed
    assert 'value="@x"' in text, "what was typed stays"
    assert 'value="@berta"' in text
    berta.post(f"{page}do/step-back/")
    berta.post(f"{page}do/cancel/")
    assert TeamMatch.objects.get().status == "cancelled"


def test_program_challenges_answers_and_names(players: list[User], red: Club, blue: Club) -> None:
    one, other = Program(players[0], "clubs"), Program(players[1], "clubs")
    given = {"rival": blue.slug, "game": "babel", "start": "2037-03-10T20:00:00", "boards": 2}
    made = one.does(f"clubs/{red.slug}/teams/", given, status=201)
    path = f"teams/{made['id']}/"
    assert other.does(f"{path}answer/", {"agreed": True})["status"] == "agreed"
    line_up = {"side": "away", "usernames": ["dora", ""]}
    boards = other.does(f"{path}lineup/", line_up, method="put")["boards"]
    assert [row["away"] for row in boards] == ["Dora", None]
    assert [row["away"] for row in one.read(path)["boards"]] == [None, None]
    assert refusal(one.ask("put", f"{path}lineup/", line_up)) == (403, "not-allowed")
    Program(players[3], "clubs").does(f"{path}lineup/", method="delete", status=204)
    assert [row["id"] for row in one.read(f"clubs/{red.slug}/teams/")] == [made["id"]]
    one.does(path, method="delete", status=204)
    assert one.read(f"clubs/{red.slug}/teams/") == []
