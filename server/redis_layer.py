"""The channel layer through Redis, which tells when it was cut off: something may be missed.

Redis keeps no announcement for who is not there, and channels_redis does not say that its line was
cut; nor does it let anybody come while Redis is away. Here every line to Redis begins by
subscribing to all that is wanted by then, and tells every socket of this process to read how things
stand (`layer.back`): no page has to open its socket anew (docs/decisions/0025-machinery.md).
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisSingleShardConnection
from channels_redis.utils import create_pool
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, TimeoutError

from games.matches.sockets.rooms import LAYER_BACK

logger = logging.getLogger(__name__)
BACK = {"type": LAYER_BACK}
AWAY = (ConnectionError, TimeoutError, OSError)
ASK_AGAIN = 1.0
"""Seconds between two tries to reach a Redis that is away."""
LISTEN = 1.0
"""Seconds; only so often a line is looked at that may have failed in sending."""
ALWAYS = "tavola.line"
"""A channel on which nothing is said: a line without any subscription cannot be listened to."""


class LastingShard(RedisSingleShardConnection):  # type: ignore[misc]
    """The line to one Redis. Who comes and goes while that is away is noted for the next line."""

    def __init__(self, host: dict[str, Any], channel_layer: Any) -> None:
        super().__init__(host, channel_layer)
        self._line: Any = None
        self._open = False
        self._tried = asyncio.Event()

    async def subscribe(self, channel: str) -> None:
        self._subscribed_to.add(channel)
        await self._tell_redis("subscribe", channel)

    async def unsubscribe(self, channel: str) -> None:
        self._subscribed_to.discard(channel)
        await self._tell_redis("unsubscribe", channel)

    async def _tell_redis(self, command: str, channel: str) -> None:
        self._ensure_receiver()
        await self._tried.wait()
        async with self._lock:
            if self._open:
                try:
                    await getattr(self._line, command)(channel)
                except AWAY:
                    self._open = False

    async def _do_receiving(self) -> None:
        while True:
            try:
                await self._listen()
            except AWAY as error:
                logger.warning("The line to Redis is cut: %s", error)
            self._tried.set()
            await asyncio.sleep(ASK_AGAIN)

    async def _listen(self) -> None:
        """One line, for as long as it lasts. It is never mended unseen: something may be missed."""
        pool = create_pool({**self.host, "retry": Retry(NoBackoff(), 0)})
        async with Redis.from_pool(pool) as redis, redis.pubsub() as line:
            self._line = line
            try:
                await line.connect()
                async with self._lock:
                    await line.subscribe(ALWAYS, *self._subscribed_to)
                    self._open = True
                if self._tried.is_set():
                    self._tell_all()
                self._tried.set()
                while self._open:
                    message = await line.get_message(ignore_subscribe_messages=True, timeout=LISTEN)
                    self._receive_message(message)
            finally:
                self._open = False

    def _tell_all(self) -> None:
        """Every socket of this loop is told that it may have missed something."""
        layer = self.channel_layer
        for inbox in layer.channels.values():
            inbox.put_nowait(layer.channel_layer.serialize(BACK))


class LastingLayer(RedisPubSubChannelLayer):  # type: ignore[misc]
    """What settings name as the backend."""

    def _get_layer(self) -> Any:
        known = len(self._layers)
        layer = super()._get_layer()
        if len(self._layers) > known:
            layer._shards = [LastingShard(shard.host, layer) for shard in layer._shards]
        return layer
