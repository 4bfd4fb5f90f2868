"""A user's own statistics, and the paged export of records."""

from __future__ import annotations

import json

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.achievements.models import HabitChoice
from games.archive import search
from games.matches.models import Player
from tests.helpers.matches import signed_in
from tests.helpers.pages import assert_clean_page
from tests.helpers.programs import Program, refusal
from tests.helpers.ratings import finished
from tests.helpers.stored import stored

pytestmark = pytest.mark.django_db


def test_statistics_count_games_seats_openings_and_opponents(users: list[User]) -> None:
    anna, berta, carla = users
    won, lost = finished([anna, berta], [1, 2]), finished([berta, anna, carla], [1, 2, 3])
    finished([anna, berta], [1, 2], game="babel", left=[0])
    finished([berta, carla], [1, 2])
    finished([anna, "easy"], [1, 2], public=False)
    for match in (won, lost):
        player = Player.objects.get(match=match, user=anna)
        HabitChoice.objects.create(player=player, habit="first-city", choice="roma")
        HabitChoice.objects.create(player=player, habit="card", choice="drum")
    found = Program(anna).read("me/statistics/")
    assert (found["matches"], found["won"]) == (4, 2)
    condottiere, babel = found["games"]
    assert (condottiere["game"], condottiere["matches"], condottiere["won"]) == (
        "condottiere",
        3,
        2,
    )
    for lines, expected in (
        (condottiere["sizes"], [("2", 2, 2), ("3", 1, 0)]),
        (condottiere["seats"], [("1", 2, 2), ("2", 1, 0)]),
    ):
        assert [(line["key"], line["matches"], line["won"]) for line in lines] == expected
    (opening,) = condottiere["openings"]
    assert opening["opening"] == "first-city"
    assert opening["choices"] == [{"key": "roma", "name": "Roma", "matches": 2, "won": 1}]
    assert (babel["matches"], babel["won"]) == (1, 0), "it was left early"
    opponents = [tuple(one.values()) for one in found["opponents"]]
    assert opponents == [("Berta", "Berta", 3, 2, 1), ("Carla", "Carla", 1, 1, 0)]
    among_people = Program(anna).read("me/statistics/", "game=condottiere&opponents=people")
    assert among_people["matches"] == 2
    assert refusal(Program().get("me/statistics/")) == (401, "sign-in")
    assert refusal(Program(anna).get("me/statistics/", "game=chess")) == (400, "bad-body")


def test_statistics_page_shows_only_own_results(users: list[User]) -> None:
    anna, berta, carla = users
    finished([anna, berta], [1, 2])
    page = assert_clean_page(signed_in(anna).get("/statistics/")).text
    assert "Berta" in page
    text = assert_clean_page(signed_in(carla).get("/statistics/?whose=all")).text
    assert "No finished matches yet" in text
    assert Client().get("/statistics/").status_code == 401


def test_statistics_take_no_more_queries_for_more_matches(users: list[User]) -> None:
    counts, anna = [], signed_in(users[0])
    for _round in range(2):
        finished(users, [1, 2, 3])
        finished(users, [2, 1, 3], game="kharnage")
        anna.get("/statistics/")
        with CaptureQueriesContext(connection) as queries:
            anna.get("/statistics/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_own_records_are_paged_and_filtered(
    users: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "PAGE", 2)
    made = [stored(users[:2], number) for number in range(3)]
    stored(users[:2], 1, game="babel")
    anna, seen, query = Program(users[0]), list[str](), "page=yes&game=condottiere"
    while query:
        answer = anna.get("me/records/", query)
        lines = [json.loads(line) for line in answer.getvalue().splitlines()]
        assert len(lines) <= 2
        seen += [line["match"] for line in lines]
        query = answer.headers.get("Link", "").partition("?")[2].partition(">")[0]
    assert sorted(seen) == sorted(match.pk for match in made)
    assert refusal(anna.get("me/records/", "page=yes&older=x")) == (400, "bad-page")
