"""After commit: tell the channel layer that something moved: an id and a number, never content.

What a match's event announces also carries its moment, by which the lag of pushes is measured.

A channel layer that is down costs a push, never a move: clients catch up by the number.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from time import time

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)
LOBBY = "lobby"
Message = dict[str, object]
Tray = list[tuple[Message, tuple[str, ...]]]
_tray: ContextVar[Tray | None] = ContextVar("announcements", default=None)


def match_group(match_id: str) -> str:
    return f"match.{match_id}"


def ticket_group(ticket_id: str) -> str:
    return f"ticket.{ticket_id}"


def match_moved(match_id: str, number: int) -> None:
    """Once this transaction is committed: the match stands at `number`."""
    _after_commit({"type": "match.moved", "number": number}, match_group(match_id))


def chat_moved(match_id: str, room: str) -> None:
    """Once this transaction is committed: somebody spoke in a room of the match."""
    _after_commit({"type": "chat.moved", "room": room}, match_group(match_id))


def person_group(user_id: int) -> str:
    return f"person.{user_id}"


def turns_group(user_id: int) -> str:
    """The pages of somebody that say how many tables wait for them."""
    return f"turns.{user_id}"


def turns_moved(match_id: str, users: Iterable[int]) -> None:
    """Once this transaction is committed: the match began, or ceased, to wait for these users."""
    groups = [turns_group(user) for user in users]
    if groups:
        _after_commit({"type": "turns.moved", "match": match_id}, *groups)


def session_group(key: str) -> str:
    """The pages one session has open. A session's key is a password: no layer learns it."""
    return f"session.{sha256(key.encode()).hexdigest()[:32]}"


def sessions_ended(keys: Iterable[str]) -> None:
    """Once this transaction is committed: sockets opened with these sessions are closed."""
    _after_commit({"type": "session.ended"}, *map(session_group, keys))


def person_signed_out(user_id: int) -> None:
    """Once this transaction is committed: all sockets of this user are closed."""
    _after_commit({"type": "session.ended"}, person_group(user_id))


def moderation_status_changed(user_id: int) -> None:
    """Once this transaction is committed: what somebody may do here has changed."""
    _after_commit({"type": "moderation_status.changed"}, person_group(user_id))


def rematch_moved(match_id: str) -> None:
    """Once this transaction is committed: a finished match got, or lost, a rematch."""
    _after_commit({"type": "rematch.moved"}, match_group(match_id))


def ticket_moved(ticket_id: str) -> None:
    """Once this transaction is committed: a ticket led to a match, or is gone."""
    _after_commit({"type": "ticket.moved"}, ticket_group(ticket_id))


def lobby_moved() -> None:
    """Once this transaction is committed: the list of open tables changed."""
    _after_commit({"type": "lobby.moved"}, LOBBY)


def _after_commit(message: Message, *groups: str) -> None:
    def send() -> None:
        _send({**message, "at": time()}, *groups)

    transaction.on_commit(send, robust=True)


def _send(message: Message, *groups: str) -> None:
    tray = _tray.get()
    if tray is not None:
        tray.append((message, groups))
        return
    async_to_sync(deliver)([(message, groups)])


@contextmanager
def collected() -> Iterator[Tray]:
    """What is announced inside is laid on a tray, for `deliver`.

    A request is answered in a thread; whoever answers it brings the tray to the event loop, where
    the layer lives, instead of crossing over for each announcement.
    """
    tray: Tray = []
    token = _tray.set(tray)
    try:
        yield tray
    finally:
        _tray.reset(token)


async def deliver(tray: Tray) -> None:
    """Hand announcements to the layer; where it does not take them pages catch up later."""
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        for message, groups in tray:
            for group in groups:
                await layer.group_send(group, message)
    except Exception:
        logger.warning("The channel layer did not take an announcement.", exc_info=True)
