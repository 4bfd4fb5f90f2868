"""The channel layer of a single process: Channels' in-memory layer, made fast for many sockets.

The cost of a message depends on the sockets in its group, not on all sockets of the process
(docs/decisions/0025-machinery.md). `FAST_LAYER=off` switches to Channels' own layer.
"""

from __future__ import annotations

from copy import copy
from time import monotonic, time

from channels.layers import InMemoryChannelLayer

from core.asgi import Message

CLEANED_EVERY = 60
"""Seconds. Channels' layer cleans all groups and queues at every message sent or received."""


class ProcessLayer(InMemoryChannelLayer):  # type: ignore[misc]  # channels has no types
    """Channels' in-memory layer, without cost for the sockets of other groups."""

    _clean_at = 0.0

    def _clean_expired(self) -> None:
        if monotonic() >= self._clean_at:
            self._clean_at = monotonic() + CLEANED_EVERY
            super()._clean_expired()

    async def group_send(self, group: str, message: Message) -> None:
        """Send a message to each channel of a group."""
        self.require_valid_group_name(group)
        self._clean_expired()
        for channel in list(self.groups.get(group, ())):
            queue = self.channels.get(channel)
            if queue is None:
                await self.send(channel, message)
            elif not queue.full():
                queue.put_nowait((time() + self.expiry, copy(message)))
