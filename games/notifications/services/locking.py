"""Rows that several workers take, each only once."""

from __future__ import annotations

from typing import TypeVar

from django.db import connection, models

Row = TypeVar("Row", bound=models.Model)


def lock_free(rows: models.QuerySet[Row]) -> models.QuerySet[Row]:
    """Return these rows, locked; on PostgreSQL without those that another worker has locked."""
    skip = connection.features.has_select_for_update_skip_locked
    return rows.select_for_update(skip_locked=skip, of=("self",))
