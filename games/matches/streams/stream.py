"""A stream: what concerns a match or a person, message by message, for one program.

Nothing is queued for whoever reads slowly: the channel layer only wakes a stream, which then reads
from the store what is new beyond the number it has sent. What is not read yet is in the store.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from time import monotonic
from typing import Any, Protocol

from channels.layers import get_channel_layer
from django.utils import translation
from django.utils.translation import gettext_noop as _

from accounts.api import BAD_TOKEN
from accounts.models import AccessToken, User
from accounts.permissions import may_follow
from accounts.refusals import BadToken, require
from accounts.services.people import copy_of
from accounts.services.sessions import goes_on
from accounts.services.tokens import is_stored
from games.matches.announce import group_of, session_group
from games.matches.decorators import describe_refusal
from games.matches.presenters.rendering import serialize
from games.matches.refusals import ReadsTooSlowly, SignInFirst, StreamInterrupted
from games.matches.threads import in_thread
from refusals import Refusal

ALIVE_EVERY = 15.0
"""Seconds after the last message, whatever happened unseen: else the pause would betray it."""
SLOW_AFTER = 10.0
"""Seconds in which whoever reads takes a message. Who does so later is told, and dropped; who does
not at all (`STREAM_SEND_SECONDS`) can only be dropped."""
LONGEST = 12 * 60 * 60.0
"""Seconds: a membership in a group of the channel layer is forgotten after a day."""
ALIVE = serialize({"type": "alive"})


class Source(Protocol):
    """What a stream reads from, as of what it has sent; called where the database may be asked."""

    groups: tuple[str, ...]
    """Those of the channel layer that tell of news."""
    more: bool
    """Whether there is more to read at once."""
    end: Refusal | None
    """Why nothing will come any more, once that is so."""

    def read(self) -> list[bytes]:
        """The messages that are new, serialized; a Refusal where there are none to be had."""
        ...


@dataclass
class Caller:
    """Who reads a stream over HTTP: by a token, or by the session of a browser."""

    user: User
    token: AccessToken | None
    session: Any
    language: str

    @property
    def groups(self) -> tuple[str, ...]:
        """Those that tell that they may have to go."""
        person = group_of("person", self.user.pk)
        if self.token is not None:
            return person, group_of("token", self.token.pk)
        return person, session_group(self.session.session_key or "")

    def check(self) -> None:
        """BadToken, SignInFirst, or what they are told who may follow nothing any more."""
        if self.token is None:
            if not goes_on(self.session):
                raise SignInFirst(_("Sign in to play."))
        elif not is_stored(self.token):
            raise BadToken(BAD_TOKEN)
        require(may_follow(copy_of(self.user)))


class Stream:
    """The messages of a source, and signs of life, until one of both sides ends it.

    `caller` is None where somebody else sees to it that whoever reads may do so.
    """

    def __init__(self, source: Source, caller: Caller | None = None, language: str = "en") -> None:
        self._source, self._caller = source, caller
        self._language = language if caller is None else caller.language
        self._woken = asyncio.Event()
        self.ended_by: Refusal | None = None

    async def interrupt(self) -> None:
        """End it: whoever reads opens it anew, elsewhere or later."""
        self.ended_by = StreamInterrupted(_("This server restarts. Open the stream again."))
        self._woken.set()

    async def messages(self) -> AsyncGenerator[bytes]:
        """Join the groups, then read; each message is JSON in one line, without its end."""
        layer: Any = get_channel_layer()
        channel = await layer.new_channel("stream")
        groups = (*self._source.groups, *(() if self._caller is None else self._caller.groups))
        listener: asyncio.Task[None] | None = None
        try:
            for group in groups:
                await layer.group_add(group, channel)
            listener = asyncio.create_task(self._listen(layer, channel))
            async with aclosing(self._until_the_end()) as messages:
                async for message in messages:
                    yield message
        finally:
            if listener is not None:
                listener.cancel()
            for group in groups:
                await layer.group_discard(group, channel)

    async def _until_the_end(self) -> AsyncGenerator[bytes]:
        opened = quiet_since = monotonic()
        while self.ended_by is None:
            self._woken.clear()
            try:
                found = await in_thread(self._read)
            except Refusal as refusal:
                self.ended_by = refusal
                break
            for message in found:
                sent_at = monotonic()
                yield message
                quiet_since = monotonic()
                if quiet_since - sent_at > SLOW_AFTER:
                    words = _("You read too slowly. Open the stream again from your last number.")
                    self.ended_by = ReadsTooSlowly(words)
                    break
            if self.ended_by is None and not self._source.more:
                self.ended_by = self._source.end
            if self.ended_by is None and monotonic() - opened > LONGEST:
                await self.interrupt()
            if self.ended_by is not None or self._source.more:
                continue
            if not await self._is_woken(quiet_since + ALIVE_EVERY - monotonic()):
                yield ALIVE
                quiet_since = monotonic()
        with translation.override(self._language):
            end = describe_refusal(self.ended_by)
        yield serialize({"type": "end", **end})

    async def _is_woken(self, within: float) -> bool:
        try:
            await asyncio.wait_for(self._woken.wait(), within)
        except TimeoutError:
            return False
        return True

    def _read(self) -> list[bytes]:
        if self._caller is not None:
            self._caller.check()
        return self._source.read()

    async def _listen(self, layer: Any, channel: str) -> None:
        """Wake at each announcement; where the layer is lost, the signs of life read anew."""
        while True:
            await layer.receive(channel)
            self._woken.set()
