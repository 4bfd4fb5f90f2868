"""Streams over WebSockets: the same messages as over HTTP, one per frame."""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing, suppress
from typing import ClassVar

from django.conf import settings

from core.monitoring.asgi import SIGNED_OUT
from core.refusals import Refusal
from games.engine.contract import Json
from games.matches.api.bodies import Shape, read
from games.matches.api.streams import AllMatchesQuery, FromQuery, MatchStreamQuery, may_chat
from games.matches.sockets.consumers import TOO_SLOW, TRY_AGAIN
from games.matches.sockets.programs import ProgramSocket
from games.matches.streams.all_matches import AllMatchesSource, read_numbers
from games.matches.streams.match_source import MatchSource
from games.matches.streams.stream import Source, Stream
from games.matches.threads import in_thread

logger = logging.getLogger(__name__)
ENDED = 1000


class StreamConsumer(ProgramSocket):
    """A stream for a program with a token or a session; it closes when that ends."""

    query: ClassVar[Shape] = FromQuery
    _sending: asyncio.Task[None] | None = None

    async def catch_up(self, bell: str) -> None:
        """Start the stream; after a lost channel layer the stream itself reads again."""
        if not self.visitor.user.is_authenticated:
            await self.close(SIGNED_OUT)
        elif self._sending is None:
            self._sending = asyncio.create_task(self._send_all())

    async def disconnect(self, code: int) -> None:
        if self._sending is not None:
            self._sending.cancel()
        await super().disconnect(code)

    def open_source(self) -> Source:
        """Return the source to stream; raise a Refusal if the caller may not read it."""
        raise NotImplementedError

    def asked_for(self) -> Json:
        """Return the parameters of the URL.

        Raises:
            BadBody: A parameter is wrong.
        """
        given = {name: self._parameter(name, "") for name in self.query().get_fields()}
        return read(self.query(data={name: text for name, text in given.items() if text}))

    def last_message(self, described: Json) -> Json:
        return {"type": "end", **described}

    async def _send_all(self) -> None:
        try:
            await self._send_stream()
        except Exception:
            # Otherwise the program would wait at a silent socket.
            logger.warning("A stream has ended with an error.", exc_info=True)
            with suppress(OSError):  # the client has gone
                await self.close(TRY_AGAIN)

    async def _send_stream(self) -> None:
        try:
            self.require_known_parameters()
            source = await in_thread(self.open_source)
        except Refusal as refusal:
            await self.refuse(refusal)
            return
        stream = Stream(source, language=self.visitor.language)
        try:
            async with aclosing(stream.messages()) as messages:
                async for message in messages:
                    async with asyncio.timeout(settings.STREAM_SEND_SECONDS):
                        await self.send(message.decode())
        except TimeoutError:
            await self.close(TOO_SLOW)
            return
        await self.close(ENDED, stream.ended_by.code if stream.ended_by else None)


class MatchStreamConsumer(StreamConsumer):
    query = MatchStreamQuery

    def open_source(self) -> Source:
        asked = self.asked_for()
        return MatchSource(
            self.visitor.user,
            str(self.scope["url_route"]["kwargs"]["match_id"]),
            self.visitor.invited,
            after=asked["from"],
            chat=may_chat(self.token),
            line=asked["line"],
        )


class AllMatchesStreamConsumer(StreamConsumer):
    query = AllMatchesQuery

    def open_source(self) -> Source:
        return AllMatchesSource(self.visitor.user, read_numbers(self.asked_for().get("from", "")))
