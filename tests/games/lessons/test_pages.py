"""Lesson pages, by forms and by htmx, with and without an account."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from accounts.services.guests import name_in_words, new_guest
from games.engine.lessons import Lesson
from games.lessons.checking import onward
from games.lessons.course import Course, Place
from games.lessons.models import LessonProgress
from games.matches.models import Match
from games.titles import registry
from tests.helpers.endpoints import HTMX
from tests.helpers.lessons import LESSONS, NAMES
from tests.helpers.matches import person, signed_in
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db
SLUG, LESSON = LESSONS[0]
PAGE = f"/learn/{SLUG}/{LESSON.slug}/"


def coach(response: Any) -> Any:
    return response.context["coach"]


def go_on(client: Client, course: Course, page: str = PAGE, **more: Any) -> Any:
    """Do what leads on from there, as the forms of the page would."""
    if course.step is None or not course.step.awaited:
        return client.post(f"{page}next/", {"turn_token": course.place.token}, **more)
    after = next(onward(course))
    move = json.dumps(after.place.done[-1])
    return client.post(f"{page}move/", {"turn_token": course.place.token, "move": move}, **more)


def at_a_move(client: Client) -> Course:
    """Open the first lesson at the step that awaits its first move."""
    course = Course(SLUG, LESSON)
    while course.step is None or not course.step.awaited:
        go_on(client, course)
        course = next(onward(course))
    return course


def other_move(course: Course) -> dict[str, Any]:
    assert course.step is not None
    awaited = [after.place.done[-1] for after in onward(course)]
    return next(move.dump() for move in course.moves if move.dump() not in awaited)


def test_lesson_list_links_every_lesson(client: Client) -> None:
    page = assert_clean_page(client.get("/learn/")).text
    for slug in {slug for slug, _lesson in LESSONS}:
        of_game = client.get(f"/learn/{slug}/").content.decode()
        links = [f'href="/learn/{slug}/{one.slug}/"' for game, one in LESSONS if game == slug]
        assert all(link in page and link in of_game for link in links)
        assert f'href="/learn/{slug}/"' in client.get(f"/games/{slug}/").content.decode()
    assert 'href="/learn/"' in client.get("/").content.decode()
    assert 'href="/learn/"' in signed_in(person("Anna")).get("/").content.decode()
    assert settings.SESSION_COOKIE_NAME not in client.cookies, "a GET request writes nothing"


@pytest.mark.parametrize(("slug", "lesson"), LESSONS, ids=NAMES)
def test_list_shows_table_at_which_lesson_begins(slug: str, lesson: Lesson, client: Client) -> None:
    source = f"/embed/lessons/{slug}/{lesson.slug}.svg"
    assert f'src="{source}?lang=en"' in client.get("/learn/").content.decode()
    picture = client.get(source)
    assert (picture.status_code, picture["Content-Type"]) == (200, "image/svg+xml")


@pytest.mark.parametrize(("slug", "lesson"), LESSONS, ids=NAMES)
def test_lesson_is_played_to_end_by_forms(slug: str, lesson: Lesson, client: Client) -> None:
    page = f"/learn/{slug}/{lesson.slug}/"
    course = Course(slug, lesson)
    assert_clean_page(client.get(page))
    while not course.is_over:
        response = go_on(client, course, page)
        assert (response.status_code, response["Location"]) == (302, page)
        course = next(onward(course))
    end = client.get(page)
    assert_clean_page(end)
    assert coach(end).over
    assert lesson.closing.split(":")[0].split(".")[0] in coach(end).says
    assert not Match.objects.exists()


def test_lesson_uses_templates_of_match_for_its_seat(client: Client) -> None:
    response = client.get(PAGE)
    table = response.context["table"]
    assert (table.seat, table.match.game) == (LESSON.seat, SLUG)
    assert {"matches/match.html", "matches/_table.html"} <= {t.name for t in response.templates}
    text = response.content.decode()
    assert "/matches/" not in text.partition('id="room"')[2], "the page links no match"
    assert "/ws/matches/" not in text
    assert len({player.name for player in table.players}) == LESSON.seats


def test_wrong_move_is_declined_and_keeps_position(client: Client) -> None:
    course = at_a_move(client)
    move = other_move(course)
    for headers in ({}, HTMX):
        response = client.post(f"{PAGE}move/", {"move": json.dumps(move)}, headers=headers)
        assert response.status_code == 200, "a browser writes other answers into its console"
        page = response.content.decode()
        assert 'data-code="not-in-this-lesson"' in page
        assert page.startswith('<div id="table"') is bool(headers)
        assert coach(response).token == course.place.token
    assert coach(client.get(PAGE)).token == course.place.token


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        ({}, 400, "bad-move"),
        ({"move": '{"type": 7}'}, 400, "bad-move"),
        ({"move": "[" * 3000}, 400, "bad-move"),
        ({"move": '{"type": "fly"}'}, 400, "bad-move"),
        ({"move": "{}", "turn_token": "0.0"}, 409, "stale"),
        ({"move": "{}", "turn_token": "\U0001f600"}, 409, "stale"),
    ],
)
def test_invalid_lesson_move_is_refused(
    client: Client, data: dict[str, str], status: int, code: str
) -> None:
    at_a_move(client)
    response = client.post(f"{PAGE}move/", data)
    assert response.status_code == status
    assert f'data-code="{code}"' in response.content.decode()


def test_move_and_continue_are_refused_out_of_turn(client: Client) -> None:
    early = client.post(f"{PAGE}move/", {"move": '{"type": "pass"}'})
    assert (early.status_code, coach(early).refusal["code"]) == (409, "not-yet")
    at_a_move(client)
    late = client.post(f"{PAGE}next/")
    assert (late.status_code, coach(late).refusal["code"]) == (409, "not-yet")


def test_repeated_continue_click_advances_once(client: Client) -> None:
    for _ in range(2):
        client.post(f"{PAGE}next/", {"turn_token": "0.0"})
    assert coach(client.get(PAGE)).number == 2


def test_htmx_request_is_answered_with_table(client: Client) -> None:
    response = client.post(f"{PAGE}next/", {"turn_token": "0.0"}, headers=HTMX)
    assert response.status_code == 200
    assert response.content.startswith(b'<div id="table"')
    assert b'id="coach"' in response.content


def test_visitor_resumes_and_restarts_lesson(client: Client) -> None:
    course = at_a_move(client)
    assert coach(client.get(PAGE)).token == course.place.token
    assert (
        f"{len(course.place.done)} of {len(LESSON.steps)}" in client.get("/learn/").content.decode()
    )
    assert client.post(f"{PAGE}restart/").status_code == 302
    assert coach(client.get(PAGE)).token == "0.0"
    assert not LessonProgress.objects.exists()


def test_progress_of_user_is_stored_and_deleted_with_account() -> None:
    anna = person("Anna")
    course = at_a_move(signed_in(anna))
    assert coach(signed_in(anna).get(PAGE)).token == course.place.token
    assert LessonProgress.objects.get().user == anna
    assert coach(signed_in(person("Berta")).get(PAGE)).token == "0.0"
    anna.delete()
    assert not LessonProgress.objects.exists()


def test_lesson_progress_is_kept_after_sign_in(client: Client) -> None:
    course = at_a_move(client)
    anna = person("Anna")
    client.force_login(anna)
    assert "lessons" not in client.session
    assert coach(client.get(PAGE)).token == course.place.token
    assert LessonProgress.objects.get(user=anna).done == list(course.place.done)


def test_sign_in_keeps_further_progress(client: Client) -> None:
    anna = person("Anna")
    kept = at_a_move(signed_in(anna))
    client.post(f"{PAGE}next/", {"turn_token": "0.0"})
    client.force_login(anna)
    assert coach(client.get(PAGE)).token == kept.place.token


@pytest.mark.parametrize(
    ("done", "shown"),
    [
        ([None] * 99, 0),
        ([{"type": "fly"}], 0),
        ([{"type": "pass"}], 0),
        ([None], 99),
        ([None, None, None], 0),
    ],
)
def test_invalid_progress_restarts_lesson(done: list[Any], shown: int) -> None:
    """The lesson was rewritten since."""
    anna = person("Anna")
    LessonProgress.objects.create(
        user=anna, game=SLUG, lesson=LESSON.slug, done=done, shown=shown, finished=True
    )
    assert coach(signed_in(anna).get(PAGE)).token == Place().token
    assert signed_in(anna).get("/learn/").status_code == 200


def test_unknown_lessons_and_games_are_not_found(client: Client) -> None:
    for path in ("/learn/chess/", "/learn/chess/first/", f"/learn/{SLUG}/no-such-lesson/"):
        assert client.get(path).status_code == 404
    for act in ("move", "next", "restart"):
        assert client.post(f"/learn/{SLUG}/no-such-lesson/{act}/").status_code == 404


def test_game_without_lessons_shows_message(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = {s: replace(f, title=replace(f.title, lessons=())) for s, f in registry._found().items()}
    monkeypatch.setattr(registry, "_found", lambda: bare)
    assert "no lessons yet" in client.get(f"/learn/{SLUG}/").content.decode()
    assert "No game has lessons" in client.get("/learn/").content.decode()
    assert f'href="/learn/{SLUG}/"' not in client.get(f"/games/{SLUG}/").content.decode()


def test_guest_is_named_in_words() -> None:
    guest = new_guest()
    page = signed_in(guest).get(PAGE).content.decode()
    assert name_in_words(guest.name) in page
