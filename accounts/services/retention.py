"""Deletion of personal data whose storage time is over (`accounts.personal_data`).

A round consists of small transactions and deletes a limited number of rows, so that no request
waits for it; the next round deletes the rest.
"""

from __future__ import annotations

import logging

from django.db import transaction
from django.db.models import Model, QuerySet

from accounts.personal_data import personal_data

logger = logging.getLogger(__name__)
BATCH = 500
MOST = 10_000
"""The most rows of one kind that a round deletes."""


def sweep() -> dict[str, int]:
    """Do one round of deletion; return how many rows of each kind were deleted.

    Data of higher apps goes first. A kind that fails is logged and stops no other.
    """
    counts = {}
    for data in reversed(personal_data):
        for name, expired in data.expired.items():
            try:
                found = expired()
                counts[name] = found if isinstance(found, int) else delete_rows(found)
            except Exception:
                logger.exception("Old data could not be deleted (%s).", name)
    return counts


def delete_rows(rows: QuerySet[Model]) -> int:
    """Delete rows in batches, at most `MOST` or a little more, and return their number."""
    deleted = 0
    while deleted < MOST:
        batch = list(rows.order_by("pk").values_list("pk", flat=True)[:BATCH])
        if not batch:
            break
        with transaction.atomic():
            rows.model._base_manager.filter(pk__in=batch).delete()
        deleted += len(batch)
    return deleted
