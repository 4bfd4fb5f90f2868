"""A game with stored matches is no longer installed: pages work and its matches stay unchanged."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.http import StreamingHttpResponse
from django.test import Client

from accounts.models import User
from accounts.services import deletion, sanctions
from games.lobby.forms import LAST
from games.lobby.services.quick import Rounds
from games.maintenance.verifying import check, read
from games.matches.models import Event, Match
from games.matches.services import time_source, timeouts, vacations
from games.moderation.services import sanction_enforcement
from games.workers import bots
from tests.helpers.effort import is_sampled
from tests.helpers.languages import LANGUAGES
from tests.helpers.matches import people, started
from tests.helpers.missing_game import forget, remove
from tests.helpers.pages import Page
from tests.safety.answers import look_over
from tests.safety.asking import WRITES, ask, client_of
from tests.safety.routes import pages
from tests.safety.test_access import REFUSED, ROWS, cell
from tests.safety.world import ROLES as EVERYBODY
from tests.safety.world import World, made_for_a_while

pytestmark = pytest.mark.django_db
ROUTES = pages()
ROLES = ("anonymous", "player", "admin")
MISSING = "A game that isn’t installed here"
GONE = (
    *("rules", "cards", "card", "open_table", "challenge_to", "ladder", "api_ladder"),
    *("lessons", "lesson"),
    *("api_lesson", "api_course", "prepared_table", "game_highlights"),
    *("next_puzzle", "puzzle", "api_puzzle", "storm", "api_storm", "new_local_table"),
    *("lesson_picture", "puzzle_picture", "tv_channel", "api_tv_channel"),
)
"""The pages of the game itself: there are none."""
TABLES: tuple[str, ...] = (
    *("match", "replay", "step", "options", "plan", "play_on", "moderate_replay", "local_table"),
    *("api_match", "api_moves", "api_events", "api_stream_match"),
    *("embed", "embedded_match", "newest_picture", "newest_drawing"),
    *("step_picture", "step_drawing", "board_drawing"),
)
TABLES += tuple(f"{name}~{about}" for name in TABLES for about in ("finished", "private"))
TABLES += ("options~waiting",)
ELSEWHERE = ("account", "mfa", "socialaccount", "usersessions", "admin:auth", "admin:account")
"""What has nothing to do with games."""


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """Make open, running and finished matches of a game, then remove the game."""
    with (
        django_db_blocker.unblock(),
        made_for_a_while() as world,
        pytest.MonkeyPatch.context() as patch,
    ):
        anna, berta = people("Anna", "Berta")
        started(anna, berta, bots=("easy", "normal"), clock="turns-24")
        remove(patch, world.running.game)
        yield world
    forget()


@pytest.fixture(scope="module")
def clients(world: World, django_db_blocker: Any) -> dict[str, Client]:
    """Sign everybody in once; what a request changes in a session is taken back."""
    with django_db_blocker.unblock():
        return {role: client_of(world, role) for role in ROLES}


@pytest.fixture(autouse=True)
def _fresh() -> None:
    forget()


def text_of(world: World, role: str, path: str, language: str = "en") -> str:
    client = client_of(world, role)
    client.cookies["django_language"] = language
    response = client.get(path)
    assert response.status_code == 200, path
    text = response.content.decode()
    assert Page(text).faults == []
    return text


def _is_move(row: str, method: str) -> bool:
    """Whether the body of this request is a move, which there is none of without the game."""
    return method in WRITES and row.partition("~")[0].startswith(("moves", "api_"))


def asking(row: str, method: str) -> list[str]:
    """Return the role that gets furthest, of equal ones the player, who has matches of the game.

    Each fourth page is read by the others who see it, too, with EFFORT=thorough each.
    """
    usual = dict(zip(EVERYBODY, ROWS[row, method], strict=True))
    furthest = min(ROLES, key=lambda role: (usual[role] in REFUSED, role != "player"))
    others = [role for role in ROLES if role != furthest and usual[role] == "200"]
    return [furthest, *(others if is_sampled(Random(f"{method} {row}"), 1 / 4) else [])]


ANSWERED = sorted(
    (row, method)
    for row, method in ROWS
    if not row.startswith(ELSEWHERE) and not _is_move(row, method)
)


@pytest.mark.parametrize(("row", "method"), ANSWERED)
def test_every_route_responds_for_missing_game(
    world: World, clients: dict[str, Client], row: str, method: str
) -> None:
    name, _tilde, about = row.partition("~")
    usual_answers = dict(zip(EVERYBODY, ROWS[row, method], strict=True))
    for role in asking(row, method):
        response = ask(world, clients[role], ROUTES[name], method, about)
        look_over(response, f"{method} {row} for {role}")
        usual = usual_answers[role]
        if name in GONE:
            assert response.status_code in (302, 404) or cell(response) == usual == "401"
        elif method == "GET" and row not in TABLES:
            assert cell(response) == usual, (row, role)
        elif method == "GET" and usual == "200":
            assert response.status_code == 409
        if isinstance(response, StreamingHttpResponse) and not response.is_async:
            # Only so many files are sent at a time.
            response.getvalue()


@pytest.mark.parametrize("language", LANGUAGES)
def test_match_of_missing_game_shows_names_and_dates(world: World, language: str) -> None:
    for match in (world.running, world.finished):
        for page in ("", "replay/"):
            client = client_of(world, "player")
            client.cookies["django_language"] = language
            response = client.get(match.get_absolute_url() + page)
            text = response.content.decode()
            assert response.status_code == 409
            assert Page(text).faults == []
            assert (MISSING in text) is (language == "en")
            assert f"<code>{match.game}</code>" in text
            assert str(world.people["opponent"]) in text
            assert f'datetime="{match.started_at:%Y-%m-%d}' in text


@pytest.mark.parametrize("path", ["/", "/matches/", "/matches/?whose=all", "/players/opponent/"])
def test_lists_mention_missing_game(world: World, path: str) -> None:
    assert MISSING in text_of(world, "player", path)
    text = text_of(world, "anonymous", path)
    assert (MISSING in text) is (path != "/")
    assert "/board.svg" not in text


def test_remembered_search_for_missing_game_breaks_no_page(world: World) -> None:
    client = client_of(world, "player")
    session = client.session
    session[LAST] = {
        "games": [world.running.game],
        "seats": [2],
        "clock": "live-10",
        "rated": False,
    }
    session.save()
    assert client.get("/").status_code == client.get("/quick/").status_code == 200


def test_records_of_missing_game_are_served(world: World) -> None:
    client = client_of(world, "player")
    record = client.get(f"{world.finished.get_absolute_url()}record.json").json()
    assert record["game"] == world.finished.game
    assert b"".join(client.get("/matches/records.zip"))


def test_api_explains_missing_game(world: World) -> None:
    client = client_of(world, "player")
    moves = f"/api/v1/matches/{world.running.id}/moves/"
    answer = client.post(moves, {"type": "pass"}, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not-installed")


def test_matches_of_missing_game_stay_unchanged_without_log(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots, clocks, pairing, sanctions, accounts that are deleted: all go on without it."""
    before = Event.objects.count()
    much_later = time_source.now() + timedelta(days=90)
    monkeypatch.setattr(time_source, "now", lambda: much_later)
    with caplog.at_level(logging.WARNING):
        assert bots.answer_all_due() == timeouts.expire_all_due() == 0
        assert timeouts.answer_timed_out() == 0
        Rounds().work()
        for name in ("player", "Anna", "Berta"):
            user = User.objects.get(username=name)
            first = much_later.date()
            vacations.announce_vacation(user, first, first)
            sanctions.give(world.person("senior"), user, "ban", "Insults.")
            sanction_enforcement.sweep()
            deletion.erase_elsewhere(user, "gone")
    assert caplog.records == []
    assert Event.objects.count() == before
    running = Match.objects.filter(status=Match.Status.RUNNING)
    assert not running.filter(last_public_event_at__gt=much_later).exists()


def test_verification_reports_missing_game(world: World) -> None:
    (filed,) = read([world.finished.id], "default")
    assert check(filed).verdict == "missing"
