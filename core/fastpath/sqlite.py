"""Cache SQLite's form of statements, whose placeholders Django converts at every execution.

`FAST_STATEMENTS=off` leaves this to Django, like core/fastpath/statements.py.
"""

from __future__ import annotations

import sqlite3
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db.backends.sqlite3.base import SQLiteCursorWrapper

_convert: Any = SQLiteCursorWrapper.convert_query


@lru_cache(1024)
def _converted(statement: str) -> str:
    return str(_convert(None, statement))


class Cursor(SQLiteCursorWrapper):
    """Django's cursor, but each statement is converted only once."""

    def convert_query(self, query: str, *, param_names: list[str] | None = None) -> str:
        if param_names is not None:
            return str(super().convert_query(query, param_names=param_names))
        return _converted(query)


class Connection(sqlite3.Connection):
    """A connection whose Django cursors are these."""

    def cursor(self, factory: Any = sqlite3.Cursor) -> Any:
        fast = factory is SQLiteCursorWrapper and settings.FAST_STATEMENTS
        return super().cursor(Cursor if fast else factory)
