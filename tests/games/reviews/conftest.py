"""Matches to be reviewed, by reviewers that try little."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.matches.models import Match
from games.reviews import services
from tests.helpers.matches import fresh, people, play_on, started
from tests.helpers.reviewed import hasty


@pytest.fixture(autouse=True)
def _little_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "reviewer_of", hasty)


@pytest.fixture
def anna(db: None) -> User:
    return people("Anna")[0]


@pytest.fixture
def match(anna: User) -> Match:
    """Play a match of Anna against a bot, in a short game."""
    return finished(anna)


def finished(anna: User, game: str = "kharnage") -> Match:
    match = started(anna, bots=("easy",), game=game, public=False)
    return fresh(play_on(match))
