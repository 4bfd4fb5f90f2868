"""Clocks in the form, the lobby and the API, and calling a match off."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.matches.models import Match
from games.matches.presenters.clocks import lasted_words, time_left_words
from tests.helpers.clocks import Wall
from tests.helpers.endpoints import HTMX
from tests.helpers.matches import (
    act,
    fresh,
    mover,
    opened,
    people,
    person,
    signed_in,
    started,
    turn_token,
    user_at,
)
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
FORM = {"seats": "2", "public": "yes", "option_points": "0"}
DECLINE = {"type": "decline"}


def post_form(client: Client, **more: str) -> Match:
    client.post("/games/condottiere/open/", {**FORM, **more})
    return Match.objects.get()


def test_chosen_clock_is_stored_with_match(db: None) -> None:
    match = post_form(signed_in(person("Anna")), clock="turns-24")
    assert (match.pace, match.bank, match.increment, match.cap) == ("turns", 86400, 43200, 259200)


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (timedelta(days=3, seconds=-2), "3 days left"),
        (timedelta(days=2, seconds=-2), "2 days left"),
        (timedelta(hours=24, seconds=-2), "24 hours left"),
        (timedelta(hours=2, seconds=-2), "2 hours left"),
        (timedelta(minutes=90), "90 minutes left"),
        (timedelta(seconds=61), "1 minute left"),
        (timedelta(seconds=59), "less than a minute left"),
    ],
)
def test_time_left_is_rounded_to_nearest(left: timedelta, words: str) -> None:
    now = timezone.now()
    assert time_left_words(now + left, now) == words


@pytest.mark.parametrize(
    ("seconds", "words"), [(59, "under a minute"), (60, "1 minute"), (3660, "1 hour, 1 minute")]
)
def test_short_match_lasted_under_a_minute(seconds: int, words: str) -> None:
    now = timezone.now()
    match = Match(started_at=now, ended_at=now + timedelta(seconds=seconds))
    assert lasted_words(match, 2).replace("\xa0", " ") == words
    assert lasted_words(Match(started_at=now), 2) == ""


def test_untimed_table_has_no_clock(db: None) -> None:
    match = post_form(signed_in(person("Anna")), seat_1="easy")
    assert (match.pace, match.bank) == ("", 0)


def test_unknown_clock_opens_no_table(db: None) -> None:
    answer = signed_in(person("Anna")).post(
        "/games/condottiere/open/", {**FORM, "clock": "sundial"}
    )
    assert answer.status_code == 400
    assert not Match.objects.exists()


def test_link_with_bots_preselects_no_clock(db: None) -> None:
    client = signed_in(person("Anna"))
    page = client.get("/games/condottiere/open/?bots=easy").content.decode()
    assert page.count("checked") > 2
    assert 'value="free" id="id_clock_0" checked' in page
    page = client.get("/games/condottiere/open/").content.decode()
    assert 'value="live-20" id="id_clock_3" checked' in page


def test_lobby_and_waiting_room_show_clock(db: None) -> None:
    match = opened(person("Anna"), clock="turns-72")
    words = "3 days + 24 h, at most 7 days"
    assert words in Client().get("/").content.decode()
    assert words in Client().get(f"/matches/{match.id}/").content.decode()


def test_api_returns_clocks_only_of_timed_matches(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    match = started(*people("Anna", "Berta"), clock="live-10")
    seat = mover(match)
    client = signed_in(user_at(match, seat))
    wall.wait(2.5)
    answered = client.get(f"/api/v1/matches/{match.id}/").json()
    assert answered["clock"] == {"pace": "live", "bank": 600, "increment": 15, "cap": 0}
    mine, other = answered["clocks"][seat], answered["clocks"][1 - seat]
    assert (mine["left"], mine["runs"]) == (597.5, True)
    assert (other["left"], other["runs"], other["out"]) == (600, False, None)
    assert mine["out"] > answered["now"]
    wall.wait(700)
    body = {**DECLINE, "turn_token": turn_token(match, seat)}
    late = client.post(f"/api/v1/matches/{match.id}/moves/", body, content_type="application/json")
    assert (late.status_code, late.json()["error"]["code"]) == (409, "time-is-up")
    free = started(*people("Carla", "Dora"))
    answered = Client().get(f"/api/v1/matches/{free.id}/").json()
    assert (answered["clock"], answered["clocks"], answered["now"]) == (None, [None, None], None)


def test_page_contains_absolute_times(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    wall = Wall(monkeypatch)
    match = started(*people("Anna", "Berta"), clock="live-10")
    out = round(not_none(match.players.get(deadline__isnull=False).deadline).timestamp() * 1000)
    wall.wait(3)
    page = Client().get(f"/matches/{match.id}/").content.decode()
    assert f'data-deadline="{out}"' in page
    assert f'data-now="{round(wall.now.timestamp() * 1000)}"' in page
    assert ">9:57</b>" in page, "shown without scripts"


def test_call_off_button_ends_match_without_moves(db: None) -> None:
    match = started(*people("Anna", "Berta"))
    client = signed_in(user_at(match, 0))
    page = client.get(f"/matches/{match.id}/").content.decode()
    assert 'form="abort-form"' in page
    assert 'form="resign-form"' not in page
    answer = client.post(f"/matches/{match.id}/abort/", headers=HTMX)
    assert "The match was called off" in answer.content.decode()
    assert fresh(match).status == Match.Status.ABORTED
    assert client.get(f"/matches/{match.id}/replay/").status_code == 200
    assert client.get(f"/matches/{match.id}/record.json").status_code == 409
    assert match.id not in client.get("/").content.decode()


def test_call_off_after_first_moves_is_refused(db: None) -> None:
    match = started(*people("Anna", "Berta"))
    for _ in range(2):
        act(match, mover(match), DECLINE)
    client = signed_in(user_at(match, 0))
    page = client.get(f"/matches/{match.id}/").content.decode()
    assert 'form="resign-form"' in page
    assert 'form="abort-form"' not in page
    answer = client.post(f"/matches/{match.id}/abort/", headers=HTMX)
    assert answer.status_code == 409
    assert 'data-code="cannot-abort"' in answer.content.decode()
