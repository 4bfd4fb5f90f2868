"""The users who send moves over HTTP, cached for some seconds.

A move does not wait for the store to identify its user. As with sockets, a session or token is read
again after `CHECKED_EVERY` seconds, and also after signing out or a sanction, which the channel
layer publishes.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from time import monotonic
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer
from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest
from django.utils.module_loading import import_string

from accounts.models import AccessToken, User
from accounts.services import tokens
from core.http import bearer_key
from games.matches.publish import group_of, session_group
from games.matches.threads import in_thread

logger = logging.getLogger(__name__)
CHECKED_EVERY = 10.0
"""Seconds after which the account, and its session or token, are read again."""
MOST = 2_000
"""The most cached visitors; then all are dropped."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A user, with the token of the request; None for a session."""

    user: User
    token: AccessToken | None
    read_at: float


class Visitors:
    """The visitors whose requests one event loop has answered."""

    def __init__(self) -> None:
        self._known: dict[str, Visitor] = {}
        self._groups: set[str] = set()
        self._layer = get_channel_layer()
        self._channel = ""
        self._listener: asyncio.Task[None] | None = None

    async def visitor_of(self, request: HttpRequest) -> Visitor | None:
        """Return the user of a request; None if its session or token is missing or invalid."""
        header = request.META.get("HTTP_AUTHORIZATION", "")
        brought = bearer_key(header)
        cookie = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
        credential = cookie if brought is None else brought
        if not credential or (header and brought is None):
            return None
        known = self._known.get(credential)
        if known is not None and monotonic() - known.read_at < CHECKED_EVERY:
            return known
        self._known.pop(credential, None)
        # The user's groups are known only after reading, so the visitor is read again after joining
        # them: a message in between is not missed.
        read = _by_session if brought is None else _by_token
        found = await in_thread(read, credential)
        if found is None:
            return None
        if not await self._hear_of(found, credential):
            return found
        found = await in_thread(read, credential)
        if found is not None:
            self._known[credential] = found
        return found

    async def _hear_of(self, visitor: Visitor, credential: str) -> bool:
        """Join the groups that publish a visitor's lost access; return whether that succeeded."""
        token = visitor.token
        own = session_group(credential) if token is None else group_of("token", token.pk)
        try:
            if self._listener is None or self._listener.done() or len(self._known) >= MOST:
                await self._start_over()
            for group in (own, group_of("person", visitor.user.pk)):
                self._groups.add(group)
                # Repeated with each reading: a membership expires after a day.
                await self._layer.group_add(group, self._channel)
        except Exception:
            logger.warning("The channel layer cannot publish lost access.", exc_info=True)
            return False
        return True

    async def _start_over(self) -> None:
        self._known.clear()
        if self._listener is not None:
            self._listener.cancel()
        groups, self._groups = self._groups, set()
        for group in groups:
            await self._layer.group_discard(group, self._channel)
        self._channel = await self._layer.new_channel("visitors")
        self._listener = asyncio.ensure_future(self._listen(self._channel))

    async def _listen(self, channel: str) -> None:
        try:
            while True:
                await self._layer.receive(channel)
                # The message does not say whose access changed: all are dropped.
                self._known.clear()
        finally:
            self._known.clear()


def _by_session(key: str) -> Visitor | None:
    request = HttpRequest()
    request.session = import_string(f"{settings.SESSION_ENGINE}.SessionStore")(key)
    user = get_user(request)
    return Visitor(user, None, monotonic()) if isinstance(user, User) else None


def _by_token(key: str) -> Visitor | None:
    token = tokens.find(key)
    return None if token is None else Visitor(token.user, token, monotonic())


_visitors: WeakKeyDictionary[asyncio.AbstractEventLoop, Visitors] = WeakKeyDictionary()


async def visitor_of(request: HttpRequest) -> Visitor | None:
    """Return the user of a request to the running event loop; None if not signed in."""
    loop = asyncio.get_running_loop()
    if loop not in _visitors:
        _visitors[loop] = Visitors()
    return await _visitors[loop].visitor_of(request)
