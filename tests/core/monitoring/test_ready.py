"""/readyz on a real PostgreSQL and a real Redis."""

from __future__ import annotations

from contextlib import suppress

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connections
from redis import Redis
from redis.exceptions import ResponseError

from core.monitoring.health import Readiness
from tests.core.monitoring.test_doors import ask


@pytest.mark.on_postgresql
@pytest.mark.on_redis
@pytest.mark.django_db(transaction=True)
async def test_site_is_ready_if_all_servers_answer() -> None:
    assert await Readiness().down() == []
    await sync_to_async(connections.close_all)()


@pytest.mark.on_redis
@pytest.mark.django_db(transaction=True)
async def test_unshared_cache_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    if not settings.REDIS_URL:
        pytest.skip("there is nothing to share with")
    monkeypatch.setattr(Redis, "exists", lambda self, key: 0)
    assert await Readiness().down() == ["cache"]


@pytest.mark.on_redis
async def test_metrics_show_what_redis_throws_out() -> None:
    if not settings.REDIS_URL:
        pytest.skip("without Redis there is nothing to show")
    with Redis.from_url(settings.REDIS_URL) as redis:
        before = redis.config_get("maxmemory*")
        redis.set("old", "x")
        redis.config_set("maxmemory-policy", "allkeys-lru")
        redis.config_set("maxmemory", 1)
        with suppress(ResponseError):
            redis.set("new", "x")  # There is no room for it either.
        for name in ("maxmemory", "maxmemory-policy"):
            redis.config_set(name, before[name])
        thrown_out = redis.info("stats")["evicted_keys"]
    assert thrown_out > 0
    answer = await ask("/metrics")
    assert f"tavola_redis_evictions {float(thrown_out)}" in answer.text


@pytest.mark.on_redis
@pytest.mark.django_db(transaction=True)
async def test_readiness_checks_leave_no_subscription() -> None:
    if not settings.REDIS_URL:
        pytest.skip("in memory there is nothing to leave")
    with Redis.from_url(settings.REDIS_URL) as redis:
        for _ in range(3):
            assert await Readiness().down() == []
        assert redis.pubsub_channels("*ready*") == []
