"""The databases the house can keep its store in, by their addresses."""

from typing import Any

from environ import Env

KEEP_NO_LOCKS = (
    "-c idle_in_transaction_session_timeout=20s -c tcp_keepalives_idle=10"
    " -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
)


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
