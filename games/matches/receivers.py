"""What sockets hear of people: their sessions ended."""

from collections.abc import Iterable
from typing import Any

from django.dispatch import receiver

from accounts.signals import sessions_ended, signed_out_everywhere
from games.matches import announce


@receiver(sessions_ended)
def close_their_sockets(keys: Iterable[str], **kwargs: Any) -> None:
    """What was opened with a session ends with it."""
    announce.sessions_ended(keys)


@receiver(signed_out_everywhere)
def close_all_sockets(user_id: int, **kwargs: Any) -> None:
    announce.person_signed_out(user_id)
