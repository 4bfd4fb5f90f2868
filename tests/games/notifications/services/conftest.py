from collections.abc import Iterator

import pytest

from games.notifications.services import http_guard
from tests.helpers.outside import Neighbour, neighbour


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Neighbour]:
    """All the world is this server."""
    with neighbour() as about:
        monkeypatch.setattr(http_guard, "CLIENT", about.outside)
        yield about
