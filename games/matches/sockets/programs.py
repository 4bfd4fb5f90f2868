"""Sockets for programs: opened with a session or a token, and closed when it ends."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import ClassVar

from django.utils import timezone, translation

from accounts.api import require_scope
from accounts.models import AccessToken, Scope
from accounts.refusals import BadToken
from accounts.services.tokens import find, is_stored
from core.asgi import Message
from core.http import bearer_key
from core.monitoring.asgi import SIGNED_OUT
from core.refusals import Refusal
from games.engine.contract import Json
from games.matches.api.base import KEY_QUERY, MOST_KEYS
from games.matches.api.bodies import Shape
from games.matches.client_json import require_known
from games.matches.decorators import describe_refusal_for_programs
from games.matches.presenters.rendering import serialize
from games.matches.publish import group_of
from games.matches.sockets import fragments
from games.matches.sockets.consumers import LiveConsumer
from games.matches.sockets.match_consumers import MatchConsumer
from games.matches.threads import in_thread
from games.matches.viewing import Visitor

OF_EVERY_SOCKET = (KEY_QUERY, "lang")
"""The query parameters of all sockets for programs."""


class ProgramSocket(LiveConsumer):
    """A socket that may be opened with a token, and then acts as its owner until the token ends.

    With an invalid token the socket is closed, even if the client also has a valid session.
    """

    rings = False
    query: ClassVar[Shape | None] = None
    """The shape of its own query parameters; None if it has none."""
    token: AccessToken | None = None
    _closing: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        header = dict(self.scope["headers"]).get(b"authorization", b"").decode("latin1")
        key = bearer_key(header)
        if key is not None:
            self.token = await in_thread(find, key)
            if self.token is None:
                # Accepted first: the close of a refused handshake has no code.
                await self.accept()
                await self.close(SIGNED_OUT, BadToken.code)
                return
        await super().connect()

    def require_known_parameters(self) -> None:
        """Raise BadBody for a query parameter that this socket does not have."""
        fields = self.query().fields if self.query else ()
        require_known(self.parameters(), (*OF_EVERY_SOCKET, *fields))

    async def refuse(self, refusal: Refusal) -> None:
        """Send the refusal as the API answers it, and close the socket."""
        with translation.override(self.visitor.language):
            described = describe_refusal_for_programs(refusal)
        await self.send(serialize(self.last_message(described)).decode())
        await super().refuse(refusal)

    def last_message(self, described: Json) -> Json:
        """Return the message that tells why the socket closes."""
        return {"error": described}

    async def disconnect(self, code: int) -> None:
        if self._closing is not None:
            self._closing.cancel()
        await super().disconnect(code)

    async def _visitor(self) -> Visitor:
        visitor = await super()._visitor()
        keys = self.parameters().get(KEY_QUERY, [])[:MOST_KEYS]
        visitor = replace(visitor, program=True, invited=(*visitor.invited, *keys))
        return visitor if self.token is None else replace(visitor, user=self.token.user)

    async def _follow_session(self) -> bool:
        """Close the socket when the token ends, or without a token, when the session ends."""
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

    async def session_ended(self, event: Message) -> None:
        """Check the token, because signing out everywhere ends tokens too; else close."""
        if self.token is None:
            await super().session_ended(event)
        else:
            await self._session_goes_on()

    async def token_ended(self, event: Message) -> None:
        await self.close(SIGNED_OUT)


class ProgramConsumer(ProgramSocket, MatchConsumer):
    """The socket of a program that follows a match as JSON, and can move."""

    async def catch_up(self, bell: str) -> None:
        """Record the arrival at the match, as opening its page does, and catch up."""
        try:
            self.require_known_parameters()
        except Refusal as refusal:
            await self.refuse(refusal)
            return
        await in_thread(fragments.note_arrival, self.visitor, self._match_id)
        await super().catch_up(bell)

    async def _send_absence(self) -> None:
        """Send nothing: programs read the absent players over HTTP."""

    def require_play(self) -> None:
        if self.token is not None:
            require_scope(self.token, Scope.PLAY)

    def acknowledgement(self, id: str, html: str) -> str:
        return f'{{"id":{id},"table":{html}}}'

    def refusal(self, id: str, html: str) -> str:
        return f'{{"id":{id},{html[1:]}'

    async def rematch_moved(self, event: Message) -> None:
        """Send nothing: the JSON of a match has no rematch."""

    async def chat_moved(self, event: Message) -> None:
        """Send nothing: the JSON of a match has no chat."""
