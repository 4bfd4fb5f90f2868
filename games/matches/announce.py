"""Announcements to the channel layer after commit: an id and a number, never content.

Each carries its time, by which the lag of pushes is measured. A channel layer that is down costs a
push, never a move: clients catch up by the number.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from time import monotonic, time
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)
LOBBY = "lobby"
WORK = "work"
"""The group of all workers, who are told that a bot may have been asked."""
ANNOUNCED_EVERY = 0.1
"""Seconds: whoever was told looks twice, the second time later than this."""
Message = dict[str, object]
Outbox = list[tuple[Message, tuple[str, ...]]]
"""Messages, each with the groups it is for."""
_deliveries: set[asyncio.Task[None]] = set()
"""A task that nobody holds may be dropped before it is done."""
_outbox: ContextVar[Outbox | None] = ContextVar("announcements", default=None)


def group_of(kind: str, key: object) -> str:
    """The group of a match, ticket, token, person (their sockets), or of what streams tell them of:
    "turns" and the matches they are "playing"."""
    return f"{kind}.{key}"


def session_group(key: str) -> str:
    """The pages open in one session. Its key is as good as a password: no layer learns it."""
    return f"session.{sha256(key.encode()).hexdigest()[:32]}"


def match_moved(match_id: str, number: int) -> None:
    """Announce after commit that the last event of the match is now `number`."""
    after_commit({"type": "match.moved", "number": number}, group_of("match", match_id))


def chat_moved(match_id: str, room: str) -> None:
    """Announce after commit that a room of the match has a new or a hidden line."""
    after_commit({"type": "chat.moved", "room": room}, group_of("match", match_id))


def arrivals_moved(match_id: str) -> None:
    """Announce after commit that somebody came to a match, or that nobody is awaited any more."""
    after_commit({"type": "arrivals.moved"}, group_of("match", match_id))


def turns_moved(match_id: str, users: Iterable[int]) -> None:
    """Announce after commit that the match began, or ceased, to wait for these users."""
    groups = [group_of("turns", user) for user in users]
    if groups:
        after_commit({"type": "turns.moved", "match": match_id}, *groups)


def playing_moved(users: Iterable[int | None]) -> None:
    """Announce after commit that a match of these users began or ended; None is nobody."""
    groups = [group_of("playing", user) for user in users if user is not None]
    if groups:
        after_commit({"type": "playing.moved"}, *groups)


def bell_moved(users: Iterable[int]) -> None:
    """Announce after commit that something else than a turn waits for these users, or ceased to."""
    turns_moved("", users)


def moderation_status_changed(user_id: int) -> None:
    """Announce after commit that what a user is allowed to do has changed."""
    after_commit({"type": "moderation_status.changed"}, group_of("person", user_id))


def rematch_moved(match_id: str) -> None:
    """Announce after commit that a finished match got, or lost, a rematch."""
    after_commit({"type": "rematch.moved"}, group_of("match", match_id))


def ticket_moved(ticket_id: str) -> None:
    """Announce after commit that a ticket led to a match, or was deleted."""
    after_commit({"type": "ticket.moved"}, group_of("ticket", ticket_id))


def lobby_moved() -> None:
    """Announce after commit that the list of open tables changed."""
    after_commit({"type": "lobby.moved"}, LOBBY)


def after_commit(message: Message, *groups: str) -> None:
    """Send a message to these groups once the transaction is committed."""
    transaction.on_commit(lambda: _send({**message, "at": time()}, *groups), robust=True)


def _send(message: Message, *groups: str) -> None:
    outbox = _outbox.get()
    if outbox is None:
        async_to_sync(deliver)([(message, groups)])
    else:
        outbox.append((message, groups))


@contextmanager
def collected() -> Iterator[Outbox]:
    """Collect what is announced in this block, for `deliver`.

    A request is answered in a thread: its announcements go to the event loop together, where the
    layer lives, instead of one by one.
    """
    outbox: Outbox = []
    token = _outbox.set(outbox)
    try:
        yield outbox
    finally:
        _outbox.reset(token)


def send(outbox: Outbox) -> None:
    """Send what was collected elsewhere, after commit."""
    for message, groups in outbox:
        _send(message, *groups)


def deliver_soon(outbox: Outbox) -> None:
    """`deliver` in a task of the running event loop."""
    task = asyncio.get_running_loop().create_task(deliver(outbox))
    _deliveries.add(task)
    task.add_done_callback(_deliveries.discard)


async def deliver(outbox: Outbox) -> None:
    """Send announcements to the layer; where it fails, pages catch up later."""
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        for message, groups in outbox:
            for group in groups:
                await layer.group_send(group, message)
        if any(message["type"] == "match.moved" for message, _groups in outbox):
            await _workers.wake(layer)
    except Exception:
        logger.warning("The channel layer did not take an announcement.", exc_info=True)


class Workers:
    """Those who look for work, in whatever process, as this process tells them of some."""

    def __init__(self) -> None:
        self._announced_at = -ANNOUNCED_EVERY

    async def wake(self, layer: Any) -> None:
        """Wake them; where there are many moves, not for each."""
        if monotonic() - self._announced_at >= ANNOUNCED_EVERY:
            self._announced_at = monotonic()
            await layer.group_send(WORK, {"type": "work.due"})


_workers = Workers()
