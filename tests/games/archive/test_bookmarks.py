"""Favourites, notes, the facts of a row, and public records in bulk."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.archive.models import NOTE_LENGTH, Bookmark
from games.engine.referee import Requested, judge
from games.matches.models import Match
from games.titles.registry import ALL_RULES
from tests.games.archive.conftest import found
from tests.helpers.matches import opened, play_on, signed_in, started
from tests.helpers.pages import assert_clean_page, lasting
from tests.helpers.ratings import finished
from tests.helpers.responses import streamed

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def anna(users: list[User]) -> Client:
    return signed_in(users[0])


def mark(client: Client, match: Match, **fields: str) -> int:
    return client.post(f"/matches/{match.id}/bookmark/", fields).status_code


def test_favourites_and_notes_filter_matches(users: list[User], anna: Client) -> None:
    one, two, _three = users
    first = finished([one, two], [1, 2], at=START)
    second = finished([one, two], [1, 2], at=START + timedelta(days=1))
    assert mark(anna, first, favourite="yes") == 302
    assert mark(anna, second, note="Pass earlier.\r\nCount the winters.") == 302
    assert found(one, "marked=favourite") == [first.id]
    assert found(one, "marked=note") == [second.id]
    assert "Pass earlier.\nCount the winters." in anna.get("/matches/").content.decode()
    assert mark(anna, first, favourite="no") == 302
    assert mark(anna, second, note="  ") == 302
    assert not Bookmark.objects.exists(), "empty bookmarks are deleted"


def test_words_of_own_notes_are_found(users: list[User], anna: Client) -> None:
    one, two, _three = users
    first = finished([one, two], [1, 2], at=START)
    finished([one, two], [1, 2], at=START + timedelta(days=1))
    mark(anna, first, note="Überall früher passen #merken")
    for text in ("merken", "ÜBERALL", "%23merken"):
        assert found(one, f"text={text}") == [first.id]
    assert found(one, "text=unwritten") == []
    assert found(two, "text=merken") == []
    assert found(one, "whose=all&text=merken") == []
    mark(anna, first, note="other words")
    assert found(one, "text=merken") == []


def test_note_is_visible_only_to_author(users: list[User], anna: Client) -> None:
    one, two, three = users
    match = finished([one, two], [1, 2], at=START)
    before = signed_in(two).get("/matches/").content
    mark(anna, match, note="He bluffs.", favourite="")
    mark(anna, match, note="He bluffs.")
    for other in (signed_in(two), signed_in(three), Client()):
        for query in ("", "?whose=all", "?marked=note"):
            assert "He bluffs." not in other.get(f"/matches/{query}").content.decode()
    assert len(signed_in(two).get("/matches/").content) == len(before)


def test_note_at_running_table_stays_and_is_on_no_page_of_others(
    users: list[User], anna: Client
) -> None:
    match = started(*users[:2])
    url = match.get_absolute_url()
    others = [signed_in(users[1]), signed_in(users[2]), Client()]
    before = [lasting(other.get(url)) for other in others]
    assert mark(anna, match, note="He holds the Bishop.", next=url) == 302
    assert "He holds the Bishop." in anna.get(url).content.decode()
    assert_clean_page(anna.get(url))
    assert [lasting(other.get(url)) for other in others] == before
    fragment = anna.get(f"/matches/{match.id}/steps/0/").content.decode()
    assert "He holds the Bishop." not in fragment, "not in the fragment that is pushed"
    play_on(match)
    assert "He holds the Bishop." in anna.get(url).content.decode()
    assert "He holds the Bishop." in anna.get("/matches/").content.decode()
    assert mark(anna, match, note="") == 302
    assert not Bookmark.objects.exists()


def test_invalid_bookmark_is_refused(users: list[User], anna: Client) -> None:
    match = started(*users[:2])
    over = finished(users[:2], [1, 2], at=START)
    assert mark(anna, match, favourite="yes") == 409
    assert mark(anna, opened(users[0], seed=3), note="Too early.") == 409
    assert mark(anna, over, note="x" * (NOTE_LENGTH + 1)) == 400
    assert mark(Client(), over, favourite="yes") == 401
    assert mark(anna, Match(id="zzzzzzzzzz"), favourite="yes") == 404
    assert not Bookmark.objects.exists()


def test_matches_are_filtered_by_kind_of_opponents(users: list[User]) -> None:
    one, two, _three = users
    among_people = finished([one, two], [1, 2], at=START)
    mixed = finished([one, two, "easy"], [1, 2, 3], at=START + timedelta(days=1), rated=False)
    bots = finished([one, "easy"], [1, 2], at=START + timedelta(days=2), rated=False)
    for whose in ("mine", "all"):
        assert found(one, f"whose={whose}&opponents=people") == [among_people.id]
    assert found(one, "opponents=mixed") == [mixed.id]
    assert found(one, "opponents=bots") == [bots.id]
    assert found(one, "whose=all&opponents=mixed") == [bots.id, mixed.id]


def test_row_shows_rating_change(users: list[User], anna: Client) -> None:
    one, two, _three = users
    finished([one, two], [1, 2], at=START)
    page = anna.get("/matches/").content.decode()
    assert "+20" in page
    assert "(1520)" in page
    lost = signed_in(two).get("/matches/").content.decode()
    assert "−20" in lost
    assert "(1480)" in lost
    finished([one, two], [1, 2], at=START + timedelta(days=1), rated=False)
    page = anna.get("/matches/").content.decode()
    assert page.count("unrated") > page.count("+20")


def test_public_records_are_filtered_by_days(users: list[User], anna: Client) -> None:
    match = play_on(started(*users[:2]))
    hidden = play_on(started(*users[:2], seed=2, public=False))
    day = f"{match.ended_at:%Y-%m-%d}"
    response = anna.get(f"/matches/records.ndjson?since={day}&until={day}")
    assert response["Content-Type"] == "application/x-ndjson"
    lines = [json.loads(line) for line in streamed(response).splitlines()]
    assert [line["match"] for line in lines] == [match.id] != [hidden.id]
    assert judge(json.dumps(lines[0]), ALL_RULES, Requested(verify=True))["ok"]
    assert anna.get(f"/matches/records.ndjson?since={day}&until={day}").status_code == 429
    cache.clear()
    other = anna.get(f"/matches/records.ndjson?since={day}&until={day}&game=babel")
    assert streamed(other) == b""


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("since=yesterday&until=today", "Write dates like this"),
        ("since=2026-03-02&until=2026-03-01", "The last day is before the first one."),
        ("since=2026-01-01&until=2026-12-31", "A file covers at most"),
        ("since=0001-01-01&until=9999-12-31", "A file covers at most"),
        ("since=9999-12-31", "This day hasn’t begun."),
    ],
)
def test_invalid_days_are_refused(query: str, words: str, anna: Client) -> None:
    response = anna.get(f"/matches/records.ndjson?{query}")
    assert response.status_code == 400
    assert words in response.text


def test_records_default_to_last_week(users: list[User], anna: Client) -> None:
    match = play_on(started(*users[:2]))
    assert Client().get("/matches/records.ndjson").status_code == 401
    page = assert_clean_page(anna.get("/matches/?whose=all")).text
    assert 'href="/matches/records.ndjson"' in page
    response = anna.get("/matches/records.ndjson")
    assert match.id.encode() in streamed(response)


def test_first_days_of_calendar_return_empty_records(anna: Client) -> None:
    assert streamed(anna.get("/matches/records.ndjson?until=0001-01-03")) == b""
