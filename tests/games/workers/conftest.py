"""Bots that think in tests: no test fails, or takes long, because the machine is busy."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from games.workers import thinking


@pytest.fixture(autouse=True)
def _patience(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """They have time, and as much of the machine as everybody."""
    settings.BOT_SECONDS = 600
    monkeypatch.setattr(thinking, "PRIORITY", 0)
