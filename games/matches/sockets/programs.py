"""Sockets for programs: opened with a session or with a token, and closed when that ends."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from django.utils import timezone

from accounts.api import require_scope
from accounts.bearer import key_of
from accounts.models import AccessToken, Scope
from accounts.services.tokens import find, is_stored
from games.matches.announce import group_of
from games.matches.sockets import fragments
from games.matches.sockets.consumers import SIGNED_OUT, LiveConsumer
from games.matches.sockets.fragments import Visitor
from games.matches.sockets.match_consumers import MatchConsumer
from games.matches.threads import in_thread


class ProgramSocket(LiveConsumer):
    """A socket that a token may open: it acts as the token's owner, until the token ends.

    Whoever brings a token that is not valid is not let in as somebody else instead.
    """

    rings = False
    token: AccessToken | None = None
    _closing: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        header = dict(self.scope["headers"]).get(b"authorization", b"").decode("latin1")
        key = key_of(header)
        if key is not None:
            self.token = await in_thread(find, key)
            if self.token is None:
                # Accepted first: the close of a refused handshake has no code.
                await self.accept()
                await self.close(SIGNED_OUT)
                return
        await super().connect()

    async def disconnect(self, code: int) -> None:
        if self._closing is not None:
            self._closing.cancel()
        await super().disconnect(code)

    async def _visitor(self) -> Visitor:
        visitor = replace(await super()._visitor(), program=True)
        return visitor if self.token is None else replace(visitor, user=self.token.user)

    async def _follow_session(self) -> bool:
        """Close with the token, where there is one: it is no session and does not end with one."""
        if self.token is None:
            return await super()._follow_session()
        await self._join(group_of("token", self.token.pk))
        left = (self.token.expires_at - timezone.now()).total_seconds()
        self._closing = asyncio.ensure_future(self._close_after(left))
        return await self._session_goes_on()

    async def _close_after(self, seconds: float) -> None:
        await asyncio.sleep(max(0.0, seconds))
        await self.close(SIGNED_OUT)

    async def _session_goes_on(self) -> bool:
        if self.token is None:
            return await super()._session_goes_on()
        stays = await in_thread(is_stored, self.token)
        if not stays:
            await self.close(SIGNED_OUT)
        return stays

    async def session_ended(self, event: dict[str, Any]) -> None:
        """Signing out everywhere ends tokens too; any other session is none of theirs."""
        if self.token is None:
            await super().session_ended(event)
        else:
            await self._session_goes_on()

    async def token_ended(self, event: dict[str, Any]) -> None:
        await self.close(SIGNED_OUT)


class ProgramConsumer(ProgramSocket, MatchConsumer):
    """A program that follows a match as JSON, and moves, by a session or a token."""

    async def catch_up(self, bell: str) -> None:
        """A program that follows a match has come to it, as somebody has who opens its page."""
        await in_thread(fragments.note_arrival, self.visitor, self._match_id)
        await super().catch_up(bell)

    async def _send_absence(self) -> None:
        """Programs ask for it."""

    def require_play(self) -> None:
        if self.token is not None:
            require_scope(self.token, Scope.PLAY)

    def acknowledgement(self, id: str, html: str) -> str:
        return f'{{"id":{id},"table":{html}}}'

    def refusal(self, id: str, html: str) -> str:
        return f'{{"id":{id},{html[1:]}'

    async def rematch_moved(self, event: dict[str, Any]) -> None:
        """The JSON of a match does not show it."""

    async def chat_moved(self, event: dict[str, Any]) -> None:
        """The JSON of a match does not show it."""
