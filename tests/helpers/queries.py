"""Count the queries of a request or a call."""

from __future__ import annotations

from collections.abc import Callable

from django.db import connection
from django.test.utils import CaptureQueriesContext


def queries_of(act: Callable[[], object]) -> int:
    """Return the number of queries of a call, done once before, so that caches are filled."""
    act()
    with CaptureQueriesContext(connection) as asked:
        act()
    return len(asked)
