"""A stream over HTTP: NDJSON, one message per line."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from django.conf import settings
from django.http import StreamingHttpResponse
from django.utils.translation import gettext_noop as _

from core.monitoring import drain
from core.monitoring.rate_limit import Slots
from games.matches.refusals import TooMany
from games.matches.streams.stream import Caller, Source, Stream

NDJSON = "application/x-ndjson"
slots = Slots()


class StreamResponse(StreamingHttpResponse):
    """A stream that continues until either side ends it, or the server shuts down.

    Raises:
        TooMany: The reader has too many streams open at this process.
    """

    def __init__(self, source: Source, caller: Caller) -> None:
        self._owner: int | None = None
        if not slots.take(caller.user.pk, settings.SOCKETS_A_PERSON):
            refusal = TooMany(_("You have too many open streams. Close one first."))
            refusal.wait = 1  # A closed one makes room at once.
            raise refusal
        self._owner = caller.user.pk
        self.source = source
        super().__init__(_lines(source, caller), content_type=NDJSON)
        # A proxy that buffers would wait for the end of the stream.
        self["X-Accel-Buffering"] = "no"
        self["Cache-Control"] = "no-store"

    def close(self) -> None:
        """Release the reader's slot, once."""
        owner, self._owner = self._owner, None
        if owner is not None:
            slots.release(owner)
        super().close()


async def _lines(source: Source, caller: Caller) -> AsyncGenerator[bytes]:
    stream = Stream(source, caller)
    key = object()
    # Registered like a socket, so that a shutdown interrupts it instead of waiting for its end.
    drain.process.sockets[key] = stream.interrupt
    try:
        async with aclosing(stream.messages()) as messages:
            async for message in messages:
                yield message + b"\n"
    finally:
        del drain.process.sockets[key]
