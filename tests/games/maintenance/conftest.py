"""Additional databases for tests: SQLite files and databases on a real PostgreSQL server."""

from __future__ import annotations

import fcntl
import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from shutil import copyfile
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from games.maintenance import schemas, stores
from tests.helpers.full_site import fill_site
from tests.helpers.schema import copy_of_migrated

_numbers = count(1)


@pytest.fixture
def damaged_file() -> Iterator[None]:
    """Let a test open files that SQLite declines.

    Django leaves a connection open if its first statement fails. Python warns of it from 3.13 on,
    when garbage collection finds it, which could be in a later test.
    """
    yield
    gc.collect()


def pytest_itemcollected(item: pytest.Item) -> None:
    if "damaged_file" in getattr(item, "fixturenames", ()):
        item.add_marker(pytest.mark.filterwarnings("ignore:unclosed database:ResourceWarning"))


@pytest.fixture(scope="session")
def all_migrations() -> schemas.Migrations:
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    return schemas.Migrations(loader.disk_migrations)


@pytest.fixture(scope="session")
def whole_schema(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], schemas.Schema]:
    """Return a function that reads the schema of a file that all migrations have made."""

    @cache
    def read() -> schemas.Schema:
        path = copy_of_migrated(tmp_path_factory.mktemp("schema") / "migrated.sqlite3")
        with stores.opened(stores.settings_of(str(path))) as alias:
            return schemas._read(alias)

    return read


@pytest.fixture(autouse=True)
def _few_migrations_run(
    all_migrations: schemas.Migrations,
    whole_schema: Callable[[], schemas.Schema],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Compare backups that have all migrations with the migrated file.

    A restore would run all migrations again, in each process of the tests.
    """
    made_by = schemas._made_by

    def made(migrations: schemas.Migrations) -> schemas.Schema:
        return whole_schema() if migrations == all_migrations else made_by(migrations)

    monkeypatch.setattr(schemas, "_made_by", made)


@pytest.fixture
def own_database(transactional_db: None) -> str:
    """Return the path of the test's own database, which contains only what migrations write."""
    return str(connection.settings_dict["NAME"])


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Return where all workers of this run find the filled site, because filling it takes long."""
    own = tmp_path_factory.getbasetemp()
    return (own if worker_id == "master" else own.parent) / "filled.sqlite3"


@pytest.fixture
def store(own_database: str, built: Path, tmp_path: Path) -> str:
    """Return a file with rows in every table that no process has open."""
    with built.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not built.exists():
            fill_site()
            with connection.cursor() as cursor:
                cursor.execute("VACUUM INTO %s", [str(built)])
    return str(copyfile(built, tmp_path / "store.sqlite3"))


@contextmanager
def opened_alone(address: str) -> Iterator[str]:
    """Yield the alias of a database; fails if the tests' own database is used in between."""

    def refuse(execute: Any, sql: str, *more: Any) -> Any:
        raise AssertionError(f"A migration reads or writes another database: {sql}")

    with (
        connection.execute_wrapper(refuse),
        stores.opened(stores.settings_of(address)) as alias,
    ):
        yield alias


def migrate(address: str, *apps: str) -> None:
    """Migrate a database or some apps, as a restore test does without touching the store."""
    with opened_alone(address) as alias:
        call_command("migrate", *apps, database=alias, verbosity=0)


@pytest.fixture
def empty_file(tmp_path: Path) -> str:
    """Return a migrated SQLite file."""
    return str(copy_of_migrated(tmp_path / "new.sqlite3"))


@pytest.fixture(scope="session")
def made_on_postgresql(real_postgresql: str) -> Iterator[Callable[[str], str]]:
    """Return a function that copies databases on a real PostgreSQL; all are dropped at the end."""
    address = real_postgresql.rpartition("/")[0]
    # No connection to the database of `real_postgresql` may be open when it is copied.
    around = f"{address}/postgres"
    made: list[str] = []

    def make(template: str) -> str:
        name = f"keeping{next(_numbers)}"
        with psycopg.connect(around, autocommit=True) as server:
            server.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        made.append(name)
        return f"{address}/{name}"

    yield make
    with psycopg.connect(around, autocommit=True) as server:
        for name in made:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def unmigrated_postgresql(made_on_postgresql: Callable[[str], str]) -> str:
    return made_on_postgresql("template0")


@pytest.fixture
def empty_postgresql(made_on_postgresql: Callable[[str], str], real_postgresql: str) -> str:
    """Return a migrated database on a real PostgreSQL."""
    return made_on_postgresql(real_postgresql.rpartition("/")[2])
