"""Stores that this version takes over, upgrades, or refuses without changing them."""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from core.databases import sqlite_url
from core.version import VERSION
from games.maintenance import stores
from games.maintenance.backups import last_backup
from games.maintenance.stores import StoreError
from games.maintenance.upgrading import copy_aside
from tests.games.maintenance.conftest import migrate
from tests.games.maintenance.processes import python_on
from tests.helpers.ports import free_port

FOLDER = Path(__file__).with_name("stores")
INITIAL = "0001_version_1_0"
NAMES = "SELECT type, name, tbl_name FROM sqlite_master ORDER BY 1, 2"
COLUMNS = """
    SELECT tables.name, columns.name FROM sqlite_master AS tables
    JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table' ORDER BY 1, 2
"""
RECORDED_AS_INITIAL = f"SELECT app FROM django_migrations WHERE name = '{INITIAL}' ORDER BY 1"
FORMER_TABLES = {
    "evenings_evening": "game_nights_gamenight",
    "evenings_eveningtable": "game_nights_gamenighttable",
    "evenings_attendance": "game_nights_attendance",
}
Recorded = MigrationRecorder.Migration

UPGRADE_AND_PLAY_ON = """
import sys
from django.db import transaction
from games.game_nights.models import GameNight
from games.ladders.models import RatingEntry
from games.lobby.models import TableTerms
from games.lobby.services import lobby
from games.matches.models import Match
from tests.helpers.matches import committed, person, play_on

def verified():
    return said("verify_matches", jobs=1), said("recompute_ratings")

assert "Run manage.py migrate." in said("restore", sys.argv[1])
# Make an open table of 1.0.0 a rated one with its own armies, which that version allowed.
table = TableTerms.objects.values_list("match").filter(bots_welcome=True, match__game="babel")
assert Match.objects.filter(pk=table[0][0]).update(
    game="kharnage", rules=1, rated=True, pace="live", bank=600, increment=15,
    options={"cheer": "auto", "armies": ["human", "orc"], "cards": None},
)
connection.close()
said("migrate", verbosity=0)
dealt = verified()
with transaction.atomic():
    status = Match.Status
    before = {one: Match.objects.filter(status=one).count() for one in status.values}
    over = [play_on(match).status for match in Match.objects.filter(status=status.RUNNING)]
    newcomer = person("Newcomer")
    terms = TableTerms.objects.get(least=1400, match__status=status.OPEN)
    with committed():
        match = lobby.join(newcomer, terms.match_id, sure=True)
        match = play_on(match)
        own_armies = Match.objects.get(game="kharnage", rated=True)
        own_armies = lobby.join(newcomer, own_armies.pk, sure=True)
print(json.dumps({
    "dealt": dealt,
    "before": before,
    "over": over,
    "joined": match.status,
    "own_armies": own_armies.status,
    "game_night": GameNight.objects.get(name="Thursday").tables.count(),
    "rated": RatingEntry.objects.filter(match__isnull=False).values("match").distinct().count(),
    "played": verified(),
}))
"""


def read(path: str, query: str) -> list[Any]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute(query).fetchall()


def unpacked(packed: Path, folder: Path) -> Path:
    path = folder / packed.stem
    path.write_bytes(gzip.decompress(packed.read_bytes()))
    return path


def columns_of_game_nights(path: str) -> list[Any]:
    tables = ("evenings_", "game_nights_")
    return [row for row in read(path, COLUMNS) if row[0].startswith(tables)]


@pytest.fixture
def former_store(transactional_db: None, tmp_path: Path) -> str:
    """Return a store of 1.0.0 whose migrations are recorded as the last code before it did."""
    path = unpacked(FOLDER / "1.0.0.sqlite3.gz", tmp_path).rename(tmp_path / "former.sqlite3")
    with closing(sqlite3.connect(path)) as database:
        # As the files of sites: a site that opens another kind changes it.
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("DELETE FROM django_migrations WHERE name = ?", [INITIAL])
        database.commit()
    return str(path)


def schema_of(path: str) -> list[Any]:
    return [read(path, query) for query in (NAMES, COLUMNS)]


def test_store_with_all_earlier_migrations_is_taken_over(former_store: str, tmp_path: Path) -> None:
    """It is then recorded as the store of 1.0.0, whose upgrade another test runs to its end."""
    released = str(unpacked(FOLDER / "1.0.0.sqlite3.gz", tmp_path))
    before = read(released, RECORDED_AS_INITIAL)
    assert read(former_store, RECORDED_AS_INITIAL) == []
    migrate(former_store, "game_nights")
    assert read(former_store, RECORDED_AS_INITIAL) == before != []


def test_game_nights_of_earlier_store_are_kept(former_store: str, empty_file: str) -> None:
    columns = columns_of_game_nights(empty_file)
    with closing(sqlite3.connect(former_store)) as database:
        for former, name in FORMER_TABLES.items():
            database.execute(f"ALTER TABLE {name} RENAME TO {former}")
        for table in ("evenings_eveningtable", "evenings_attendance"):
            database.execute(f"ALTER TABLE {table} RENAME COLUMN game_night_id TO evening_id")
        database.execute("DELETE FROM django_migrations WHERE app = 'game_nights'")
        opened = "INSERT INTO evenings_evening (key, name, opened_at) VALUES ('k', 'Friday', ?)"
        database.execute(opened, ["2026-11-20 20:00:00"])
        database.execute(
            "UPDATE django_content_type SET app_label = 'evenings', model = 'evening'"
            " WHERE model = 'gamenight'"
        )
        database.commit()
        migrate(former_store, "game_nights")
        assert columns_of_game_nights(former_store) == columns
        names = database.execute("SELECT name FROM game_nights_gamenight ORDER BY id").fetchall()
        assert names == [("Thursday",), ("Friday",)]


def test_store_that_lacks_earlier_migrations_is_refused_unchanged(former_store: str) -> None:
    with closing(sqlite3.connect(former_store)) as database:
        database.execute("DELETE FROM django_migrations WHERE name = '0011_columns_of_features'")
        database.commit()
    before = Path(former_store).read_bytes()
    with pytest.raises(StoreError, match=r"migrate it first with the last code before 1\.0\.0"):
        migrate(former_store)
    assert Path(former_store).read_bytes() == before


def test_store_of_unknown_migrations_is_refused_unchanged(former_store: str) -> None:
    with closing(sqlite3.connect(former_store)) as database:
        database.execute("UPDATE django_migrations SET name = '0002_sooner' WHERE app = 'lobby'")
        database.commit()
    before = Path(former_store).read_bytes()
    with pytest.raises(StoreError, match="no later code can migrate it"):
        migrate(former_store)
    assert Path(former_store).read_bytes() == before


@pytest.mark.django_db
def test_store_of_newer_version_is_refused_unchanged() -> None:
    Recorded.objects.create(app="lobby", name="9999_later")
    for command in ("migrate", "serve", "verify_matches"):
        with pytest.raises(StoreError, match=r"newer version than .*: it has lobby\.9999_later"):
            call_command(command)


@pytest.mark.django_db
def test_store_before_migration_is_not_verified() -> None:
    Recorded.objects.filter(app="events").delete()
    said = r"lacks [0-9]+ migrations, from events.* Run manage\.py migrate\."
    with pytest.raises(StoreError, match=said):
        call_command("verify_matches")


@pytest.mark.django_db
def test_serve_refuses_too_old_store() -> None:
    Recorded.objects.filter(name=INITIAL).delete()
    Recorded.objects.filter(app="matches", name="0011_columns_of_features").delete()
    with pytest.raises(StoreError, match="too old for version"):
        call_command("serve", port=free_port())


@pytest.mark.django_db
def test_interrupted_first_migration_may_be_continued() -> None:
    """Until its end Django records only the migrations that the initial ones replace."""
    Recorded.objects.filter(name=INITIAL).delete()
    Recorded.objects.filter(app__in=("lobby", "matches")).delete()
    stores.require_upgradable("default")


@pytest.fixture
def var(settings: Any, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path


def test_store_is_copied_once_per_set_of_migrations(
    own_database: str, var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert copy_aside("default") is None, "nothing to migrate"
    lacked = Recorded.objects.filter(app="lessons")
    rows = list(lacked.values())
    lacked.delete()
    try:
        path = copy_aside("default")
        assert path is not None
        assert path.parent == var / "backups"
        assert re.fullmatch(rf"before-{re.escape(VERSION)}-\w{{8}}\.sqlite3", path.name)
        backup = last_backup()
        assert backup is not None
        assert backup.path == path
        assert read(str(path), NAMES)
        written = path.stat().st_mtime_ns
        assert copy_aside("default") == path
        assert path.stat().st_mtime_ns == written
        load = MigrationLoader.load_disk

        def one_more(loader: MigrationLoader) -> None:
            load(loader)
            loader.disk_migrations["lessons", "9999_later"] = Migration("9999_later", "lessons")

        monkeypatch.setattr(MigrationLoader, "load_disk", one_more)
        assert copy_aside("default") not in (None, path), "the same version migrates again"
    finally:
        Recorded.objects.bulk_create(Recorded(**row) for row in rows)


def test_migrate_prints_path_of_copy(
    own_database: str, var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied = "games.maintenance.management.commands.migrate.copy_aside"
    monkeypatch.setattr(copied, lambda alias: var / "copy")
    out = StringIO()
    call_command("migrate", verbosity=0, stdout=out)
    assert out.getvalue() == f"The store as it was before the migrations is in {var / 'copy'}.\n"
    out = StringIO()
    call_command("migrate", plan=True, stdout=out)
    assert "The store" not in out.getvalue()


@pytest.fixture(params=sorted(FOLDER.glob("*.gz")), ids=lambda path: path.stem)
def released(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """Yield the URL of an empty database, and the backup of a released version for it."""
    packed: Path = request.param
    backup = unpacked(packed, tmp_path)
    if backup.suffix == ".pgdump":
        yield request.getfixturevalue("unmigrated_postgresql"), backup
    else:
        yield sqlite_url(tmp_path / "store.sqlite3"), backup


def same(output: str) -> int:
    """Return how many matches a command found to be the same; fails if any was not."""
    found = re.match(r"(\d+) matches: \1 same, ", output)
    assert found, output
    return int(found[1])


@pytest.mark.long
def test_store_of_earlier_release_upgrades_and_plays_on(
    released: tuple[str, Path], empty_file: str, tmp_path: Path
) -> None:
    url, backup = released
    done = python_on(url, UPGRADE_AND_PLAY_ON, str(backup), var=tmp_path / "var")
    found = json.loads(done.stdout)
    if url.startswith("sqlite"):
        assert schema_of(str(tmp_path / "store.sqlite3")) == schema_of(empty_file)
    assert found["before"]["finished"] > 3
    assert found["before"]["open"] > 3
    assert len(found["over"]) == found["before"]["running"] > 3
    assert {found["joined"], *found["over"]} == {"finished"}
    assert found["own_armies"] == "closed"
    assert found["game_night"] == 2
    assert found["rated"] > 1
    (dealt, ratings), (played, ratings_after) = found["dealt"], found["played"]
    assert same(played) == same(dealt) + 1
    assert "equals the matches" in ratings
    assert "equals the matches" in ratings_after
