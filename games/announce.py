"""After commit: tell the channel layer that something moved: an id and a number, never content.

What a match's event announces also carries its moment, by which the lag of pushes is measured.

A channel layer that is down costs a push, never a move: clients catch up by the number.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from hashlib import sha256
from time import time

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)
LOBBY = "lobby"


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


def turns_moved(match_id: str, users: Iterable[int]) -> None:
    """Once this transaction is committed: the match began, or ceased, to wait for these users."""
    groups = [person_group(user) for user in users]
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


def standing_moved(user_id: int) -> None:
    """Once this transaction is committed: what somebody may do here has changed."""
    _after_commit({"type": "standing.moved"}, person_group(user_id))


def rematch_moved(match_id: str) -> None:
    """Once this transaction is committed: a finished match got, or lost, a rematch."""
    _after_commit({"type": "rematch.moved"}, match_group(match_id))


def ticket_moved(ticket_id: str) -> None:
    """Once this transaction is committed: a ticket led to a match, or is gone."""
    _after_commit({"type": "ticket.moved"}, ticket_group(ticket_id))


def lobby_moved() -> None:
    """Once this transaction is committed: the list of open tables changed."""
    _after_commit({"type": "lobby.moved"}, LOBBY)


def _after_commit(message: dict[str, object], *groups: str) -> None:
    def send() -> None:
        _send({**message, "at": time()}, *groups)

    transaction.on_commit(send, robust=True)


def _send(message: dict[str, object], *groups: str) -> None:
    layer = get_channel_layer()
    if layer is None:
        return

    async def send() -> None:
        for group in groups:
            await layer.group_send(group, message)

    try:
        async_to_sync(send)()
    except Exception:
        logger.warning("The channel layer did not take an announcement.", exc_info=True)
