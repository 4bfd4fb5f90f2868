"""The channel layer through Redis, which tells when it was cut off: something may be missed.

Redis keeps no announcement for who is not there. When a line to it is back, every socket of this
process hears `layer.back` and reads how things stand.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from channels_redis.pubsub import (
    RedisPubSubChannelLayer,
    RedisPubSubLoopLayer,
    RedisSingleShardConnection,
)
from channels_redis.utils import _wrap_close
from redis.asyncio.client import PubSub

from games.live.rooms import LAYER_BACK

BACK = {"type": LAYER_BACK}


class Ears(PubSub):
    """Listens to Redis; called after it had to begin anew."""

    def __init__(self, connection_pool: Any, begun_anew: Callable[[], None]) -> None:
        super().__init__(connection_pool)
        self._begun_anew = begun_anew

    async def on_connect(self, connection: Any) -> None:
        """Redis knows nothing of us any more: subscribe to all of it again, then tell."""
        await super().on_connect(connection)
        self._begun_anew()


class HouseShard(RedisSingleShardConnection):
    """The connection to one Redis."""

    def _ensure_redis(self) -> None:
        if self._redis is None:
            super()._ensure_redis()
            self._pubsub = Ears(self._redis.connection_pool, self.channel_layer.tell_all)


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
