from collections.abc import Iterator

import pytest

from games.services.notices import outside
from tests.helpers.outside import Neighbour, neighbour


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Neighbour]:
    """All the world is this server."""
    with neighbour() as about:
        monkeypatch.setattr(outside, "OUTSIDE", about.outside)
        yield about
