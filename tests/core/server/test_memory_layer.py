"""The channel layer of a single process delivers the same as Channels' own."""

from __future__ import annotations

import asyncio

import pytest
from channels.layers import InMemoryChannelLayer

from core.server.memory_layer import ProcessLayer

either_layer = pytest.mark.parametrize("kind", [ProcessLayer, InMemoryChannelLayer])


@either_layer
async def test_each_channel_of_group_gets_own_copy(kind: type[InMemoryChannelLayer]) -> None:
    layer = kind()
    first, second, other = [await layer.new_channel() for _ in range(3)]
    for channel in (first, second):
        await layer.group_add("match.a", channel)
    await layer.group_send("match.a", {"type": "match.moved", "number": 1})
    await layer.group_send("nobody", {"type": "match.moved", "number": 2})
    heard = [await layer.receive(channel) for channel in (first, second)]
    assert heard == [{"type": "match.moved", "number": 1}] * 2
    assert heard[0] is not heard[1]
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(layer.receive(other), 0.05)


@either_layer
async def test_full_queue_drops_messages(kind: type[InMemoryChannelLayer]) -> None:
    layer = kind(capacity=2)
    channel = await layer.new_channel()
    await layer.group_add("match.a", channel)
    for number in range(5):
        await layer.group_send("match.a", {"type": "match.moved", "number": number})
    heard = [(await layer.receive(channel))["number"] for _ in range(2)]
    assert heard == [0, 1]


@either_layer
async def test_discarded_channel_receives_nothing(kind: type[InMemoryChannelLayer]) -> None:
    layer = kind()
    channel = await layer.new_channel()
    await layer.group_add("match.a", channel)
    await layer.group_discard("match.a", channel)
    await layer.group_send("match.a", {"type": "match.moved", "number": 1})
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(layer.receive(channel), 0.05)
