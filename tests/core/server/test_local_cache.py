"""The caches in a process: the room of each, and what a full one throws out."""

from __future__ import annotations

from collections.abc import Iterator
from time import time
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.backends.cached_db import SessionStore
from django.core.cache import caches

from core.monitoring.metrics import CACHE_EVICTIONS
from core.monitoring.rate_limit import is_beyond
from core.server.local_cache import LocalCache


@pytest.fixture
def small() -> Iterator[LocalCache]:
    """Make a cache with room for ten entries, which frees five."""
    made = LocalCache("small", {"OPTIONS": {"MAX_ENTRIES": 10, "CULL_FREQUENCY": 2}})
    yield made
    made.clear()


def evictions(cache: str) -> float:
    return float(CACHE_EVICTIONS.labels(cache)._value.get())


def test_limit_holds_while_others_are_counted() -> None:
    before = evictions("limits")
    assert not any(is_beyond("sign-in:Anna", 5, 300) for _ in range(5))
    for number in range(1000):
        is_beyond(f"writes:{number}", 300, 60)
    assert is_beyond("sign-in:Anna", 5, 300)
    assert evictions("limits") == before
    assert caches["default"]._max_entries == 100_000


def test_limits_presence_and_sessions_have_caches_of_their_own() -> None:
    assert {*settings.CACHES} == {"default", "presence", "sessions", "site"}
    for alias in settings.CACHES:
        assert caches[alias].add("the-same-key", alias), "no other cache has it"
        assert caches[alias].make_key("x") not in [
            caches[other].make_key("x") for other in settings.CACHES if other != alias
        ], "in Redis they share the keys"
    session: Any = SessionStore()
    assert session._cache is caches["sessions"]


def test_full_cache_throws_out_what_was_unused_for_longest(small: LocalCache) -> None:
    before = evictions("small")
    for number in range(10):
        small.set(str(number), number)
    small.get("0")
    small.set("new", True)
    assert small.get_many([*map(str, range(10)), "new"]) == {
        **{str(number): number for number in (0, 6, 7, 8, 9)},
        "new": True,
    }
    assert evictions("small") == before + 5


def test_full_cache_first_drops_what_has_expired(
    small: LocalCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = evictions("small")
    small.set("lasting", True, 1000)
    for number in range(9):
        small.set(str(number), number, 60)
    later = time() + 120
    monkeypatch.setattr("time.time", lambda: later)
    monkeypatch.setattr("core.server.local_cache.time", lambda: later)
    for number in range(4):
        small.set(f"new-{number}", number, 60)
    assert small.get("lasting")
    assert len(small._cache) == 5
    assert evictions("small") == before
