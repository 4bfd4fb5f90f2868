"""Streams: the news of a match or a user, message by message, for one program.

Nothing is queued for a slow reader: the channel layer only wakes a stream, which then reads from
the store what is newer than the number it has sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from time import monotonic
from typing import Protocol

from channels.layers import BaseChannelLayer, get_channel_layer
from django.contrib.sessions.backends.base import SessionBase
from django.utils import translation
from django.utils.translation import gettext_noop as _

from accounts.api import bad_token
from accounts.models import AccessToken, User
from accounts.permissions import may_follow
from accounts.refusals import require
from accounts.services.people import copy_of
from accounts.services.sessions import goes_on
from accounts.services.tokens import is_stored
from core.asgi import Message
from core.refusals import Refusal
from games.matches.decorators import describe_refusal
from games.matches.presenters.rendering import serialize
from games.matches.publish import group_of, session_group
from games.matches.refusals import ReadsTooSlowly, SignInFirst, StreamInterrupted
from games.matches.threads import in_thread

ALIVE_EVERY = 15.0
"""Seconds after the last message; hidden events do not restart the period, or it would reveal
them."""
SLOW_AFTER = 10.0
"""Seconds within which the client must read a message. A later client gets a last message and is
dropped; one that stops reading (`STREAM_SEND_SECONDS`) is dropped without one."""
LONGEST = 12 * 60 * 60.0
"""Seconds after which a stream ends: the channel layer drops group memberships after a day."""
ALIVE = serialize({"type": "alive"})


class Source(Protocol):
    """The content of a stream; it remembers what was sent."""

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups of the channel layer that publish news; they may change with each read."""
        ...

    more: bool
    """Whether there is more to read immediately."""
    end: Refusal | None
    """Why no more messages will follow; None if some may."""

    def read(self) -> list[bytes]:
        """Return the new messages, serialized; called in a thread that may use the database.

        Raises:
            Refusal: The reader may not read any more.
        """
        ...

    def note(self, message: Message) -> None:
        """Note a message of the groups, before the read to which it leads."""
        return

    def close(self) -> None:
        """Note that the reader has gone; called in a thread that may use the database."""
        return


@dataclass
class Caller:
    """The reader of a stream over HTTP, with a token or a browser's session."""

    user: User
    token: AccessToken | None
    session: SessionBase
    language: str

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups that publish that the caller may have lost access."""
        person = group_of("person", self.user.pk)
        if self.token is not None:
            return person, group_of("token", self.token.pk)
        return person, session_group(self.session.session_key or "")

    def check(self) -> None:
        """Require that the caller may still read.

        Raises:
            SignInFirst: The session has ended.
            BadToken: The token has ended.
            NotAllowed: The user is banned or suspended.
        """
        if self.token is None:
            if not goes_on(self.session):
                raise SignInFirst(_("Sign in to play."))
        elif not is_stored(self.token):
            raise bad_token()
        require(may_follow(copy_of(self.user)))


class Stream:
    """The messages of a source, and signs of life, until either side ends it.

    Args:
        source: The content.
        caller: The reader to check before each read; None if the socket does that.
        language: The language of the last message, without a caller.
    """

    def __init__(self, source: Source, caller: Caller | None = None, language: str = "en") -> None:
        self._source, self._caller = source, caller
        self._language = language if caller is None else caller.language
        self._woken = asyncio.Event()
        self._joined: set[str] = set()
        self.ended_by: Refusal | None = None

    async def interrupt(self) -> None:
        """End the stream; the client may open it again."""
        self.ended_by = StreamInterrupted(_("This server is restarting. Open the stream again."))
        self._woken.set()

    async def messages(self) -> AsyncGenerator[bytes]:
        """Yield messages, each as one line of JSON without a line break.

        It joins the groups before it reads, so that it misses no message.
        """
        layer = get_channel_layer()
        channel = await layer.new_channel("stream")
        listener: asyncio.Task[None] | None = None
        try:
            await self._join(layer, channel)
            listener = asyncio.create_task(self._listen(layer, channel))
            async with aclosing(self._until_the_end(layer, channel)) as messages:
                async for message in messages:
                    yield message
        finally:
            if listener is not None:
                listener.cancel()
            for group in self._joined:
                await layer.group_discard(group, channel)
            await in_thread(self._source.close)

    async def _join(self, layer: BaseChannelLayer, channel: str) -> bool:
        """Join the groups of the source and the caller, and return whether any is new."""
        groups = {*self._source.groups, *(() if self._caller is None else self._caller.groups)}
        new, old = groups - self._joined, self._joined - groups
        self._joined = groups
        for group in new:
            await layer.group_add(group, channel)
        for group in old:
            await layer.group_discard(group, channel)
        return bool(new)

    async def _until_the_end(self, layer: BaseChannelLayer, channel: str) -> AsyncGenerator[bytes]:
        opened = quiet_since = monotonic()
        while self.ended_by is None:
            self._woken.clear()
            try:
                found = await in_thread(self._read)
            except Refusal as refusal:
                self.ended_by = refusal
                break
            if await self._join(layer, channel):
                self._woken.set()  # What came before the groups were joined is read once more.
            for message in found:
                sent_at = monotonic()
                yield message
                quiet_since = monotonic()
                if quiet_since - sent_at > SLOW_AFTER:
                    words = _(
                        "You’re reading too slowly. Open the stream again from your last number."
                    )
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

    async def _listen(self, layer: BaseChannelLayer, channel: str) -> None:
        """Wake the stream at each message; if the layer is lost, it reads every 15 seconds."""
        while True:
            self._source.note(await layer.receive(channel))
            self._woken.set()
