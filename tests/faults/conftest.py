"""A PostgreSQL and a Redis that the tests may end, and houses upon them.

These tests run in a pytest call of their own (`make faults`): they share servers that start slowly,
and use up both halves of a small machine by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from tests.conftest import lent
from tests.faults.house import House, house
from tests.helpers.servers import Server, postgresql_server, redis_that_restarts


@pytest.fixture(scope="session")
def database() -> Iterator[Server]:
    yield from lent(partial(postgresql_server, fsync="off"), "PostgreSQL")


@pytest.fixture(scope="session")
def messenger() -> Iterator[Server]:
    """The Redis."""
    yield from lent(redis_that_restarts, "Redis")


@pytest.fixture(scope="session")
def grown_up(
    database: Server, messenger: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    """A house on PostgreSQL and Redis; who serves in it each test says itself."""
    place = tmp_path_factory.mktemp("grown-up")
    with house(place, DATABASE_URL=database.url, REDIS_URL=messenger.url) as opened:
        yield opened
