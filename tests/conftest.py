"""What all tests stand on: a database in a file, nothing left over, real servers on demand."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.cache import cache
from django.utils import translation
from pytest_django import DjangoDbBlocker
from whitenoise.middleware import WhiteNoiseMiddleware

from tests.helpers import requirements, times
from tests.helpers.effort import use_hypothesis_settings
from tests.helpers.requirements import provided
from tests.helpers.schema import Furnishing, copy_of_migrated
from tests.helpers.servers import postgresql, redis_server


def pytest_configure(config: pytest.Config) -> None:
    use_hypothesis_settings()
    times.register(config)
    # WhiteNoise warns where nothing has been collected yet, as in a fresh clone.
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    config.addinivalue_line("markers", "on_postgresql: runs on SQLite, and again on PostgreSQL")
    config.addinivalue_line("markers", "on_redis: runs in memory, and again through Redis")
    config.addinivalue_line("markers", "long: takes a good part of a minute, and is begun first")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Nobody waits in the end for one worker that began something long last."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish(session: pytest.Session) -> None:
    # Thousands of tests and all modules stay till the end: no collection need look at them again.
    gc.collect()
    gc.freeze()
    # Rarer collections save a fourteenth of all time.
    gc.set_threshold(100_000, 50, 50)


@pytest.fixture(scope="session", autouse=True)
def _light_work() -> Iterator[None]:
    """The same argon2, with less to chew on; the site finds its static files but once.

    Each client of a test has a chain of middleware of its own, which looks through them all.
    """
    look_through = WhiteNoiseMiddleware.add_files_from_finders
    found: dict[tuple[object, ...], dict[str, object]] = {}

    def look_once(self: WhiteNoiseMiddleware) -> None:
        wanted = (self.static_prefix, self.max_age, self.allow_all_origins, self.charset)
        if wanted not in found:
            look_through(self)
            found[wanted] = self.files
        self.files = found[wanted]

    with pytest.MonkeyPatch.context() as patch:
        for cost, value in (("memory_cost", 64), ("time_cost", 1), ("parallelism", 1)):
            patch.setattr(Argon2PasswordHasher, cost, value)
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", look_once)
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite in a file: threads and processes meet there as they do in the site."""
    database = settings.DATABASES["default"]
    if _on_sqlite():
        file = copy_of_migrated(tmp_path_factory.mktemp("database") / "test.sqlite3")
        database["TEST"]["NAME"] = str(file)
        # No test outlives a power cut: none waits for the disk.
        database["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
        # Two dozen threads write at once here, and SQLite lets whoever is lucky go first: on a
        # machine that has other work somebody waits longer than the site would let them.
        database["OPTIONS"]["timeout"] = 600
    else:
        database["OPTIONS"]["pool"] = {**database["OPTIONS"]["pool"], "timeout": 600}


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """The file is there already, and has all its tables."""
    return _on_sqlite()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Tests that commit leave empty tables; permissions and roles are then as they were."""
    with pytest.MonkeyPatch.context() as patch:
        with django_db_blocker.unblock():
            put_back = Furnishing().put_back
        patch.setattr("django.core.management.commands.flush.emit_post_migrate_signal", put_back)
        yield


def _on_sqlite() -> bool:
    return bool(settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"))


@pytest.fixture(autouse=True)
def _nothing_left_over() -> Iterator[None]:
    """What a process caches outlives a test: limits, positions, layers, pages, the schema, and when
    a worker inside it was seen last, which counts as stuck two minutes later. The thread that
    commits moves ends: PostgreSQL deletes no database that somebody uses."""
    from channels.layers import channel_layers

    from games.matches.api.schema_view import rendered_schema
    from games.matches.cache import clear_all
    from games.matches.services.group_commit import group_commit
    from watch import health

    cache.clear()
    clear_all()
    rendered_schema.cache_clear()
    health._seen.clear()
    health._reported.clear()
    channel_layers.backends.clear()
    translation.activate(settings.LANGUAGE_CODE)
    yield
    group_commit.close()


@pytest_asyncio.fixture
async def connections_closed() -> AsyncIterator[None]:
    """For tests of sockets and streams: the thread that did a request's work has no connection."""
    from tests.helpers.sockets import close_connections

    yield
    await close_connections()


@pytest.fixture(scope="session")
def real_postgresql() -> Iterator[str]:
    """The DATABASE_URL of a real PostgreSQL."""
    yield from provided(postgresql)


@pytest.fixture(scope="session")
def real_redis() -> Iterator[str]:
    """The REDIS_URL of a real Redis."""
    yield from provided(redis_server)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if hasattr(config, "workerinput"):
        return  # One of several workers: whoever gave it its tests reports them.
    skipped = requirements.skipped_for(terminalreporter.stats.get("skipped", []))
    for outcome in ("passed", "failed"):
        skipped += requirements.stood_in(terminalreporter.stats.get(outcome, []))
    requirements.report(skipped, terminalreporter.write_line)
