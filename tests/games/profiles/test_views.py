"""A player's profile, and two players head to head."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from accounts.models import Privacy, User
from games.matches.models import Event, Match, Player
from games.profiles.presenters.profile import Profile
from games.profiles.presenters.reliability import Reliability, reliability_of
from games.profiles.templatetags.played import change_rows
from tests.helpers.endpoints import Endpoint
from tests.helpers.matches import act, legal, mover, people, signed_in, started
from tests.helpers.pages import assert_clean_page
from tests.helpers.ratings import finished
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
FORM = Endpoint("form")
START = datetime(2026, 3, 1, 12, tzinfo=UTC)
PARTS = ("ratings-title", "games-title", "reliability-title", "rivals-title", "matches-title")


def parts(client: Client, path: str = "/players/Anna/") -> list[str]:
    """Return the sections of a page."""
    page = assert_clean_page(client.get(path)).text
    return [part for part in PARTS if f'id="{part}"' in page]


def test_profile_shows_ratings_places_and_reliability(users: list[User]) -> None:
    one, two, three = users
    finished([one, two], [1, 2], at=START)
    finished([one, two], [1, 2], at=START + timedelta(days=1))
    finished([one, two, three], [3, 1, 2], at=START + timedelta(days=2))
    finished([one, two], [2, 1], game="babel", rated=False, at=START + timedelta(days=3))
    assert parts(Client()) == list(PARTS)
    profile = Profile(one, AnonymousUser())
    assert [(past.game.slug, past.matches, past.won) for past in profile.games] == [
        ("condottiere", 3, 2),
        ("babel", 1, 0),
    ]
    tables = [
        (name, [(s.place, s.count, s.width) for s in shares])
        for name, shares in profile.games[0].sizes
    ]
    assert tables == [
        ("Two players", [(1, 2, "100.00")]),
        ("Three or more", [(3, 1, "100.00")]),
    ]
    duel, circle = profile.ratings
    assert [(c.place, c.before, c.after) for c in duel.changes] == [
        (1, 1520, 1538),
        (1, 1500, 1520),
    ]
    cells = '<td class="number is-up">+18</td><td class="number">1538</td>'
    assert cells in change_rows(duel.changes)
    assert '"number is-up">+20</td>' in change_rows(duel.changes)
    assert (duel.row.tally.value, duel.best, duel.since) == (1538, 1538, START)
    assert '"number is-down">−20</td>' in change_rows(circle.changes)
    assert [(rival.user.name, rival.matches) for rival in profile.rivals] == [
        ("Berta", 4),
        ("Carla", 1),
    ]


@pytest.mark.parametrize(("matches", "rate"), [(3, 67), (200, 99)])
def test_reliability_is_rounded_but_whole_only_if_all_were_played(matches: int, rate: int) -> None:
    assert Reliability(matches, 0, 1, 0, []).rate == rate
    assert Reliability(matches, 0, 0, 0, []).rate == 100


def test_one_match_is_counted_in_singular_in_french(users: list[User]) -> None:
    one, two, _three = users
    finished([one, two], [1, 2], at=START)
    shown = Client().get("/players/Anna/", headers={"accept-language": "fr"}).content.decode()
    for words in ("partie terminée", "gagnée", "1 sur 1 jouée jusqu’au bout"):
        assert f"<dt>{words}</dt><dd>" in shown
    assert "1 partie, 100\u202f% de victoires" in shown


def test_newcomer_profile_has_only_matches_section(users: list[User]) -> None:
    for client in (Client(), signed_in(users[0]), signed_in(users[1])):
        assert parts(client) == ["matches-title"]


def test_chart_numbers_do_not_depend_on_language(users: list[User]) -> None:
    for places in ([1, 2, 3], [2, 1, 3], [3, 1, 2]):
        finished(users, places)
    page = Client().get("/players/Anna/", headers={"Accept-Language": "de"}).content.decode()
    assert re.findall(r' width="([^"]+)" height="10"', page) == ["33.33"] * 3


def test_private_matches_are_shown_only_to_players(users: list[User]) -> None:
    one, two, three = users
    finished([one, two], [1, 2], public=False, rated=False)
    assert Profile(one, AnonymousUser()).matches == Profile(one, three).matches == 0
    assert Profile(one, one).matches == Profile(one, two).matches == 1
    assert [played.match.public for played in Profile(one, two).latest] == [False]
    assert Profile(one, three).latest == []


def test_private_sections_are_hidden_only_from_others(users: list[User]) -> None:
    finished(users[:2], [1, 2])
    Privacy.objects.create(user=users[0], ratings="members", matches="members")
    assert parts(Client()) == ["reliability-title"]
    assert parts(signed_in(users[2])) == list(PARTS)
    Privacy.objects.update(ratings="nobody", matches="nobody", reliability="nobody")
    assert parts(signed_in(users[2])) == []
    assert parts(signed_in(users[0])) == list(PARTS)
    assert parts(Client(), "/players/Berta/") == [part for part in PARTS if "rivals" not in part]


def test_reliability_distinguishes_leaving_and_timeout(users: list[User]) -> None:
    one, two, _three = users
    for _match in range(2):
        finished([one, two], [1, 2])
    for kind, under_way in ((Event.Kind.RESIGN, False), ("timeout", True)):
        match = finished([one, two], [2, 1], left=[0])
        match.players.update(honoured=under_way)
        Event.objects.create(match=match, number=1, kind=kind, seat=0)
    reliability = reliability_of(one)
    assert reliability is not None
    assert (reliability.finished, reliability.left, reliability.timed_out) == (2, 1, 1)
    assert (reliability.rate, reliability.matches) == (50, 4)
    other = reliability_of(two)
    assert other is not None
    assert other.rate == 100


@pytest.mark.parametrize(("seats", "left"), [(2, 0), (3, 1)])
def test_resigned_duel_that_was_under_way_was_played_to_its_end(
    users: list[User], seats: int, left: int
) -> None:
    match = finished(users[:seats], [seats, *range(1, seats)], left=[0])
    match.players.update(honoured=True)
    Event.objects.create(match=match, number=1, kind=Event.Kind.RESIGN, seat=0)
    reliability = not_none(reliability_of(users[0]))
    assert (reliability.left, reliability.finished) == (left, 1 - left)


def test_each_match_is_counted_once(users: list[User]) -> None:
    one, two, _three = users
    finished([one, two], [1, 2])
    called_off = finished([one, two], [1, 2])
    Match.objects.filter(id=called_off.id).update(status=Match.Status.ABORTED)
    called_off.players.filter(user=one).update(ended_at=None, called_off_at=START)
    text = signed_in(two).get("/players/Anna/").content.decode()
    assert "1 of 2 played to the end" in text
    assert "50%" in text


def test_graph_of_one_day_names_it_once_and_its_hours(users: list[User]) -> None:
    one, two, _three = users
    for hour in (12, 15):
        finished([one, two], [1, 2], at=START.replace(hour=hour))
    days = re.compile(r'<p class="graph-days">(.*?)</p>')
    (line,) = days.findall(Client().get("/players/Anna/").content.decode())
    assert line == "<span>March 1, 2026, noon UTC</span><span>3 p.m. UTC</span>"
    finished([one, two], [1, 2], at=START + timedelta(days=1))
    (line,) = days.findall(Client().get("/players/Anna/").content.decode())
    assert line.count("<span>") == 2


def test_move_time_is_shown_by_time_control(users: list[User]) -> None:
    one, two, _three = users
    live = finished([one, two], [1, 2])
    Match.objects.filter(id=live.id).update(pace=Match.Pace.LIVE)
    slow = finished([two, one], [1, 2])
    Match.objects.filter(id=slow.id).update(pace=Match.Pace.TURNS)
    left = finished([one, two], [2, 1], left=[0])
    Player.objects.filter(match=left, user=one).update(left_at=2)
    for match, seat, times in (
        (live, 0, [1000, 3500, 90_000]),
        (live, 1, [50]),
        (slow, 1, [3 * 3600_000, 5 * 3600_000]),
        (left, 0, [12_345, 1, 1]),
    ):
        Event.objects.bulk_create(
            Event(match=match, number=n + 10 * seat, kind=Event.Kind.MOVE, seat=seat, took=took)
            for n, took in enumerate(times, start=1)
        )
    reliability = reliability_of(one)
    assert reliability is not None
    assert reliability.moves == [("no clock", "12 s"), ("live", "3.5 s"), ("turn by turn", "4 h")]


def test_every_move_stores_its_duration(users: list[User]) -> None:
    match = started(*users[:2])
    seat = mover(match)
    asked = Player.objects.get(match=match, seat=seat).asked_since
    assert asked is not None
    Player.objects.filter(match=match, seat=seat).update(asked_since=asked - timedelta(seconds=9))
    act(match, seat, legal(match, seat)[0])
    took = match.events.get().took
    assert took is not None
    assert 9000 <= took < 30_000
    seat = mover(match)
    Player.objects.filter(match=match, seat=seat).update(asked_since=asked - timedelta(days=90))
    act(match, seat, legal(match, seat)[0])
    assert not_none(match.events.last()).took == 2**31 - 1, "the maximum of the column"


def test_head_to_head_counts_visible_matches(users: list[User]) -> None:
    one, two, three = users
    finished([one, two], [1, 2])
    finished([one, two, three], [3, 1, 2])
    finished([one, two], [1, 1], game="babel", rated=False)
    secret = finished([two, one], [2, 1], public=False, rated=False)
    finished([one, three], [1, 2])
    for viewer, matches in ((one, 4), (two, 4), (three, 3), (None, 3)):
        page = assert_clean_page(signed_in(viewer).get("/players/Anna/against/Berta/")).text
        assert page.count('class="played game-') == matches
        assert (secret.id in page) == (matches == 4)
        total = [int(n) for n in re.findall(r"<p><b>(\d+)</b>", page)]
        assert total == ([2, 1, 1] if matches == 4 else [1, 1, 1])
    assert "Anna against Berta" in page
    assert_clean_page(Client().get("/players/Berta/against/Carla/"))


def test_head_to_head_without_matches_or_of_unknown_user(users: list[User]) -> None:
    mine = signed_in(users[0])
    assert_clean_page(mine.get("/players/Anna/against/Carla/"))
    assert_clean_page(Client().get("/players/anna/against/cARLA/"))
    assert mine.get("/players/Anna/against/anna/")["Location"] == "/players/Anna/"
    response = mine.get("/players/Anna/against/Nobody7/")
    assert FORM.refusal(response)[:2] == (404, "unknown-player")
    User.objects.filter(username="Carla").update(is_active=False)
    assert mine.get("/players/Carla/against/Anna/").status_code == 404


def test_head_to_head_with_hidden_matches_is_refused_to_others(users: list[User]) -> None:
    finished(users[:2], [1, 2])
    Privacy.objects.create(user=users[0], matches="nobody", ratings="nobody")
    path = "/players/Berta/against/Anna/"
    for client in (Client(), signed_in(users[2])):
        response = client.get(path)
        assert FORM.refusal(response)[:2] == (403, "kept-private")
        assert "Anna keeps their matches" in response.content.decode()
    for user in users[:2]:
        assert_clean_page(signed_in(user).get(path))
    page = signed_in(users[1]).get(path).content.decode()
    assert "1520" not in page, "Anna has met Berta, but the rating stays hidden"


def test_profile_links_head_to_head_for_met_player(users: list[User]) -> None:
    finished(users[:2], [1, 2])
    link = "/players/Anna/against/Berta/"
    assert link in signed_in(users[0]).get("/players/Berta/").content.decode()
    assert "You have met" not in signed_in(users[2]).get("/players/Berta/").content.decode()


def test_latest_public_matches_are_shown_with_their_last_position() -> None:
    anna, berta = people("Anna", "Berta")
    public = finished([anna, berta], [1, 2], rated=False)
    private = finished([anna, berta], [1, 2], public=False, rated=False)
    page = signed_in(anna).get("/players/Anna/").content.decode()
    assert f"/embed/matches/{public.id}/board.svg" in page
    assert f"/matches/{private.id}/" in page
    assert f"/embed/matches/{private.id}/" not in page
