"""Before its door opens a server has answered what will be asked, and has written nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import OperationalError, connection

from config import warm
from config.asgi import pages
from tests.helpers.matches import people, started

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _as_if_just_begun() -> Iterator[None]:
    warm.warm_up.cache_clear()
    yield
    warm.warm_up.cache_clear()


def written_by_others() -> int:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA data_version")
        return int(cursor.fetchone()[0])


def test_a_table_of_each_game_is_drawn_and_nothing_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: dict[str, int] = {}
    ask = warm._ask
    monkeypatch.setattr(warm, "_ask", lambda p, path: asked.setdefault(path, ask(p, path)))
    for game in ("babel", "condottiere"):
        match = started(*people(f"Anna-{game}", f"Berta-{game}"), game=game)
    before = written_by_others()
    warm.warm_up(pages)
    assert written_by_others() == before
    assert asked[f"/matches/{match.id}/"] == asked["/"] == asked["/accounts/login/"] == 200
    assert set(asked.values()) <= {200, 404}


def test_a_database_that_is_away_keeps_no_door_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> list[str]:
        raise OperationalError

    monkeypatch.setattr(warm, "_tables", away)
    warm.warm_up(pages)
