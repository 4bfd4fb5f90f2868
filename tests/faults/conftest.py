"""A PostgreSQL and a Redis that tests can stop, and sites on them.

These tests share servers that start slowly, and need all cores of a small machine, so
`make faults` runs them in a pytest call of their own.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from tests.faults.cluster import Cluster, Process, cluster
from tests.helpers.ports import free_port
from tests.helpers.proxy import Proxy, proxy
from tests.helpers.requirements import provided
from tests.helpers.servers import Server, postgresql_server, redis_that_restarts

FOLDER = Path(__file__).parent
LOGGED = 8_000
"""Characters of the servers' log with the report of a failed test."""


@pytest.fixture(scope="session")
def database() -> Iterator[Server]:
    yield from provided(partial(postgresql_server, migrated=True, fsync="off"))


@pytest.fixture(scope="session")
def messenger() -> Iterator[Server]:
    """Run a Redis."""
    yield from provided(redis_that_restarts)


@pytest.fixture(scope="session")
def grown_up(
    database: Server, messenger: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Cluster]:
    """Set up a site on PostgreSQL and Redis; each test starts its own servers."""
    place = tmp_path_factory.mktemp("grown-up")
    with cluster(place, DATABASE_URL=database.url, REDIS_URL=messenger.url) as opened:
        yield opened


@dataclass
class Site:
    """A site that is reached only through the proxy."""

    cluster: Cluster
    servers: list[Process]
    proxy: Proxy


@pytest.fixture(scope="session")
def site(
    database: Server, messenger: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """Run two servers with the settings of `deploy/env.example` behind the proxy of `deploy/`."""
    place, ports = tmp_path_factory.mktemp("behind-tls"), (free_port(), free_port())
    environment = {
        "DATABASE_URL": database.url,
        "REDIS_URL": messenger.url,
        "ALLOWED_HOSTS": "localhost",
        "SITE_URL": f"https://localhost:{ports[0]}",
        "BEHIND_TLS": "on",
        "STATIC_HASHED": "on",
        "METRICS_TOKEN": "",
    }
    with cluster(place, **environment) as opened:
        servers = [opened.server(), opened.server()]
        at = [server.port for server in servers]
        folder = tmp_path_factory.mktemp("proxy")
        opening = partial(proxy, folder, at, place / "static", ports)
        for before in provided(opening):
            yield Site(opened, servers, before)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep these tests together: each process of pytest would start servers of its own."""
    for item in items:
        if item.path.parent == FOLDER:
            item.add_marker("waits")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show with a failure the end of the servers' log."""
    report = yield
    for given in item.funcargs.values() if report.failed else ():
        opened = given.cluster if isinstance(given, Site) else given
        if isinstance(opened, Cluster):
            report.sections.append(("Log of the servers", opened.log.read_text()[-LOGGED:]))
    return report
