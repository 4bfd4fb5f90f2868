"""Bots that think in tests: no test fails, or takes long, because the machine is busy."""

from __future__ import annotations

from datetime import timedelta

import pytest
from pytest_django import Settings

from games.lobby.services import limits
from games.workers import bots, thinking


@pytest.fixture(autouse=True)
def _patience(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """They have time, and as much of the machine as everybody."""
    settings.BOT_SECONDS = 600
    monkeypatch.setattr(thinking, "PRIORITY", 0)


@pytest.fixture(autouse=True)
def _no_question_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "_failed", {})


@pytest.fixture(autouse=True)
def _as_many_and_as_long_as_a_test_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """One person may have a seat at many tables with slow bots, and wait long for their answers."""
    monkeypatch.setattr(limits, "SLOW_EACH", 100)
    monkeypatch.setattr(bots, "QUEUED", timedelta(days=1))
