"""A PostgreSQL and a Redis that the tests may end, and houses upon them.

These tests run in a pytest call of their own (`make faults`): they share servers that start slowly,
and use up both halves of a small machine by themselves.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial

import pytest

from tests.conftest import MISSING
from tests.faults.house import House, house
from tests.helpers.servers import NoServer, Server, postgresql_server, redis_that_restarts


@pytest.fixture(scope="session")
def database() -> Iterator[Server]:
    yield from _server(partial(postgresql_server, fsync="off"), "PostgreSQL")


@pytest.fixture(scope="session")
def messenger() -> Iterator[Server]:
    """The Redis."""
    yield from _server(redis_that_restarts, "Redis")


@pytest.fixture(scope="session")
def grown_up(
    database: Server, messenger: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    """A house on PostgreSQL and Redis; who serves in it each test says itself."""
    place = tmp_path_factory.mktemp("grown-up")
    with house(place, DATABASE_URL=database.url, REDIS_URL=messenger.url) as opened:
        yield opened


def _server(serve: Callable[[], AbstractContextManager[Server]], name: str) -> Iterator[Server]:
    try:
        serving = serve()
        server = serving.__enter__()
    except NoServer as missing:
        if os.environ.get("CI"):
            pytest.fail(f"No {name} here: {missing}")
        pytest.skip(f"{MISSING}{name} ({missing})")
    try:
        yield server
    finally:
        serving.__exit__(None, None, None)
