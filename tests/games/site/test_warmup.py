"""A starting server requests its main pages before it accepts connections, and writes nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from django.db import OperationalError, connection
from pytest_django import Settings

from config.asgi import pages
from games.site import warmup
from tests.helpers.matches import people, started

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _as_if_just_begun() -> Iterator[None]:
    warmup.warm_up.cache_clear()
    yield
    wait_for_rules()
    warmup.warm_up.cache_clear()


def wait_for_rules() -> None:
    for thread in threading.enumerate():
        if thread.name.startswith("warm"):
            thread.join()


def written_by_others() -> int:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA data_version")
        return int(cursor.fetchone()[0])


def test_warm_up_requests_table_of_each_game_and_writes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: dict[str, int] = {}
    ask = warmup._request
    monkeypatch.setattr(warmup, "_request", lambda p, path: asked.setdefault(path, ask(p, path)))
    for game in ("babel", "condottiere"):
        match = started(*people(f"Anna-{game}", f"Berta-{game}"), game=game)
    before = written_by_others()
    warmup.warm_up(pages)
    assert asked[f"/matches/{match.id}/"] == asked["/"] == asked["/accounts/login/"] == 200
    wait_for_rules()
    assert asked["/games/babel/"] == 200
    assert written_by_others() == before
    assert set(asked.values()) <= {200, 404}


def test_warm_up_ignores_unavailable_database(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> list[str]:
        raise OperationalError

    monkeypatch.setattr(warmup, "_paths", away)
    warmup.warm_up(pages)


def test_warm_up_can_be_disabled(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.WARM_UP = False
    monkeypatch.setattr(warmup, "_request_all", lambda *_: pytest.fail("it asks"))
    warmup.warm_up(pages)
