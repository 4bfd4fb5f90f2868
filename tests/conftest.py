"""Fixtures of all tests: a database in a file, clean caches, users, real servers on demand."""

from __future__ import annotations

import gc
import logging
import os
import re
from collections.abc import AsyncIterator, Iterator
from functools import partial

import pytest
import pytest_asyncio
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.signals import setting_changed
from django.db import connection
from django.dispatch import receiver
from django.utils import translation
from pytest_django import DjangoDbBlocker
from whitenoise.middleware import WhiteNoiseMiddleware

from accounts.models import User
from accounts.permissions import Answer
from core.fastpath.template_compiler import renderer_of
from core.refusals import Refusal
from games.matches.models import Match
from tests.helpers import requirements, times
from tests.helpers.caches import clear_caches
from tests.helpers.clocks import Wall
from tests.helpers.effort import use_hypothesis_once, use_hypothesis_settings
from tests.helpers.matches import people, person, started
from tests.helpers.requirements import provided
from tests.helpers.schema import TEMPLATE, Furnishing, copy_of_migrated
from tests.helpers.servers import postgresql, redis_server

# Tests and modules stay until the end, so garbage collections need not scan them.
gc.disable()


def pytest_configure(config: pytest.Config) -> None:
    use_hypothesis_settings()
    times.register(config)
    config.pluginmanager.register(requirements)
    # WhiteNoise warns if nothing has been collected yet, as in a fresh clone.
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    # Users of tests play rated at once; servers of tests inherit it.
    settings.UNRATED_FIRST = 0
    os.environ["UNRATED_FIRST"] = "0"
    # A test reads more pages in a minute than the visitors of one address.
    settings.ANONYMOUS_SECONDS_A_MINUTE = 1_000_000
    os.environ["ANONYMOUS_SECONDS_A_MINUTE"] = "1000000"
    # Workers of tests play only the matches of their tests.
    settings.EXHIBITION = False
    os.environ["EXHIBITION"] = "no"
    # Tests kill servers, but no power is cut: servers of tests need not wait for the disk.
    os.environ["SQLITE_SYNCHRONOUS"] = "NORMAL"
    config.addinivalue_line("markers", "on_postgresql: runs on SQLite, and again on PostgreSQL")
    config.addinivalue_line("markers", "on_redis: runs in memory, and again through Redis")
    config.addinivalue_line("markers", "long: takes nearly a minute, and starts first")
    config.addinivalue_line("markers", "waits: waits for servers, and starts next")


@receiver(setting_changed)
def _forget_renderers(setting: str, **_: object) -> None:
    """Let a test turn compiled templates off: a running site reads the setting only once."""
    if setting == "FAST_TEMPLATES":
        renderer_of.cache_clear()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start long tests first, so that no worker is left with one at the end, then waiting ones.

    All of these are the first worker's, which starts one PostgreSQL for them. While they wait, the
    other workers use the cores.
    """

    def turn(item: pytest.Item) -> int:
        if item.get_closest_marker("long"):
            return 0
        waits = "real_postgresql" in getattr(item, "fixturenames", ())
        return 1 if waits or item.get_closest_marker("waits") else 2

    items.sort(key=turn)


def pytest_collection_finish(session: pytest.Session) -> None:
    use_hypothesis_once()
    gc.collect()
    gc.freeze()
    gc.enable()
    # Rarer collections make the suite faster.
    gc.set_threshold(100_000, 50, 50)


@pytest.fixture(scope="session", autouse=True)
def _own_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Give each worker a folder for the site's files, such as the note of the last backup."""
    settings.VAR_DIR = tmp_path_factory.mktemp("var")


@pytest.fixture(scope="session", autouse=True)
def _light_work() -> Iterator[None]:
    """Hash passwords with a cheap argon2, and find the static files only once.

    Each test client has a middleware chain of its own, which would search for all static files.
    """
    find_files = WhiteNoiseMiddleware.add_files_from_finders
    found: dict[tuple[object, ...], dict[str, object]] = {}

    def find_once(self: WhiteNoiseMiddleware) -> None:
        wanted = (self.static_prefix, self.max_age, self.allow_all_origins, self.charset)
        if wanted not in found:
            find_files(self)
            found[wanted] = self.files
        self.files = found[wanted]

    with pytest.MonkeyPatch.context() as patch:
        for cost, value in (("memory_cost", 64), ("time_cost", 1), ("parallelism", 1)):
            patch.setattr(Argon2PasswordHasher, cost, value)
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", find_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def _refusals_explain_themselves() -> Iterator[None]:
    """Let every refusal of every test have a code and words."""
    refuse, answer = Refusal.__init__, Answer.__init__

    def check_refusal(self: Refusal, template: str, **facts: object) -> None:
        refuse(self, template, **facts)
        assert facts or not re.search(r"{\w+}", template), f"no facts for: {template}"
        _require_words(self.code, self.reason)

    def check_answer(self: Answer, allowed: bool, code: str = "", reason: str = "") -> None:
        answer(self, allowed, code, reason)
        if not allowed:
            _require_words(code, reason)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Refusal, "__init__", check_refusal)
        patch.setattr(Answer, "__init__", check_answer)
        yield


def _require_words(code: str, reason: str) -> None:
    assert re.fullmatch("[a-z]+(-[a-z]+)*", code), code
    assert re.fullmatch(r"\S.*\S", reason, re.DOTALL), reason
    assert "None" not in reason.split(), reason


@pytest.fixture(scope="session")
def _swallowed() -> Iterator[list[str]]:
    """Collect the errors of receivers of signals and of calls after a commit.

    A site logs them and goes on, so that no test would see them.
    """
    found: list[str] = []

    class Collector(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(self.format(record))

    collector = Collector(logging.ERROR)
    names = ("django.dispatch", "django.db.backends.base", "django.test")
    for name in names:
        logging.getLogger(name).addHandler(collector)
    yield found
    for name in names:
        logging.getLogger(name).removeHandler(collector)


@pytest.fixture(autouse=True)
def _no_error_is_swallowed(_swallowed: list[str]) -> Iterator[None]:
    """Fail the test in which a receiver failed."""
    _swallowed.clear()
    yield
    assert not _swallowed, "\n".join(_swallowed)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Keep SQLite in a file, so that threads and processes share it as on a site."""
    database = settings.DATABASES["default"]
    if _on_sqlite():
        file = copy_of_migrated(tmp_path_factory.mktemp("database") / "test.sqlite3")
        database["TEST"]["NAME"] = str(file)
        # Tests need not survive a power cut, so they do not wait for the disk.
        database["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
        # Many threads write at once here, and SQLite has no queue: on a busy machine an unlucky
        # thread waits longer than the site's timeout.
        database["OPTIONS"]["timeout"] = 600
    else:
        database["OPTIONS"]["pool"] = {**database["OPTIONS"]["pool"], "timeout": 600}
        database["TEST"]["TEMPLATE"] = os.environ.get(TEMPLATE)


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Keep the file, which already has all tables."""
    return _on_sqlite()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Restore permissions and roles after a test that commits, which empties all tables."""
    with pytest.MonkeyPatch.context() as patch:
        with django_db_blocker.unblock():
            furnishing = Furnishing()
        flush = "django.core.management.commands.flush"
        patch.setattr(f"{flush}.emit_post_migrate_signal", furnishing.put_back)
        # It looks for a module in each of our apps, for the receivers of that signal.
        patch.setattr(f"{flush}.import_module", lambda *_: None)
        if TEMPLATE in os.environ:
            patch.setattr(type(connection.ops), "sql_flush", furnishing.empty_tables)
        yield


def _on_sqlite() -> bool:
    return bool(settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"))


@pytest.fixture(autouse=True)
def _nothing_left_over() -> Iterator[None]:
    """Clear what a process caches and counts, and end the thread that commits moves.

    A worker that was seen in an earlier test would count as stuck two minutes later. A file that an
    earlier test did not read to its end would count as still being sent. PostgreSQL cannot delete a
    database that a thread still uses.
    """
    from channels.layers import channel_layers

    from core.monitoring import health
    from core.server import http_limits, socket_limits
    from games.archive.services import bulk
    from games.matches.cache import clear_all
    from games.matches.services.group_commit import group_commit
    from games.notifications.sender import user_seconds
    from games.site.middleware import page_seconds

    clear_caches()
    socket_limits.floods.clear()
    http_limits.floods.clear()
    page_seconds.clear()
    user_seconds.clear()
    clear_all()
    health._seen.clear()
    health._reported.clear()
    bulk.slots._taken.clear()
    channel_layers.backends.clear()
    translation.activate(settings.LANGUAGE_CODE)
    yield
    group_commit.close()


@pytest_asyncio.fixture
async def connections_closed() -> AsyncIterator[None]:
    """Close the connections of the threads that work for sockets and streams."""
    from tests.helpers.sockets import close_connections

    yield
    await close_connections()


@pytest.fixture
def anna(db: None) -> User:
    return person("Anna")


@pytest.fixture
def berta(db: None) -> User:
    return person("Berta")


@pytest.fixture
def carla(db: None) -> User:
    return person("Carla")


@pytest.fixture
def pair(db: None) -> list[User]:
    """Return two users."""
    return people("Anna", "Berta")


@pytest.fixture
def users(db: None) -> list[User]:
    """Return three users."""
    return people("Anna", "Berta", "Carla")


@pytest.fixture
def match(pair: list[User]) -> Match:
    """Return a match of two users."""
    return started(*pair)


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    """Return the site's clock, which the test sets; request it before the rows it dates."""
    return Wall(monkeypatch)


@pytest.fixture(scope="session")
def real_postgresql() -> Iterator[str]:
    """Run a real PostgreSQL, and yield the DATABASE_URL of a migrated database."""
    yield from provided(partial(postgresql, migrated=True))


@pytest.fixture(scope="session")
def real_redis() -> Iterator[str]:
    """Run a real Redis, and yield its REDIS_URL."""
    yield from provided(redis_server)
