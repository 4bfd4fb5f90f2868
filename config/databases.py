"""The databases the house can keep its store in, by their addresses."""

from typing import Any

from environ import Env


def database(url: str, pool: int = 0) -> dict[str, Any]:
    """Django's settings of a database: SQLite in WAL mode, or PostgreSQL, with a pool if asked."""
    settings: dict[str, Any] = Env.db_url_config(url)
    if settings["ENGINE"].endswith("sqlite3"):
        settings["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        }
        settings["CONN_MAX_AGE"] = None
    elif pool:
        options = settings.setdefault("OPTIONS", {})
        options["pool"] = {"min_size": 2, "max_size": pool, "timeout": 10}
    return settings
