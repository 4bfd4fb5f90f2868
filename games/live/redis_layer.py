"""The channel layer through Redis, which tells when it was cut off: something may be missed.

Redis keeps no announcement for who is not there. When a line to it is back, every socket of this
process hears `layer.back` and reads how things stand; those too that were opened meanwhile, whose
subscriptions were only noted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

from channels_redis.pubsub import (
    RedisPubSubChannelLayer,
    RedisPubSubLoopLayer,
    RedisSingleShardConnection,
)
from channels_redis.utils import _wrap_close
from redis.asyncio.client import PubSub
from redis.exceptions import ConnectionError, TimeoutError

from games.live.rooms import LAYER_BACK

BACK = {"type": LAYER_BACK}
AWAY = (ConnectionError, TimeoutError, OSError)
ASK_AGAIN = 1.0
"""Seconds; in between nobody who comes waits for a Redis that was not there just now."""


class Ears(PubSub):
    """Listens to Redis; called after it had to begin anew."""

    def __init__(self, connection_pool: Any, begun_anew: Callable[[], None]) -> None:
        super().__init__(connection_pool)
        self._begun_anew = begun_anew

    async def connect(self) -> None:
        """What was noted before there was any connection is subscribed to with the first one."""
        first = self.connection is None
        await super().connect()
        if first and self.channels:
            await self.on_connect(self.connection)

    async def on_connect(self, connection: Any) -> None:
        """Redis knows nothing of us any more: subscribe to all of it again, then tell."""
        known = -1
        while known != len(self.channels):
            # Somebody may have come while that was under way.
            known = len(self.channels)
            await super().on_connect(connection)
        self._begun_anew()

    async def parse_response(self, *words: Any, **more: Any) -> Any:
        """Hear what comes; whoever has but noted what to hear connects first."""
        if self.connection is None:
            await self.connect()
        return await super().parse_response(*words, **more)

    def note(self, channel: str) -> None:
        """Subscribe with the next connection."""
        self.channels.update(self._normalize_keys({channel: None}))

    def strike(self, channel: str) -> None:
        """Do not."""
        for key in self._normalize_keys({channel: None}):
            self.channels.pop(key, None)


class HouseShard(RedisSingleShardConnection):
    """The connection to one Redis. While that is away it takes note of who comes and goes."""

    _again = 0.0

    def _ensure_redis(self) -> None:
        if self._redis is None:
            super()._ensure_redis()
            self._pubsub = Ears(self._redis.connection_pool, self._begun_anew)

    def _begun_anew(self) -> None:
        self._again = 0.0
        self.channel_layer.tell_all()

    async def subscribe(self, channel: str) -> None:
        if not await self._reached(super().subscribe, channel):
            self._pubsub.note(channel)
            self._subscribed_to.add(channel)

    async def unsubscribe(self, channel: str) -> None:
        if not await self._reached(super().unsubscribe, channel):
            self._pubsub.strike(channel)
            self._subscribed_to.discard(channel)

    async def _reached(self, ask: Callable[[str], Awaitable[None]], channel: str) -> bool:
        """Whether Redis was there to be asked this; for a while after it was not, nobody asks."""
        if monotonic() < self._again:
            return False
        try:
            await ask(channel)
        except AWAY:
            self._again = monotonic() + ASK_AGAIN
            return False
        return True


class HouseLoopLayer(RedisPubSubLoopLayer):
    """The layer of one event loop."""

    def __init__(self, channel_layer: RedisPubSubChannelLayer, **settings: Any) -> None:
        super().__init__(channel_layer=channel_layer, **settings)
        self._shards = [HouseShard(shard.host, self) for shard in self._shards]

    def tell_all(self) -> None:
        """Every socket of this loop is told that it may have missed something."""
        back = self.channel_layer.serialize(BACK)
        for inbox in self.channels.values():
            inbox.put_nowait(back)


class HouseLayer(RedisPubSubChannelLayer):
    """What settings name as the backend."""

    def _get_layer(self) -> HouseLoopLayer:
        loop = asyncio.get_running_loop()
        layer = self._layers.get(loop)
        if layer is None:
            layer = self._layers[loop] = HouseLoopLayer(self, **self._kwargs)
            _wrap_close(self, loop)
        return layer
