"""One path through each way in: pages, forms, JSON, sockets, bots, commands. `make quick` walks it.

Other tests check each way in detail; these find a completely broken one within a minute.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from games.matches.models import Match
from games.workers.bots import answer_all_due
from tests.helpers.matches import (
    act,
    fresh,
    legal,
    mover,
    people,
    position_of,
    signed_in,
    started,
    user_at,
)
from tests.helpers.pages import assert_clean_page
from tests.helpers.sockets import aside, close_connections, screen
from tests.helpers.tokens import bearer, key_for

Move = Callable[[Match, int], None]
ASKED = 'name="turn_token" value="'


def move_by_form(match: Match, seat: int) -> None:
    browser = signed_in(user_at(match, seat))
    page = browser.get(f"/matches/{match.id}/").content.decode()
    asked = page.split(ASKED)[1].split('"')[0]
    form = {"move": json.dumps(legal(match, seat)[0]), "turn_token": asked}
    assert browser.post(f"/matches/{match.id}/moves/", form).status_code == 302


def move_by_json(match: Match, seat: int) -> None:
    program = Client(headers=bearer(key_for(user_at(match, seat))))
    state = program.get(f"/api/v1/matches/{match.id}/").json()
    move = {**state["moves"][0], "turn_token": state["turn_token"]}
    answer = program.post(f"/api/v1/matches/{match.id}/moves/", move, "application/json")
    assert answer.status_code == 200
    assert answer.json()["seen"] > state["seen"]


@pytest.mark.parametrize("move", [move_by_form, move_by_json])
@pytest.mark.django_db
def test_move_is_stored(move: Move) -> None:
    match = started(*people("Anna", "Berta"))
    seat, before = mover(match), position_of(match).dump()
    move(match, seat)
    assert fresh(match).last_number == 1
    assert position_of(match).dump() != before


@pytest.mark.django_db
def test_match_is_played_from_lobby_to_verified_record(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Open a table with a bot, play the match to the end, and verify its record."""
    monkeypatch.setattr("games.workers.delay.DELAY", timedelta())
    (anna,) = people("Anna")
    browser = signed_in(anna)
    assert_clean_page(browser.get("/"))
    assert_clean_page(browser.get("/games/babel/open/"))
    wish = {"seats": "2", "seat_1": "easy", "public": "yes", "clock": "free"}
    opened = browser.post("/games/babel/open/", wish)
    assert opened.status_code == 302, opened.content.decode()
    match = Match.objects.get(host=anna)
    assert match.status == Match.Status.RUNNING
    rng, answers = Random(4), 0
    while fresh(match).status == Match.Status.RUNNING:
        answered = answer_all_due()
        if not answered:
            seat = mover(match)
            act(match, seat, rng.choice(legal(match, seat)))
        answers += answered
    assert answers > 5
    for path in ("", "replay/?step=1"):
        assert_clean_page(browser.get(f"/matches/{match.id}/{path}"))
    assert_clean_page(browser.get("/matches/"))
    assert_clean_page(browser.get("/ladders/"))
    record = browser.get(f"/matches/{match.id}/record.json").content.decode()
    file, out = tmp_path / "record.json", io.StringIO()
    file.write_text(record, "utf-8")
    call_command("referee", str(file), verify=True, stdout=out)
    assert json.loads(out.getvalue())["ok"]


@pytest.mark.django_db
def test_user_signs_up() -> None:
    browser = Client()
    assert_clean_page(browser.get("/accounts/signup/"))
    form = {"username": "carla", "email": "carla@example.org", "password1": "quiet-harbour-42"}
    assert browser.post("/accounts/signup/", form).status_code == 302
    assert User.objects.get(username="carla").check_password("quiet-harbour-42")


@pytest.mark.django_db(transaction=True)
async def test_move_reaches_page_of_other_player() -> None:
    match = await aside(lambda: started(*people("Anna", "Berta")))
    seat = await aside(lambda: mover(match))
    other = await aside(lambda: signed_in(user_at(match, 1 - seat)))
    async with screen(f"/ws/matches/{match.id}/", other) as line:
        assert 'data-seen="0"' in await line.frame()
        await sync_to_async(move_by_form)(match, seat)
        assert 'data-seen="1"' in await line.frame()
    await close_connections()
