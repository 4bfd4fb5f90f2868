"""Receivers of signals about people: sockets are closed when their sessions or tokens end."""

from collections.abc import Iterable
from typing import Any

from django.dispatch import receiver

from accounts.signals import sessions_ended, signed_out_everywhere, tokens_ended
from games.matches.announce import after_commit, group_of, session_group


@receiver(sessions_ended)
def close_sockets_of_sessions(keys: Iterable[str], **kwargs: Any) -> None:
    after_commit({"type": "session.ended"}, *map(session_group, keys))


@receiver(signed_out_everywhere)
def close_sockets_of_user(user_id: int, **kwargs: Any) -> None:
    after_commit({"type": "session.ended"}, group_of("person", user_id))


@receiver(tokens_ended)
def close_sockets_of_tokens(tokens: Iterable[int], **kwargs: Any) -> None:
    after_commit({"type": "token.ended"}, *(group_of("token", token) for token in tokens))
