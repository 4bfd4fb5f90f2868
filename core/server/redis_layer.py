"""The channel layer through Redis, which recovers from lost connections.

Redis stores no messages for absent subscribers. channels_redis neither reports a lost connection
nor accepts sockets while Redis is down. Here every new connection first subscribes to all groups,
and then makes every socket of this process read the newest state (`layer.back`), so that no page
has to reopen its socket (docs/decisions/0025-machinery.md).
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

from core.server.layers import LAYER_BACK

logger = logging.getLogger(__name__)
BACK = {"type": LAYER_BACK}
AWAY = (ConnectionError, TimeoutError, OSError)
ASK_AGAIN = 1.0
"""Seconds between two attempts to reach a Redis that is down."""
LISTEN = 1.0
"""Seconds between two checks whether sending has failed on this connection."""
ALWAYS = "tavola.line"
"""A channel without messages: a connection without any subscription cannot be read from."""


class ReconnectingShard(RedisSingleShardConnection):  # type: ignore[misc]  # no types
    """The connection to one Redis; subscriptions made while it is down hold for the next one."""

    def __init__(self, host: dict[str, Any], channel_layer: Any) -> None:
        super().__init__(host, channel_layer)
        # Not `_pubsub`: the base class overwrites that when it first publishes.
        self._subscriptions: Any = None
        self._open = False
        self._tried = asyncio.Event()

    async def subscribe(self, channel: str) -> None:
        self._subscribed_to.add(channel)
        await self._send_command("subscribe", channel)

    async def unsubscribe(self, channel: str) -> None:
        self._subscribed_to.discard(channel)
        await self._send_command("unsubscribe", channel)

    async def _send_command(self, command: str, channel: str) -> None:
        self._ensure_receiver()
        await self._tried.wait()
        async with self._lock:
            if self._open:
                try:
                    await getattr(self._subscriptions, command)(channel)
                except AWAY:
                    self._open = False

    async def _do_receiving(self) -> None:
        while True:
            try:
                await self._listen()
            except AWAY as error:
                logger.warning("The connection to Redis was lost: %s", error)
            self._tried.set()
            await asyncio.sleep(ASK_AGAIN)

    async def _listen(self) -> None:
        """Read from one connection until it is lost; silent retries could miss messages."""
        pool = create_pool({**self.host, "retry": Retry(NoBackoff(), 0)})
        async with Redis.from_pool(pool) as redis, redis.pubsub() as pubsub:
            self._subscriptions = pubsub
            try:
                await pubsub.connect()
                async with self._lock:
                    await pubsub.subscribe(ALWAYS, *self._subscribed_to)
                    self._open = True
                if self._tried.is_set():
                    self._refresh_sockets()
                self._tried.set()
                while self._open:
                    message = await pubsub.get_message(
                        ignore_subscribe_messages=True, timeout=LISTEN
                    )
                    self._receive_message(message)
            finally:
                self._open = False

    def _refresh_sockets(self) -> None:
        """Make every socket of this loop read the newest state."""
        layer = self.channel_layer
        for inbox in layer.channels.values():
            inbox.put_nowait(layer.channel_layer.serialize(BACK))


class LastingLayer(RedisPubSubChannelLayer):  # type: ignore[misc]  # no types
    """The backend that the settings name."""

    def _get_layer(self) -> Any:
        known = len(self._layers)
        layer = super()._get_layer()
        if len(self._layers) > known:
            layer._shards = [ReconnectingShard(shard.host, layer) for shard in layer._shards]
        return layer
