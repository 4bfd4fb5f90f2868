"""React to users: close sockets when sessions or tokens end, and show changed names."""

from collections.abc import Iterable

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import renamed, sessions_ended, signed_out_everywhere, tokens_ended
from games.matches.publish import after_commit, group_of, session_group
from games.matches.services.renaming import rename_at_tables


@receiver(sessions_ended)
def close_sockets_of_sessions(keys: Iterable[str], **kwargs: object) -> None:
    after_commit({"type": "session.ended"}, *map(session_group, keys))


@receiver(signed_out_everywhere)
def close_sockets_of_user(user_id: int, **kwargs: object) -> None:
    after_commit({"type": "session.ended"}, group_of("person", user_id))


@receiver(tokens_ended)
def close_sockets_of_tokens(tokens: Iterable[int], **kwargs: object) -> None:
    after_commit({"type": "token.ended"}, *(group_of("token", token) for token in tokens))


@receiver(renamed)
def replace_name(user: User, **kwargs: object) -> None:
    rename_at_tables(user)
