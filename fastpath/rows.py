"""Rows of the models that every request reads become instances in one step.

It is a part of what fastpath/statements.py buys, and goes with it: `FAST_STATEMENTS=off` lets
Django make them.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Self

from django.conf import settings
from django.db.models import Model
from django.db.models.base import ModelState


class QuickRows(Model):
    """For models that nothing listens to while they are made, and whose fields are plain.

    Django's own way sets one field after the other, as for an instance that somebody makes.
    """

    class Meta:
        abstract = True

    # The stubs are those of a later Django.
    @classmethod
    def from_db(  # type: ignore[override]
        cls, db: str | None, field_names: Collection[str], values: Collection[Any]
    ) -> Self:
        if not settings.FAST_STATEMENTS:
            return super().from_db(db, field_names, values)
        row = cls.__new__(cls)
        state = ModelState()
        state.adding, state.db = False, db
        row.__dict__.update(zip(field_names, values, strict=True), _state=state)
        return row
