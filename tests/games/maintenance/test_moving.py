"""Moving a site to PostgreSQL and back, and when the move is refused."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from io import StringIO
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command

from games.maintenance import sql_tables, stores, verifying
from tests.games.maintenance.processes import python_on
from tests.helpers.ports import free_port

NUMBER = "SELECT seq FROM sqlite_sequence WHERE name = 'accounts_user'"
MOVE = """
from accounts.models import User
from games.matches.models import Match
from tests.helpers.matches import act, events, legal, mover, person
match = Match.objects.filter(game="babel", status="running").latest("last_number")
number = act(match, seat := mover(match), legal(match, seat)[0])
print(number == match.last_number + 1, person("Newcomer").pk)
"""


def move(source: str, target: str) -> str:
    out = StringIO()
    call_command("migrate_store", "--from", source, "--to", target, "--jobs", "1", stdout=out)
    return out.getvalue()


def summaries(address: str) -> dict[str, sql_tables.Summary]:
    with stores.opened(stores.settings_of(address)) as alias:
        return {k._meta.db_table: sql_tables.summary_of(k, alias) for k in sql_tables.kinds()}


def digests(address: str) -> dict[str, tuple[str, str]]:
    with stores.opened(stores.settings_of(address)) as alias:
        ids = verifying.played(alias)
        return {one.match: (one.verdict, one.digest) for one in verifying.verify(ids, alias)}


def test_site_moves_to_postgresql_and_back(
    store: str, empty_postgresql: str, empty_file: str
) -> None:
    with sqlite3.connect(store) as database:
        # The row with the highest id is deleted, and its id must not be used again.
        database.execute("UPDATE sqlite_sequence SET seq = seq + 5 WHERE name = 'accounts_user'")
        number = database.execute(NUMBER).fetchone()[0]
    database.close()
    before = summaries(store)
    assert all(summary.rows for summary in before.values())

    output = move(store, empty_postgresql)
    assert "11 matches replayed with the same result on both sides" in output
    assert "Faulty before the move" not in output
    assert summaries(empty_postgresql) == before
    assert set(digests(store).values()) == set(digests(empty_postgresql).values())
    assert {verdict for verdict, _ in digests(empty_postgresql).values()} == {"same"}
    assert python_on(empty_postgresql, MOVE).stdout == f"True {number + 1}\n"

    moved_on = summaries(empty_postgresql)
    move(empty_postgresql, empty_file)
    assert summaries(empty_file) == moved_on
    with sqlite3.connect(empty_file) as database:
        assert database.execute(NUMBER).fetchone() == (number + 1,)
    database.close()


def refused(source: str, target: str) -> str:
    with pytest.raises(CommandError) as refusal:
        move(source, target)
    return str(refusal.value)


def test_move_to_nonempty_target_is_refused(store: str, empty_file: str) -> None:
    move(store, empty_file)
    before = summaries(empty_file)
    assert "is not empty" in refused(store, empty_file)
    assert summaries(empty_file) == before
    assert "the same database" in refused(store, store)


def test_move_to_unmigrated_target_is_refused(store: str, unmigrated_postgresql: str) -> None:
    assert "Run manage.py migrate" in refused(store, unmigrated_postgresql)


@pytest.mark.usefixtures("damaged_file")
def test_database_that_cannot_be_opened_is_not_said_to_be_in_use(
    store: str, empty_file: str, tmp_path: Path
) -> None:
    page = tmp_path / "README.md"
    page.write_text("# This is no database, and as long as the head of one. " * 4, "utf-8")
    gone = f"{tmp_path / 'gone'}.sqlite3"
    nowhere = f"127.0.0.1:{free_port()}"
    words = {
        refused(str(page), empty_file): "cannot be opened: file is not a database. Nothing was",
        refused(f"postgres://u:p@{nowhere}/x", empty_file): f"x at {nowhere} cannot be opened:",
        refused(store, gone): f"no database at {gone}. Run manage.py migrate with DATABASE_URL",
    }
    for said, expected in words.items():
        assert expected in said
        assert "\n" not in said
        assert "Stop the servers" not in said


def test_move_of_newer_store_is_refused(store: str, empty_file: str) -> None:
    with sqlite3.connect(store) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('matches', '9999_marvels', '2030-01-01')"
        )
    database.close()
    assert "newer version" in refused(store, empty_file)


def test_open_sqlite_file_is_refused(store: str, empty_file: str) -> None:
    with sqlite3.connect(store) as idle:
        idle.execute("PRAGMA journal_mode=WAL")
        idle.execute("SELECT count(*) FROM matches_match").fetchone()
        assert "Stop the servers" in refused(store, empty_file)
    idle.close()
    assert "There is no database" in refused(f"{store}.gone", empty_file)


def test_postgresql_in_use_is_refused(store: str, empty_postgresql: str) -> None:
    with psycopg.connect(empty_postgresql):
        assert "has other connections (1)" in refused(store, empty_postgresql)


def test_closing_client_is_waited_for(
    store: str, empty_postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest, count = psycopg.connect(empty_postgresql), stores._other_clients
    counted: list[int] = []

    def count_and_hang_up(alias: str) -> int:
        counted.append(count(alias))
        guest.close()
        return counted[-1]

    monkeypatch.setattr(stores, "_other_clients", count_and_hang_up)
    move(store, empty_postgresql)
    assert counted[0] == 1


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (
            "UPDATE matches_match SET game = 'far too long a name for this'",
            "matches_match cannot be",
        ),
        (
            "UPDATE matches_player SET user_id = 4711"
            " WHERE user_id = (SELECT min(user_id) FROM matches_player)",
            "refers to a missing row",
        ),
        ("CREATE TABLE marvels AS SELECT 1", "No model describes the table marvels"),
    ],
)
def test_failed_move_leaves_target_empty(
    store: str, empty_postgresql: str, damage: str, reason: str
) -> None:
    with sqlite3.connect(store) as database:
        database.execute(damage)
    database.close()
    assert reason in refused(store, empty_postgresql)
    with stores.opened(stores.settings_of(empty_postgresql)) as alias:
        assert sql_tables.filled(alias) == []


def test_differing_copy_is_refused(
    store: str, empty_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = sql_tables.write

    def careless(kind: sql_tables.Kind, alias: str, rows: Iterable[sql_tables.Row]) -> None:
        write(kind, alias, list(rows)[: -1 if kind.__name__ == "ChatLine" else None])

    monkeypatch.setattr(sql_tables, "write", careless)
    assert "chat_chatline has changed: 1 rows became 0" in refused(store, empty_file)
    with stores.opened(stores.settings_of(empty_file)) as alias:
        assert sql_tables.filled(alias) == []


def test_faulty_matches_are_named_and_moved(store: str, empty_file: str) -> None:
    with sqlite3.connect(store) as database:
        database.execute("UPDATE matches_player SET score = 99 WHERE place = 1")
    database.close()
    output = move(store, empty_file)
    assert "Faulty before the move" in output
    assert "differs: Its places or scores differ from its outcome." in output
