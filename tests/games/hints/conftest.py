"""Hints that are compared in few worlds."""

import pytest

from games.engine import hints


@pytest.fixture(autouse=True)
def _little_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "WORLDS", 2)
    monkeypatch.setattr(hints, "AT_ONCE", 1)
