"""Answers to people and programs when the server fails."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, OperationalError
from django.test import Client

from games.matches.models import Match
from games.matches.viewing import Access
from tests.helpers.endpoints import ENDPOINTS, Endpoint
from tests.helpers.matches import mover, signed_in, user_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(match: Match) -> Client:
    return signed_in(user_at(match, mover(match)), raise_request_exception=False)


def break_with(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def submit_move(*_: object, **_again: object) -> Access:
        raise error

    monkeypatch.setattr("games.matches.services.commands.submit_move", submit_move)


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.name)
def test_unavailable_database_is_answered_with_503(
    endpoint: Endpoint, match: Match, browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_with(monkeypatch, OperationalError("database or disk is full: /var/secret"))
    answer = endpoint.move(browser, match.id, {"type": "decline"}, "x")
    assert answer.status_code == 503
    assert answer["Retry-After"] == "5"
    content = answer.content.decode()
    assert "Wait a moment" in content
    assert "secret" not in content, "the error is not revealed"
    if endpoint.json:
        assert answer.json()["error"]["code"] == "unavailable"
    if endpoint.htmx:
        assert "<" not in content
    else:
        assert "unavailable" in content


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.name)
def test_unexpected_error_is_answered_with_500_without_details(
    endpoint: Endpoint, match: Match, browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_with(monkeypatch, ZeroDivisionError("a secret"))
    answer = endpoint.move(browser, match.id, {"type": "decline"}, "x")
    assert answer.status_code == 500
    assert "secret" not in answer.content.decode()
    if endpoint.json:
        assert answer.json()["error"]["code"] == "broken"


def test_damaged_database_is_answered_with_503_and_logged(
    match: Match,
    browser: Client,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    break_with(monkeypatch, DatabaseError("database disk image is malformed"))
    answer = ENDPOINTS[0].move(browser, match.id, {"type": "decline"}, "x")
    assert answer.status_code == 503
    assert "malformed" not in answer.content.decode()
    (line,) = (one for one in caplog.records if one.levelname == "CRITICAL")
    assert "manage.py restore FILE" in line.getMessage()
