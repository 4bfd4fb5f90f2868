"""Matches to be reviewed, by reviewers that try little."""

from __future__ import annotations

from dataclasses import replace

import pytest

from accounts.models import User
from games.matches.models import Match
from games.reviews import services
from games.titles.registry import bot_for, reviewer_of
from tests.helpers.matches import fresh, people, play_on, started


@pytest.fixture(autouse=True)
def _little_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    def small(slug: str) -> object:
        quick = bot_for(slug, "easy")
        few = {"moves": 0, "endings": 1, "trials": 2}
        return replace(reviewer_of(slug), advisers=(quick,), near=quick, far=quick, **few)

    monkeypatch.setattr(services, "reviewer_of", small)


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
