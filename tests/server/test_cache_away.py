"""The cache in Redis: what becomes of it when Redis goes away and comes back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from redis.exceptions import ConnectionError

from server.cache import PatientCache, client_of
from tests.helpers.requirements import provided
from tests.helpers.servers import Server, redis_that_restarts

SESSION = "django.contrib.sessions.cached_dbabc"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    yield from provided(redis_that_restarts)


@pytest.fixture
def cache(server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[PatientCache]:
    monkeypatch.setattr("server.cache.ASK_AGAIN", 0.0)
    made = PatientCache(server.url, {})
    yield made
    made._cache._redis.get_client().connection_pool.disconnect()
    client_of.cache_clear()


def test_without_redis_each_process_counts_for_itself(cache: PatientCache, server: Server) -> None:
    cache.set("known", "before")
    cache.set(SESSION, "signed in")
    server.end()
    try:
        assert cache.get("known", "nothing") == "nothing"
        assert cache.add("tries", 0, 60)
        assert not cache.add("tries", 0, 60)
        assert cache.incr("tries") == 1
        assert cache.incr("tries") == 2
        with pytest.raises(ValueError, match="not found"):
            cache.incr("never")
        cache.set_many({"a": 1, "b": 2})
        assert cache.get_many(["a", "b", "c"]) == {"a": 1, "b": 2}
        cache.delete("a")
        cache.delete_many(["b"])
        assert "a" not in cache
        assert "b" not in cache
        cache.set(SESSION, "signed in")
        assert cache.get(SESSION) is None, "whoever signs out elsewhere is out here too"
    finally:
        server.start()
    assert cache.get("tries") is None, "what was counted meanwhile is forgotten"
    cache.set("known", "after")
    assert cache.get("known") == "after"


def test_what_was_written_meanwhile_is_not_found_as_it_was(
    cache: PatientCache, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redis was there all the time, only the way to it was cut: it still knows the old."""
    cache.set(SESSION, "signed in")
    cache.set("other", "stays")

    def cut(*_given: object, **_more: object) -> None:
        raise ConnectionError("cut")

    with monkeypatch.context() as patch:
        patch.setattr("server.cache.OneClient.get_client", cut)
        cache.delete(SESSION)
        cache.set("tries", 1)
    assert cache.get(SESSION) is None, "signed out is signed out"
    assert cache.get("other") == "stays"
    assert cache.get("tries") is None, "nor what was counted meanwhile"


def test_nobody_waits_again_and_again(cache: PatientCache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.cache.ASK_AGAIN", 60.0)
    tried = 0

    def cut(*_given: object, **_more: object) -> None:
        nonlocal tried
        tried += 1
        raise ConnectionError("cut")

    with monkeypatch.context() as patch:
        patch.setattr("server.cache.OneClient.get_client", cut)
        for _ in range(5):
            assert cache.get("known", "nothing") == "nothing"
    assert tried == 1
