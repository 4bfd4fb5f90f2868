"""The socket of programs: the JSON of a match, sent anew with each event they may know of."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser
from rest_framework.authentication import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from games.matches.sockets.consumers import MatchConsumer
from games.matches.sockets.fragments import Visitor


class ProgramConsumer(MatchConsumer):
    """A program that follows a match; signed in by a session, or by `Authorization: Token …`.

    A token that is none opens what a stranger may see: the JSON says the seat it is for.
    """

    rings = False
    by_token = False

    async def _visitor(self) -> Visitor:
        visitor = replace(await super()._visitor(), program=True)
        given = dict(self.scope["headers"]).get(b"authorization", b"").decode("latin1").split()
        if len(given) != 2 or given[0].lower() != "token":
            return visitor
        self.by_token = True
        return replace(visitor, user=await database_sync_to_async(_bearer)(given[1]))

    async def _follow_session(self) -> bool:
        """A token is no session and does not end with one."""
        return self.by_token or await super()._follow_session()

    async def rematch_moved(self, event: dict[str, Any]) -> None:
        """Nothing of it is in the JSON of a match."""

    async def chat_moved(self, event: dict[str, Any]) -> None:
        """Talk is for people."""


def _bearer(token: str) -> Any:
    try:
        user, _token = TokenAuthentication().authenticate_credentials(token)
    except AuthenticationFailed:
        return AnonymousUser()
    return user
