"""The channel layer on a real Redis: a lost connection, and a restart."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from signal import SIGCONT, SIGSTOP
from typing import Any

import pytest
from channels_redis.pubsub import RedisPubSubChannelLayer
from redis import Redis

from core.server.redis_layer import BACK, LastingLayer
from tests.helpers.requirements import provided
from tests.helpers.servers import Server, redis_that_restarts

PATIENCE = 120
MOVED = {"type": "match.moved", "number": 1}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    yield from provided(redis_that_restarts)


@pytest.fixture
async def layer(server: Server, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Any]:
    monkeypatch.setattr("core.server.redis_layer.ASK_AGAIN", 0.05)
    layer = LastingLayer(hosts=[{"address": server.url}])
    yield layer
    await layer.flush()


async def follower(layer: Any) -> str:
    channel = await layer.new_channel()
    await layer.group_add("match.a", channel)
    return str(channel)


async def heard(layer: Any, channel: str) -> dict[str, Any]:
    return dict(await asyncio.wait_for(layer.receive(channel), PATIENCE))


async def test_follower_receives_messages_of_its_groups(layer: Any) -> None:
    channel, former = await follower(layer), await follower(layer)
    await layer.group_discard("match.a", former)
    await layer.group_send("match.a", MOVED)
    await layer.send(former, {"type": "to one"})
    assert await heard(layer, channel) == MOVED
    assert await heard(layer, former) == {"type": "to one"}


async def test_lost_connection_is_published(layer: Any, server: Server) -> None:
    channel = await follower(layer)
    with Redis.from_url(server.url) as other:
        await asyncio.to_thread(other.execute_command, "CLIENT", "KILL", "TYPE", "pubsub")
    assert await heard(layer, channel) == BACK
    await layer.group_send("match.a", MOVED)
    assert await heard(layer, channel) == MOVED


async def test_subscription_made_while_redis_is_down_works_afterwards(
    layer: Any, server: Server
) -> None:
    known = await follower(layer)
    await asyncio.to_thread(server.end)
    try:
        newcomer, former = await follower(layer), await follower(layer)
        await layer.group_discard("match.a", former)
        never_there = LastingLayer(hosts=[{"address": server.url}])
        stranger = await follower(never_there)
    finally:
        await asyncio.to_thread(server.start)
    for each, channel in ((layer, known), (layer, newcomer), (never_there, stranger)):
        assert await heard(each, channel) == BACK
    await layer.group_send("match.a", MOVED)
    for each, channel in ((layer, known), (layer, newcomer), (never_there, stranger)):
        assert await heard(each, channel) == MOVED
    await never_there.flush()


async def test_first_message_after_restart_arrives(layer: Any, server: Server) -> None:
    channel = await follower(layer)
    await layer.group_send("match.a", MOVED)
    assert await heard(layer, channel) == MOVED
    await asyncio.to_thread(server.end)
    await asyncio.to_thread(server.start)
    assert await heard(layer, channel) == BACK
    await layer.group_send("match.a", MOVED)
    assert await heard(layer, channel) == MOVED


async def test_follower_waits_until_redis_confirms(layer: Any, server: Server) -> None:
    await follower(layer)
    server.send(SIGSTOP)
    try:
        newcomer = asyncio.create_task(follower(layer))
        done, _ = await asyncio.wait({newcomer}, timeout=0.3)
        assert not done, "what is published before the confirmation would be missed"
    finally:
        server.send(SIGCONT)
    channel = await newcomer
    await layer.group_send("match.a", MOVED)
    assert await heard(layer, channel) == MOVED


async def test_redis_that_does_not_confirm_holds_nobody_up(
    layer: Any, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.server.redis_layer.CONFIRM", 0.05)
    await follower(layer)
    server.send(SIGSTOP)
    try:
        channel = await asyncio.wait_for(follower(layer), PATIENCE)
    finally:
        server.send(SIGCONT)
    assert await heard(layer, channel) == BACK


async def test_failure_to_read_a_message_is_survived(
    layer: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    channel = await follower(layer)

    def fail(_message: object) -> None:
        monkeypatch.undo()
        raise ValueError("unreadable")

    (shard,) = layer._get_layer()._shards
    monkeypatch.setattr(shard, "_receive_message", fail)
    await layer.group_send("match.a", MOVED)
    assert await heard(layer, channel) == BACK
    assert "unreadable" in caplog.text
    await layer.group_send("match.a", MOVED)
    assert await heard(layer, channel) == MOVED


async def test_loop_of_another_thread_leaves_connection_alone(
    layer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await follower(layer)
    shards = layer._get_layer()._shards
    get_layer = RedisPubSubChannelLayer._get_layer

    def while_another_loop_opens(self: Any) -> Any:
        self._layers[object()] = None
        return get_layer(self)

    monkeypatch.setattr(RedisPubSubChannelLayer, "_get_layer", while_another_loop_opens)
    assert layer._get_layer()._shards is shards
