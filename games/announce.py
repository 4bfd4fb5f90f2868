"""After commit: tell the channel layer that something moved: an id and a number, never content.

A channel layer that is down costs a push, never a move: clients catch up by the number.
"""

from __future__ import annotations

import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)
LOBBY = "lobby"


def match_group(match_id: str) -> str:
    return f"match.{match_id}"


def match_moved(match_id: str, number: int) -> None:
    """Once this transaction is committed: the match stands at `number`."""
    _after_commit(match_group(match_id), {"type": "match.moved", "number": number})


def chat_moved(match_id: str, room: str) -> None:
    """Once this transaction is committed: somebody spoke in a room of the match."""
    _after_commit(match_group(match_id), {"type": "chat.moved", "room": room})


def lobby_moved() -> None:
    """Once this transaction is committed: the list of open tables changed."""
    _after_commit(LOBBY, {"type": "lobby.moved"})


def _after_commit(group: str, message: dict[str, object]) -> None:
    def send() -> None:
        _send(group, message)

    transaction.on_commit(send, robust=True)


def _send(group: str, message: dict[str, object]) -> None:
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        async_to_sync(layer.group_send)(group, message)
    except Exception:
        logger.warning("The channel layer did not take an announcement.", exc_info=True)
