"""Messages to the channel layer after commit: an id and a number, never content.

Each carries its time, to measure the lag of pushes. While the channel layer is down, pushes are
lost but moves are not: clients catch up by the number.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from time import monotonic, time

from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)
LOBBY = "lobby"
WORK = "work"
"""The group of all workers; they are notified when it may be a bot's turn."""
NOTIFIED_EVERY = 0.1
"""Seconds between messages to workers; a worker checks again after a longer time than this."""
Message = dict[str, object]
Outbox = list[tuple[Message, tuple[str, ...]]]
"""Messages, each with the groups it is for."""
_deliveries: set[asyncio.Task[None]] = set()
"""References to running tasks: the event loop may drop a task that has none."""
_outbox: ContextVar[Outbox | None] = ContextVar("messages", default=None)


def group_of(kind: str, key: object) -> str:
    """Return the name of a group.

    Args:
        kind: "match", "ticket", "token", "person" (a user's sockets), or one of the news in a
            user's streams: "turns", and the matches the user is "playing".
        key: The id of the match, ticket, token or user.
    """
    return f"{kind}.{key}"


def session_group(key: str) -> str:
    """Return the group of the pages open in one session.

    The name contains a hash, because the session's key would let a reader of the layer sign in.
    """
    return f"session.{sha256(key.encode()).hexdigest()[:32]}"


def work_due() -> None:
    """Publish to the workers after commit that there is work, other than by a move."""
    after_commit({"type": "work.due"}, WORK)


def match_moved(match_id: str, number: int) -> None:
    """Publish after commit that the last event of the match is now `number`."""
    _at_match(match_id, {"type": "match.moved", "number": number})


def chat_moved(match_id: str, room: str) -> None:
    """Publish after commit that a room of the match has a new or a hidden line."""
    _at_match(match_id, {"type": "chat.moved", "room": room})


def arrivals_moved(match_id: str) -> None:
    """Publish after commit that a player came to a match, or that no player is awaited now."""
    _at_match(match_id, {"type": "arrivals.moved"})


def attendance_moved(match_id: str, player: int, *, here: bool) -> None:
    """Publish after commit that a player opened or closed the page of the match."""
    _at_match(match_id, {"type": "attendance.moved", "player": player, "here": here})


def turns_moved(match_id: str, users: Iterable[int]) -> None:
    """Publish after commit that the match started or stopped waiting for these users."""
    groups = [group_of("turns", user) for user in users]
    if groups:
        after_commit({"type": "turns.moved", "match": match_id}, *groups)


def playing_moved(users: Iterable[int | None]) -> None:
    """Publish after commit that a match of these users began or ended; None is ignored."""
    groups = [group_of("playing", user) for user in users if user is not None]
    if groups:
        after_commit({"type": "playing.moved"}, *groups)


def bell_moved(users: Iterable[int]) -> None:
    """Publish after commit that the news of these users changed, other than whose turn it is."""
    turns_moved("", users)


def moderation_status_changed(user_id: int) -> None:
    """Publish after commit that what a user is allowed to do has changed."""
    after_commit({"type": "moderation_status.changed"}, group_of("person", user_id))


def rematch_moved(match_id: str) -> None:
    """Publish after commit that a finished match got, or lost, a rematch."""
    _at_match(match_id, {"type": "rematch.moved"})


def ticket_moved(ticket_id: str) -> None:
    """Publish after commit that a ticket led to a match, or was deleted."""
    after_commit({"type": "ticket.moved"}, group_of("ticket", ticket_id))


def lobby_moved() -> None:
    """Publish after commit that the list of open tables changed."""
    after_commit({"type": "lobby.moved"}, LOBBY)


def _at_match(match_id: str, message: Message) -> None:
    """Send a message to the group of a match; a stream of several ones learns which it was."""
    after_commit({**message, "match": match_id}, group_of("match", match_id))


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
    """Collect the messages of this block, for `deliver`.

    A thread that answers a request hands them together to the event loop, where the layer runs.
    """
    outbox: Outbox = []
    token = _outbox.set(outbox)
    try:
        yield outbox
    finally:
        _outbox.reset(token)


def deliver_soon(outbox: Outbox) -> None:
    """Run `deliver` in a task of the running event loop."""
    task = asyncio.get_running_loop().create_task(deliver(outbox))
    _deliveries.add(task)
    task.add_done_callback(_deliveries.discard)


async def deliver(outbox: Outbox) -> None:
    """Send messages to the layer; if that fails, pages catch up later."""
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
        logger.warning("The channel layer did not take a message.", exc_info=True)


class Workers:
    """The workers of all processes, as this process notifies them."""

    def __init__(self) -> None:
        self._notified_at = -NOTIFIED_EVERY

    async def wake(self, layer: BaseChannelLayer) -> None:
        """Notify the workers, at most once every `NOTIFIED_EVERY` seconds."""
        if monotonic() - self._notified_at >= NOTIFIED_EVERY:
            self._notified_at = monotonic()
            await layer.group_send(WORK, {"type": "work.due"})


_workers = Workers()
