"""The databases the house can keep its store in, by their addresses."""

import os
import sqlite3
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3.base import SQLiteCursorWrapper
from environ import Env

KEEP_NO_LOCKS = (
    "-c idle_in_transaction_session_timeout=20s -c tcp_keepalives_idle=10"
    " -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
)


STATEMENTS = 1024
_convert: Any = SQLiteCursorWrapper.convert_query


@lru_cache(STATEMENTS)
def _in_its_words(statement: str) -> str:
    return str(_convert(None, statement))


class Cursor(SQLiteCursorWrapper):
    """Django's own, which puts every statement into SQLite's words anew each time it is run."""

    def convert_query(self, query: str, *, param_names: list[str] | None = None) -> str:
        if param_names is not None:
            return str(super().convert_query(query, param_names=param_names))
        return _in_its_words(query)


class OwnersFile(sqlite3.Connection):
    """A database whose file is made for its owner alone; SQLite makes the log beside it alike."""

    def cursor(self, factory: Any = sqlite3.Cursor) -> Any:
        return super().cursor(Cursor if factory is SQLiteCursorWrapper else factory)

    def __init__(self, database: Any, *words: Any, **more: Any) -> None:
        name = str(database)
        if name != ":memory:" and not name.startswith("file:"):
            with suppress(OSError):
                make_private(Path(name))
        super().__init__(database, *words, **more)


def make_private(path: Path) -> None:
    """An empty file that only its owner may read, unless there is one."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def database(url: str, pool: int = 0, synchronous: str = "FULL") -> dict[str, Any]:
    """Django's settings of a database: SQLite in WAL mode, or PostgreSQL, with a pool if asked.

    FULL: what was acknowledged survives a power cut, as on PostgreSQL. NORMAL survives a killed
    process alone, and spares the wait for the disk at every move.
    """
    settings: dict[str, Any] = Env.db_url_config(url)
    if settings["ENGINE"].endswith("sqlite3"):
        settings["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "factory": OwnersFile,
            "init_command": f"PRAGMA journal_mode=WAL; PRAGMA synchronous={synchronous};",
        }
        settings["CONN_MAX_AGE"] = None
    elif pool:
        options = settings.setdefault("OPTIONS", {})
        # A database that is away is asked for again by the next request, and nobody waits long.
        patience = {"timeout": 4, "reconnect_timeout": 2}
        options["pool"] = {"min_size": 2, "max_size": pool, **patience}
        # What the pool gives is alive: one that was started again is not noticed but by a pause.
        settings["CONN_HEALTH_CHECKS"] = True
        # A process that died with its machine, or hangs, keeps no match locked.
        options["options"] = KEEP_NO_LOCKS
    return settings
