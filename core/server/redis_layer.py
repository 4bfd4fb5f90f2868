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
from redis import exceptions
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from core.server.layers import LAYER_BACK

logger = logging.getLogger(__name__)
BACK = {"type": LAYER_BACK}
AWAY = (exceptions.ConnectionError, exceptions.TimeoutError, OSError)
ASK_AGAIN = 1.0
"""Seconds between two attempts to reach a Redis that is down."""
LISTEN = 1.0
"""Seconds between two checks whether sending has failed on this connection."""
CONFIRM = 5.0
"""Seconds after which a Redis that has not confirmed a subscription counts as down."""
ALWAYS = "tavola.line"
"""A channel without messages, to which each connection subscribes last: a connection without any
subscription cannot be read from."""


class ReconnectingShard(RedisSingleShardConnection):  # type: ignore[misc]  # no types
    """The connection to one Redis; subscriptions made while it is down hold for the next one."""

    def __init__(self, host: dict[str, Any], channel_layer: Any) -> None:
        super().__init__(host, channel_layer)
        self._redis: Any = None
        self._open = False
        self._tried = asyncio.Event()
        self._unconfirmed: dict[str, asyncio.Event] = {}
        """The channels whose subscription Redis has not confirmed yet."""

    async def subscribe(self, channel: str) -> None:
        """Subscribe, and wait until Redis confirms it: what is read after that misses nothing."""
        self._subscribed_to.add(channel)
        confirmed = self._unconfirmed.setdefault(channel, asyncio.Event())
        await self._send_command("subscribe", channel)
        if self._open:
            try:
                await asyncio.wait_for(confirmed.wait(), CONFIRM)
            except TimeoutError:
                self._open = False

    async def unsubscribe(self, channel: str) -> None:
        self._subscribed_to.discard(channel)
        self._confirm(channel)
        await self._send_command("unsubscribe", channel)

    def _ensure_redis(self) -> None:
        """Open the connections for publishing.

        One of them may be from before Redis went down. A message that it does not take is published
        again on a new connection.
        """
        if self._redis is None:
            pool = create_pool({**self.host, "retry": Retry(NoBackoff(), 1)})
            self._redis = Redis.from_pool(pool)

    async def _send_command(self, command: str, channel: str) -> None:
        self._ensure_receiver()
        await self._tried.wait()
        async with self._lock:
            if self._open:
                try:
                    await getattr(self._pubsub, command)(channel)
                except AWAY:
                    self._open = False

    async def _do_receiving(self) -> None:
        while True:
            try:
                await self._listen()
            except AWAY as error:
                logger.warning("The connection to Redis was lost: %s", error)
            except Exception:
                logger.exception("The connection to Redis failed.")
            self._tried.set()
            await asyncio.sleep(ASK_AGAIN)

    async def _listen(self) -> None:
        """Read from one connection until it is lost; silent retries could miss messages."""
        pool = create_pool({**self.host, "retry": Retry(NoBackoff(), 0)})
        async with Redis.from_pool(pool) as redis, redis.pubsub() as pubsub:
            self._pubsub = pubsub
            try:
                await pubsub.connect()
                async with self._lock:
                    await pubsub.subscribe(*self._subscribed_to, ALWAYS)
                    self._open = True
                while self._open:
                    message = await pubsub.get_message(timeout=LISTEN)
                    if message is not None:
                        self._receive(message)
            finally:
                self._open = False
                for channel in list(self._unconfirmed):
                    self._confirm(channel)

    def _receive(self, message: dict[str, Any]) -> None:
        if message["type"] == "message":
            self._receive_message(message)
        elif message["type"] == "subscribe":
            channel = message["channel"].decode()
            if channel == ALWAYS:
                if self._tried.is_set():
                    self._refresh_sockets()
                self._tried.set()
            self._confirm(channel)

    def _confirm(self, channel: str) -> None:
        """Let those go on who wait for the subscription to a channel."""
        self._unconfirmed.pop(channel, asyncio.Event()).set()

    def _refresh_sockets(self) -> None:
        """Make every socket of this loop read the newest state."""
        layer = self.channel_layer
        for inbox in layer.channels.values():
            inbox.put_nowait(layer.channel_layer.serialize(BACK))


class LastingLayer(RedisPubSubChannelLayer):  # type: ignore[misc]  # no types
    """The backend that the settings name."""

    def _get_layer(self) -> Any:
        layer = super()._get_layer()
        if not isinstance(layer._shards[0], ReconnectingShard):
            layer._shards = [ReconnectingShard(shard.host, layer) for shard in layer._shards]
        return layer
