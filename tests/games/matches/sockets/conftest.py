"""The match that the socket tests use."""

from __future__ import annotations

import pytest

from games.matches.models import Match
from tests.helpers.matches import people, started


@pytest.fixture
def match(transactional_db: None) -> Match:
    return started(*people("Anna", "Berta"), seed=8)
