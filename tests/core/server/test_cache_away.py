"""The cache in Redis while Redis is down and after it returns."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from redis.exceptions import ConnectionError

from core.server.cache import PatientCache, client_of, own_cache
from tests.helpers.requirements import provided
from tests.helpers.servers import Server, redis_that_restarts

SESSION = "django.contrib.sessions.cached_dbabc"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    yield from provided(redis_that_restarts)


@pytest.fixture
def cache(server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[PatientCache]:
    monkeypatch.setattr("core.server.cache.ASK_AGAIN", 0.0)
    made = PatientCache(server.url, {})
    yield made
    made._cache._redis.get_client().connection_pool.disconnect()
    client_of.cache_clear()


def test_process_counts_by_itself_while_redis_is_down(cache: PatientCache, server: Server) -> None:
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
        assert cache.get(SESSION) is None, "sessions are not cached in a process"
        for number in range(1000):
            cache.set(f"other-{number}", True)
        assert cache.incr("tries") == 3, "the process has room for many limits"
    finally:
        server.start()
    assert cache.get("tries") is None, "local counts are forgotten"
    cache.set("known", "after")
    assert cache.get("known") == "after"


def test_kinds_of_keys_are_stored_separately_while_redis_is_down(
    cache: PatientCache, server: Server
) -> None:
    limits, presence = (
        PatientCache(server.url, {"KEY_PREFIX": prefix}) for prefix in ("limits", "presence")
    )
    server.end()
    try:
        limits.set("tries", 1)
        presence.set("here", True)
        assert [len(own_cache([f"{kind}:"])._cache) for kind in ("limits", "presence")] == [1, 1]
        assert limits.get("tries") == 1
        assert presence.get_many([]) == {}
    finally:
        server.start()
    assert limits.get("tries") is None
    assert not own_cache(["limits:"])._cache


def test_keys_written_while_redis_is_down_are_deleted(
    cache: PatientCache, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the connection to Redis is cut, so Redis itself still has the old values."""
    cache.set(SESSION, "signed in")
    cache.set("other", "stays")

    def cut(*_given: object, **_more: object) -> None:
        raise ConnectionError("cut")

    with monkeypatch.context() as patch:
        patch.setattr("core.server.cache.OneClient.get_client", cut)
        cache.delete(SESSION)
        cache.set("tries", 1)
    assert cache.get(SESSION) is None, "a deleted session does not return"
    assert cache.get("other") == "stays"
    assert cache.get("tries") is None, "counts made while Redis was down are deleted"


def test_redis_is_retried_only_after_pause(
    cache: PatientCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.server.cache.ASK_AGAIN", 60.0)
    tried = 0

    def cut(*_given: object, **_more: object) -> None:
        nonlocal tried
        tried += 1
        raise ConnectionError("cut")

    with monkeypatch.context() as patch:
        patch.setattr("core.server.cache.OneClient.get_client", cut)
        for _ in range(5):
            assert cache.get("known", "nothing") == "nothing"
    assert tried == 1
