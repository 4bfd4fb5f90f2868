"""The ladder pages and their JSON: places, paging and seasons."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.ladders.anchors import anchors_of
from games.ladders.models import Ladder, Rating, RatingEntry, SeasonRating
from games.ladders.presenters.listing import PAGE
from games.ladders.services.ratings import annul
from games.matches.models import Match
from games.matches.services import commands
from tests.helpers.matches import committed, people, person, signed_in, started, under_way
from tests.helpers.pages import assert_clean_page
from tests.helpers.ratings import finished
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
DUEL = "/ladders/condottiere/2/"


def api(client: Client, **asked: str) -> dict[str, Any]:
    response = client.get(f"/api/v1{DUEL}", asked)
    assert response.status_code == 200
    answer: dict[str, Any] = response.json()
    return answer


def page(client: Client, url: str = DUEL) -> str:
    return assert_clean_page(client.get(url)).text


def crowd(
    count: int, *, value: int = 2000, step: int = 1, career: int = 12, days: int = 1
) -> list[Rating]:
    """Fill the ladder of two with users, each `step` points below the one before."""
    ladder, _made = Ladder.objects.get_or_create(game="condottiere", size="2")
    first = User.objects.count()
    users = User.objects.bulk_create(
        User(username=f"Crowd{first + n}", email="") for n in range(count)
    )
    at = timezone.now() - timedelta(days=days)
    figures = {"matches": career, "career": career, "wins": career // 2, "at": at, "change": 7}
    return Rating.objects.bulk_create(
        Rating(ladder=ladder, user=user, value=value - step * n, **figures)
        for n, user in enumerate(users)
    )


def walk(client: Client, direction: str, **asked: str) -> list[list[str]]:
    """Return the names on each page, from the first to the last."""
    pages, cursor = [], asked
    while True:
        found = api(client, **cursor)
        pages.append([row["username"] for row in found["rows"]])
        if found[direction] is None:
            return pages
        cursor = {direction: found[direction]}


def test_empty_ladder_pages_explain_what_is_missing(db: None) -> None:
    assert "This ladder is still empty" in page(Client())
    assert "No places yet" in page(Client(), "/ladders/")
    assert "No players on the way" in page(Client(), f"{DUEL}?part=provisional")
    assert "No bots have played here yet" in page(Client(), f"{DUEL}?who=bots")
    assert "in this season" in page(Client(), f"{DUEL}?season=2020-1")


def test_ladder_row_shows_statistics_of_player(db: None) -> None:
    anna, berta = people("Anna", "Berta")
    for number in range(12):
        finished([anna, berta], [1, 2] if number % 3 else [2, 1])
    first, second = api(signed_in(anna))["rows"]
    entry = RatingEntry.objects.filter(rating__user=anna).latest("id")
    assert first == {
        "place": 1,
        "name": "Anna",
        "username": "Anna",
        "bot": None,
        "rating": entry.after,
        "matches": 12,
        "wins": 8,
        "win_rate": 67,
        "last_change": entry.after - entry.before,
        "last_match": first["last_match"],
        "provisional": False,
        "active": True,
    }
    assert (second["place"], second["win_rate"], second["last_change"]) == (
        2,
        33,
        -first["last_change"],
    )
    text = page(signed_in(anna))
    assert f"+{entry.after - entry.before}" in text
    assert "67%" in text


def test_provisional_players_are_listed_separately(db: None) -> None:
    crowd(2, value=1600)
    (low,) = crowd(1, value=1900, career=9)
    found = api(Client())
    assert [row["place"] for row in found["rows"]] == [1, 2]
    assert (found["placed_count"], found["provisional_count"]) == (2, 1)
    apart = api(Client(), part="provisional")["rows"]
    assert [(row["place"], row["rating"], row["provisional"]) for row in apart] == [
        (None, 1900, True)
    ]
    mine = api(signed_in(low.user))
    assert mine["mine"]["place"] is None
    assert "1 more rated match for a place" in page(signed_in(low.user))


def test_inactive_player_is_not_listed_but_sees_rating(db: None) -> None:
    crowd(2)
    (away,) = crowd(1, value=2500, days=61)
    (barely,) = crowd(1, value=2400, days=59)
    found = api(signed_in(away.user))
    assert [row["rating"] for row in found["rows"]] == [2400, 2000, 1999]
    assert (found["mine"]["rating"], found["mine"]["place"], found["mine"]["active"]) == (
        2500,
        None,
        False,
    )
    text = page(signed_in(away.user))
    assert "to be listed again" in text
    assert "at=me" not in text
    assert api(signed_in(barely.user))["mine"]["place"] == 1


def test_equal_ratings_share_place(db: None) -> None:
    crowd(2, value=1700, step=0)
    crowd(1, value=1650)
    assert [row["place"] for row in api(Client())["rows"]] == [1, 1, 3]


def test_ladder_pages_can_be_walked_both_ways(db: None) -> None:
    rows = crowd(2 * PAGE + 20, step=0) + crowd(PAGE, value=1999)
    names = [not_none(row.user).username for row in rows]
    down = walk(Client(), "after")
    assert [len(part) for part in down] == [PAGE, PAGE, PAGE, 20]
    assert [name for part in down for name in part] == names
    last = api(Client(), after=f"{rows[-21].value}.{rows[-21].pk}")
    up = walk(Client(), "before", before=last["before"])
    assert up[::-1] == down[:-1]
    places = [row["place"] for row in api(Client(), after=api(Client())["after"])["rows"]]
    assert set(places) == {1}, "places continue from the previous page"
    text = page(Client(), f"{DUEL}?after={api(Client())['after']}")
    assert 'rel="prev"' in text
    assert 'rel="next"' in text


def test_paging_skips_no_player_when_ratings_change(db: None) -> None:
    rows = crowd(PAGE + 10)
    first = api(Client())
    Rating.objects.filter(pk=rows[PAGE + 5].pk).update(value=3000)
    second = [row["username"] for row in api(Client(), after=first["after"])["rows"]]
    stayed = [not_none(row.user).username for row in rows[PAGE:] if row is not rows[PAGE + 5]]
    assert second == stayed


def test_own_row_is_shown_on_every_page(db: None) -> None:
    rows = crowd(3 * PAGE)
    me = rows[2 * PAGE + 3]
    client = signed_in(me.user)
    assert api(client)["mine"]["place"] == 2 * PAGE + 4
    text = page(client)
    assert "<tfoot>" in text
    assert "at=me#me" in text
    there = page(client, f"{DUEL}?at=me")
    assert 'id="me"' in there
    assert "<tfoot>" not in there
    names = [row["username"] for row in api(client, at="me")["rows"]]
    assert names[PAGE // 2] == not_none(me.user).username
    assert len(names) == PAGE
    top = page(signed_in(rows[0].user), f"{DUEL}?at=me")
    assert 'id="me"' in top
    assert "You haven’t played rated here yet" in page(signed_in(person("Stranger")))


def test_closed_accounts_are_not_listed(db: None) -> None:
    gone, closed, stays = crowd(3)
    not_none(gone.user).delete()
    User.objects.filter(pk=not_none(closed.user_id)).update(is_active=False)
    assert [row["username"] for row in api(Client())["rows"]] == [not_none(stays.user).username]


def test_season_list_counts_only_its_matches(db: None) -> None:
    anna, berta, carla = people("Anna", "Berta", "Carla")
    spring = datetime(2026, 5, 1, tzinfo=UTC)
    for day in range(11):
        finished([anna, berta], [1, 2], at=spring + timedelta(days=day))
    for day in range(10):
        finished([berta, person(f"Guest{day}")], [1, 2], at=spring + timedelta(days=100 + day))
    finished([berta, carla], [1, 2], at=spring + timedelta(days=120))
    before, after = (api(signed_in(anna), season=name) for name in ("2026-2", "2026-3"))
    assert [row["name"] for row in before["rows"]] == ["Anna", "Berta"]
    assert [row["matches"] for row in before["rows"]] == [11, 11]
    left = RatingEntry.objects.filter(rating__user=berta, at__lt=spring + timedelta(days=50))
    assert before["rows"][1]["rating"] == left.latest("at").after, (
        "the rating at the end of the season"
    )
    assert [(row["name"], row["matches"], row["wins"]) for row in after["rows"]] == [
        ("Berta", 11, 11)
    ]
    assert after["provisional_count"] == 11, "Carla and the guests have played once"
    assert after["mine"] is None
    text = page(Client(), f"{DUEL}?season=2026-2")
    assert "Apr – Jun 2026" in text
    assert "Jul – Sep 2026" in text
    assert "This season ended: <time" in text
    assert "July 1, 2026, midnight UTC</time>" in text
    assert SeasonRating.objects.count() == 2 + 12


@pytest.mark.parametrize(
    ("zone", "words"),
    [
        ("Pacific/Auckland", "Jan. 1, 2999, 1 p.m."),
        ("America/Los_Angeles", "Dec. 31, 2998, 4 p.m."),
    ],
)
def test_end_of_season_is_in_zone_of_reader(db: None, zone: str, words: str) -> None:
    client = Client()
    client.cookies["time_zone"] = zone
    text = page(client, f"{DUEL}?season=2998-4")
    assert f'This season ends: <time datetime="2999-01-01T00:00:00Z">{words}</time>' in text
    assert "This season" not in page(client)


def test_one_match_gives_earlier_rating_no_place_in_season(db: None) -> None:
    anna, berta = people("Anna", "Berta")
    spring = datetime(2026, 5, 1, tzinfo=UTC)
    for day in range(11):
        finished([anna, berta], [1, 2], at=spring + timedelta(days=day))
    finished([anna, berta], [1, 2], at=spring + timedelta(days=100))
    state = api(signed_in(anna), season="2026-3")
    assert state["rows"] == []
    assert state["provisional_count"] == 2
    assert (state["mine"]["place"], state["mine"]["provisional"]) == (None, True)
    text = page(signed_in(anna), f"{DUEL}?season=2026-3&part=provisional")
    assert "9 more rated matches for a place" in text


def test_bots_are_listed_separately(db: None) -> None:
    for _match in range(10):
        finished(["normal", "easy"], [1, 2])
    assert api(Client())["rows"] == []
    rows = api(signed_in(person("Anna")), who="bots")["rows"]
    assert [(row["place"], row["bot"], row["username"]) for row in rows] == [
        (1, "normal", None),
        (2, "easy", None),
    ]
    assert "Normal bot" in page(Client(), f"{DUEL}?who=bots")


def test_bot_anchors_are_shown_only_below_all_time_list(db: None) -> None:
    text = page(Client(), f"{DUEL}?who=bots")
    shown = re.findall(r"(\w+) bot</th><td class=\"number\"><b class=\"ladder-rating\">(\d+)", text)
    assert [(level.lower(), int(rating)) for level, rating in shown] == [
        (level, rating) for level, rating in anchors_of("condottiere", "2").items()
    ]
    for other in ("", "?who=bots&season=2026-1"):
        assert "How strong they are" not in page(Client(), f"{DUEL}{other}")


def test_overview_shows_best_players_and_viewer(db: None) -> None:
    rows = crowd(5)
    text = page(signed_in(rows[4].user), "/ladders/")
    shown = [
        not_none(row.user).name for row in rows if f"<bdi>{not_none(row.user).name}</bdi>" in text
    ]
    assert shown == [not_none(row.user).name for row in rows[:3]]
    assert '<span class="grow">You' in text
    assert "5 placed" in text


@pytest.mark.parametrize(
    ("url", "status", "code"),
    [
        ("/ladders/chess/2/", 404, "unknown-ladder"),
        ("/ladders/condottiere/4/", 404, "unknown-ladder"),
        (f"{DUEL}?season=2026-5", 404, "unknown-ladder"),
        (f"{DUEL}?after=x", 400, "bad-page"),
        (f"{DUEL}?before=1500.", 400, "bad-page"),
        (f"{DUEL}?after=1500.{'9' * 30}", 400, "bad-page"),
        (f"{DUEL}?after=٣.٣", 400, "bad-page"),
    ],
)
def test_unknown_ladder_is_refused_with_sentence(
    db: None, url: str, status: int, code: str
) -> None:
    assert_clean_page(Client().get(url), status)
    response = Client().get(f"/api/v1{url}")
    assert (response.status_code, response.json()["error"]["code"]) == (status, code)
    assert response.json()["error"]["reason"]


def test_ladders_endpoint_lists_ladders(db: None) -> None:
    names = Client().get("/api/v1/ladders/").json()
    assert {"game": "condottiere", "size": "3+"} in names
    assert Client().get("/api/v1/ladders/condottiere/3+/").status_code == 200
    assert Client().post("/api/v1/ladders/", content_type="application/json").status_code == 405


def test_result_shows_rating_changes(db: None) -> None:
    anna, berta = people("Anna", "Berta")
    match = under_way(started(anna, berta))
    Match.objects.filter(id=match.id).update(rated=True)
    with committed():
        commands.resign(anna, match.id)
    client = signed_in(berta)
    for _look in range(2):
        text = client.get(f"/matches/{match.id}/").content.decode()
        assert "1500 → 1520" in text
        assert "1500 → 1480" in text
        assert "/ladders/condottiere/2/" in text
    changes = [
        player["rating"] for player in client.get(f"/api/v1/matches/{match.id}/").json()["players"]
    ]
    assert sorted(change["after"] for change in changes) == [1480, 1520]
    annul(match.id, "for a reason")
    text = client.get(f"/matches/{match.id}/").content.decode()
    assert "→" not in text.split('id="result"')[1].split("</section>")[0]
    assert "doesn’t count for ratings" in text
