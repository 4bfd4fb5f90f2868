"""SQLite's form of a statement, cached: Django converts the placeholders each time it runs it.

`FAST_STATEMENTS=off` leaves it to Django, as all of fastpath/statements.py.
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
    """Django's cursor, which converts each statement once."""

    def convert_query(self, query: str, *, param_names: list[str] | None = None) -> str:
        if param_names is not None:
            return str(super().convert_query(query, param_names=param_names))
        return _converted(query)


class Connection(sqlite3.Connection):
    """A connection that gives Django such cursors."""

    def cursor(self, factory: Any = sqlite3.Cursor) -> Any:
        fast = factory is SQLiteCursorWrapper and settings.FAST_STATEMENTS
        return super().cursor(Cursor if fast else factory)
