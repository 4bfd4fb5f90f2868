"""Tables of Babel for two."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.engine.contract import Json
from games.matches.models import Match
from tests.helpers.matches import people
from tests.helpers.prepared import prepared


@pytest.fixture
def laid(db: None) -> Callable[..., Match]:
    """Lay a table from a position; its match, Anna at seat 0, Berta at seat 1."""
    anna, berta = people("Anna", "Berta")

    def lay(given: Json, turn: int = 0) -> Match:
        return prepared("babel", {**given, "turn": turn}, anna, berta)

    return lay
