"""Receivers of signals about people: sockets are closed when their sessions end."""

from collections.abc import Iterable
from typing import Any

from django.dispatch import receiver

from accounts.signals import sessions_ended, signed_out_everywhere
from games.matches import announce


@receiver(sessions_ended)
def close_sockets_of_sessions(keys: Iterable[str], **kwargs: Any) -> None:
    announce.sessions_ended(keys)


@receiver(signed_out_everywhere)
def close_sockets_of_user(user_id: int, **kwargs: Any) -> None:
    announce.person_signed_out(user_id)
