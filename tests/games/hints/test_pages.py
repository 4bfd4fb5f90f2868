"""The page of a match shows a hint when it is there, with and without JavaScript."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.hints import services
from games.hints.models import Hint
from games.matches.models import Match
from tests.helpers.hints import hint_of, work_on_hints
from tests.helpers.matches import (
    asked_against_bot,
    people,
    person,
    play_on,
    position_of,
    seat_of,
    signed_in,
    started,
    turn_token,
)
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
AGAIN = '<button class="as-link" form="hint-form">Try again</button>'
HTMX = {"HX-Request": "true"}


@pytest.fixture
def match(anna: User) -> Match:
    return asked_against_bot(anna)


@pytest.fixture
def client(anna: User) -> Client:
    return signed_in(anna)


@pytest.fixture
def token(match: Match, anna: User) -> str:
    return turn_token(match, seat_of(match, anna))


def text(answer: Any) -> str:
    return unescape(answer.content.decode())


def next_url(html: str) -> str:
    """Return the URL from which the page gets the rest of a hint."""
    return html.split('id="hint-after-')[1].split('hx-get="')[1].split('"')[0]


def test_script_asks_until_hint_is_complete(match: Match, client: Client, token: str) -> None:
    page = text(client.get(f"/matches/{match.id}/"))
    assert 'form="hint-form" data-key="h"' in page
    assert '<form id="hint-form"' in page
    url = f"/matches/{match.id}/hint/"
    thinking = text(client.post(url, {"turn_token": token}, headers=HTMX))
    assert thinking.startswith('<div id="table"')
    assert "Thinking about it…" in thinking
    assert 'hx-trigger="every 300ms"' in thinking
    more = next_url(thinking)
    assert client.get(more, headers=HTMX).status_code == 204
    work_on_hints(steps=1)
    found = text(client.get(more, headers=HTMX))
    assert "That’s what a strong bot would do." in found
    assert "Working out your chances…" in found
    assert client.get(next_url(found), headers=HTMX).status_code == 204
    work_on_hints()
    done = text(client.get(next_url(found), headers=HTMX))
    assert "of 100 games like this" in done
    assert "every 300ms" not in done


def test_moves_with_equal_numbers_are_about_as_good(
    match: Match, client: Client, token: str
) -> None:
    url = f"/matches/{match.id}/hint/"
    client.post(url, {"turn_token": token}, headers=HTMX)
    work_on_hints(steps=1)
    hint = hint_of(match)
    move = not_none(hint.move)
    services.store_comparison(
        hint, {"chance": 0.774, "other": move, "other_chance": 0.741, "clear": True}
    )
    done = text(client.post(url, {"turn_token": token}, headers=HTMX))
    assert "You’d win about 75 of 100 games like this." in done
    assert "is about as good." in done


def test_browser_without_script_looks_again(match: Match, client: Client, token: str) -> None:
    answer = client.post(f"/matches/{match.id}/hint/", {"turn_token": token})
    assert "<h1" in text(answer)
    assert "Thinking about it…" in text(answer)
    seconds, _, url = answer["Refresh"].partition("; url=")
    assert seconds == "1"
    work_on_hints()
    answer = client.get(url)
    assert "That’s what a strong bot would do." in text(answer)
    assert "Refresh" not in answer
    # The next look at the table has none any more.
    assert "a strong bot would do" not in text(client.get(f"/matches/{match.id}/"))


def test_hint_of_passed_question_leads_to_newest_table(
    match: Match, client: Client, token: str
) -> None:
    html = text(client.post(f"/matches/{match.id}/hint/", {"turn_token": token}, headers=HTMX))
    play_on(match)
    work_on_hints()
    answer = client.get(next_url(html), headers=HTMX)
    assert text(answer).startswith('<div id="table" hx-swap-oob="morph"')
    assert "is-hint" not in text(answer)
    answer = client.get(next_url(html))
    assert (answer.status_code, answer["Location"]) == (302, f"/matches/{match.id}/")


def test_failed_hint_is_shown(match: Match, client: Client, token: str) -> None:
    url = f"/matches/{match.id}/hint/"
    html = text(client.post(url, {"turn_token": token}, headers=HTMX))
    services.fail(Hint.objects.get().player_id)
    answer = text(client.get(next_url(html), headers=HTMX))
    assert "No hint this time." in answer
    assert AGAIN in answer
    assert "every 300ms" not in answer


def test_weaker_bots_hint_is_named_so(match: Match, client: Client, token: str) -> None:
    url = f"/matches/{match.id}/hint/"
    html = text(client.post(url, {"turn_token": token}, headers=HTMX))
    waiting = hint_of(match)
    services.store_stand_in(waiting, position_of(match).moves(not_none(waiting.player.seat))[0])
    quick = text(client.get(next_url(html), headers=HTMX))
    assert "That’s what a weaker bot would do." in quick
    assert "The strong one is still thinking…" in quick
    assert client.get(next_url(quick), headers=HTMX).status_code == 204
    services.fail(waiting.player_id)
    failed = text(client.get(next_url(quick), headers=HTMX))
    assert "That’s what a weaker bot would do." in failed
    assert "The strong one didn’t answer in time." in failed
    assert AGAIN in failed
    for shown in (quick, failed):
        assert "what a strong bot would do" not in shown


def test_hint_is_shown_to_nobody_else(match: Match, client: Client, token: str) -> None:
    html = text(client.post(f"/matches/{match.id}/hint/", {"turn_token": token}, headers=HTMX))
    work_on_hints()
    for visitor in (signed_in(person("Berta")), Client()):
        assert "is-hint" not in text(visitor.get(next_url(html), headers=HTMX))


def test_refused_hint_is_answered_with_table(match: Match, client: Client, token: str) -> None:
    Match.objects.filter(id=match.id).update(rated=True)
    page = client.get(f"/matches/{match.id}/").content.decode()
    assert "hint-form" not in page
    answer = client.post(f"/matches/{match.id}/hint/", {"turn_token": token}, headers=HTMX)
    assert answer.status_code == 403
    assert 'data-code="no-hint"' in text(answer)


def test_hint_button_is_not_shown_against_people() -> None:
    anna, berta = people("Anna", "Berta")
    match = started(anna, berta, seed=3)
    page = signed_in(anna).get(f"/matches/{match.id}/").content.decode()
    assert 'data-key="h"' not in page
