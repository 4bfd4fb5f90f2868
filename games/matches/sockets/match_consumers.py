"""The sockets of a match: for pages, and for programs."""

from __future__ import annotations

from dataclasses import replace
from time import time
from typing import Any

from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser
from rest_framework.authentication import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from games.engine.refusals import Refusal
from games.matches.hooks import hooks
from games.matches.sockets import fragments, rooms
from games.matches.sockets.consumers import REFUSED, TRY_AGAIN, LiveConsumer
from games.matches.sockets.fragments import Visitor
from watch.metrics import PUSH_LAG

NO_CHAT = "-"


class MatchConsumer(LiveConsumer):
    """A page that follows a match."""

    number = -2
    """Of the newest event that was sent."""
    spectator = False
    last_html = ""

    @property
    def _match_id(self) -> str:
        return str(self.scope["url_route"]["kwargs"]["match_id"])

    async def connect(self) -> None:
        self.shown_match = self._match_id
        await super().connect()

    async def disconnect(self, code: int) -> None:
        await rooms.leave(self._match_id, self)
        await super().disconnect(code)

    async def catch_up(self, bell: str) -> None:
        await rooms.enter(self._match_id, self)
        shown = await self._show_newest(bell)
        if shown and self._parameter("absent", "") and not self.spectator:
            await self._send_absence()
        # A page with chat names its last line; lines newer than the page are sent now.
        last = self._parameter("talk", NO_CHAT)
        if shown and last != NO_CHAT:
            await self._send_chat(None, last)

    async def rematch_moved(self, event: dict[str, Any]) -> None:
        if not self.spectator:
            await self._show_newest()

    async def arrivals_moved(self, event: dict[str, Any]) -> None:
        """Only for a page that was drawn while somebody was awaited."""
        if self._parameter("absent", "") and not self.spectator:
            await self._send_absence()

    async def _send_absence(self) -> None:
        render = database_sync_to_async(fragments.absence_fragment)
        try:
            html = await render(self.visitor, self._match_id)
        except Refusal:
            await self.close(REFUSED)
            return
        await self.send(html)

    async def chat_moved(self, event: dict[str, Any]) -> None:
        await self._send_chat(event["room"])

    async def _send_chat(self, room: str | None, last: str = "") -> None:
        render = database_sync_to_async(hooks.chat_lines)
        try:
            html = await render(self.visitor, self._match_id, room, last)
        except Refusal:
            await self.close(REFUSED)
            return
        if html:
            await self.send(html)

    async def _show_newest(self, bell: str = "") -> bool:
        outcome = await database_sync_to_async(rooms.render)(self.visitor, self._match_id)
        return await self.show(outcome, bell)

    async def show(self, outcome: rooms.Outcome, bell: str = "", at: float | None = None) -> bool:
        """Send what was rendered, announced `at`; False, and closed, if that is an error."""
        if isinstance(outcome, Exception):
            await self.close(REFUSED if isinstance(outcome, Refusal) else TRY_AGAIN)
            return False
        self.number = max(outcome.number, self.number)
        self.spectator = outcome.shared
        # A secret move changes nothing for those who may not know of it: not even a frame is sent.
        if outcome.html != self.last_html and outcome.number == self.number:
            self.last_html = outcome.html
            await self.send(outcome.html + bell)
            if at is not None:
                # The clocks of two machines may differ.
                PUSH_LAG.observe(max(0.0, time() - at))
        elif bell:
            await self.send(bell)
        return True


class ProgramConsumer(MatchConsumer):
    """A program that follows a match as JSON, by a session or `Authorization: Token …`.

    With an invalid token it gets what the public may see: the JSON names the seat it is for.
    """

    rings = False
    by_token = False

    async def _visitor(self) -> Visitor:
        visitor = replace(await super()._visitor(), program=True)
        given = dict(self.scope["headers"]).get(b"authorization", b"").decode("latin1").split()
        if len(given) != 2 or given[0].lower() != "token":
            return visitor
        self.by_token = True
        return replace(visitor, user=await database_sync_to_async(_user_of_token)(given[1]))

    async def catch_up(self, bell: str) -> None:
        """A program that follows a match has come to it, as somebody has who opens its page."""
        await database_sync_to_async(fragments.note_arrival)(self.visitor, self._match_id)
        await super().catch_up(bell)

    async def _send_absence(self) -> None:
        """Programs ask for it."""

    async def _follow_session(self) -> bool:
        """A token is no session and does not end with one."""
        return self.by_token or await super()._follow_session()

    async def rematch_moved(self, event: dict[str, Any]) -> None:
        """The JSON of a match does not show it."""

    async def chat_moved(self, event: dict[str, Any]) -> None:
        """The JSON of a match does not show it."""


def _user_of_token(token: str) -> Any:
    try:
        user, _token = TokenAuthentication().authenticate_credentials(token)
    except AuthenticationFailed:
        return AnonymousUser()
    return user
