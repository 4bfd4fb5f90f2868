"""Pairing with less effort: the same rules hold, and the tests take less time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.tournaments.rounds import search


@pytest.fixture(autouse=True, scope="package")
def little_effort() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "EXAMINED_FOR_REST", 50_000)
        yield
