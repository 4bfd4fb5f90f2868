from collections.abc import Iterator

import pytest

from accounts.models import User
from games.matches.models import Match
from games.notifications.services import http_guard
from tests.helpers.matches import mover, user_at
from tests.helpers.notices import verified
from tests.helpers.outside import Neighbour, neighbour


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Neighbour]:
    """All the world is this server."""
    with neighbour() as about:
        monkeypatch.setattr(http_guard, "CLIENT", about.outside)
        yield about


@pytest.fixture
def pair(pair: list[User]) -> list[User]:
    """Return two users who get mail."""
    return [verified(user) for user in pair]


@pytest.fixture
def user(match: Match) -> User:
    """Return the user on turn."""
    return user_at(match, mover(match))
