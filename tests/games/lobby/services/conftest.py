"""Two users who meet in the lobby."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.helpers.matches import person


@pytest.fixture
def anna(db: None) -> User:
    return person("Anna")


@pytest.fixture
def berta(db: None) -> User:
    return person("Berta")
