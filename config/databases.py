"""The databases the house can keep its store in, by their addresses."""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any
from weakref import WeakSet

from environ import Env

from fastpath.sqlite import Connection

KEEP_NO_LOCKS = (
    "-c idle_in_transaction_session_timeout=20s -c tcp_keepalives_idle=10"
    " -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
)


class OwnersFile(Connection):
    """A database whose file is made for its owner alone; SQLite makes the log beside it alike.

    A process that was forked while its parent had the file open does not open it: SQLite in it
    believes to hold the parent's locks, which no fork inherits. Whoever closes the database then
    deletes the log into which the fork writes on, and all of it is lost as soon as the fork ends.
    """

    place: str

    def __init__(self, database: Any, *words: Any, **more: Any) -> None:
        name = str(database)
        if name != ":memory:" and not name.startswith("file:"):
            place = os.path.realpath(name)
            if place in _inherited:
                raise sqlite3.OperationalError(f"{name} was open when this process was forked")
            with suppress(OSError):
                make_private(Path(name))
            self.place = place
            _open.add(self)
        super().__init__(database, *words, **more)

    def close(self) -> None:
        super().close()
        _open.discard(self)


_open: WeakSet[OwnersFile] = WeakSet()
_inherited: set[str] = set()


def _know_what_was_open() -> None:
    _inherited.update(database.place for database in _open)


os.register_at_fork(after_in_child=_know_what_was_open)


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
