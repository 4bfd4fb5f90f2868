"""A stream over HTTP: NDJSON, a message a line."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from django.conf import settings
from django.http import StreamingHttpResponse
from django.utils.translation import gettext_noop as _

from games.matches.refusals import TooMany
from games.matches.streams.stream import Caller, Source, Stream
from watch import drain
from watch.rate_limit import Slots

NDJSON = "application/x-ndjson"
slots = Slots()


class StreamResponse(StreamingHttpResponse):
    """A stream that goes on until one of both sides ends it, or the server shuts down.

    TooMany, before anything is sent, where its reader has too many open at this server.
    """

    def __init__(self, source: Source, caller: Caller) -> None:
        self._owner: int | None = None
        if not slots.take(caller.user.pk, settings.SOCKETS_A_PERSON):
            raise TooMany(_("You have too many streams open. Close one first."))
        self._owner = caller.user.pk
        self.source = source
        super().__init__(_lines(source, caller), content_type=NDJSON)
        # A proxy that waits for the end would wait for ever.
        self["X-Accel-Buffering"] = "no"
        self["Cache-Control"] = "no-store"

    def close(self) -> None:
        """Give its slot back, once."""
        owner, self._owner = self._owner, None
        if owner is not None:
            slots.release(owner)
        super().close()


async def _lines(source: Source, caller: Caller) -> AsyncGenerator[bytes]:
    stream = Stream(source, caller)
    key: Any = object()
    # As a socket is: who shuts down ends it, and does not wait for it.
    drain.process.sockets[key] = stream.interrupt
    try:
        async with aclosing(stream.messages()) as messages:
            async for message in messages:
                yield message + b"\n"
    finally:
        del drain.process.sockets[key]
