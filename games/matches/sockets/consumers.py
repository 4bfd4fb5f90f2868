"""Sockets: each sends its own viewer's view, and nothing else. Join the group, then read."""

from __future__ import annotations

import asyncio
from random import random
from time import monotonic
from typing import Any
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from accounts.services.sessions import goes_on
from games.matches.access import SESSION_KEYS
from games.matches.announce import deliver, group_of, session_group
from games.matches.hooks import IN_VIEW_SECONDS, hooks
from games.matches.sockets.fragments import Visitor, bell_fragment, moderation_fragment
from games.matches.threads import in_thread
from watch.asgi import TOO_MANY
from watch.release import release

REFUSED = 4403
SIGNED_OUT = 4401
BANNED = 4410
"""Banned or suspended: the page is informed first, and does not come back."""
IN_VIEW = '{"visible":true}'
OUT_OF_VIEW = '{"visible":false}'
TRY_AGAIN = 1011
RECONNECT = 1012
"""Pages open their socket anew after this one, as whoever they are by then."""
PING, PONG = "ping", "pong"
CATCH_UP_WITHIN = 0.5
"""Seconds after a cut to the channel layer, so that not all sockets read at the same moment."""


class LiveConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # a library without types
    """What all sockets share: the visitor, groups, and how they are closed.

    Every page has one socket: besides what it follows, it brings users their own news, such as the
    count of tables that wait for them.
    """

    groups_joined: tuple[str, ...] = ()
    own_group = ""
    shown_match: str | None = None
    """The match this page shows: its bell counts the others."""
    in_view_until = 0.0
    """Until when this page counts as being in view."""
    last_bell = ""
    rings = True
    """Whether this is a page, with a bell for tables that wait."""

    async def dispatch(self, message: dict[str, Any]) -> None:
        """As in Channels, without checking connections: `in_thread` does that."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"No handler for message type {message['type']}")
        await handler(message)

    async def connect(self) -> None:
        self.visitor = await self._visitor()
        await self.accept()
        user = self.visitor.user
        person = str(user.pk or "")
        if self._parameter("person", person) != person:
            await self.close(SIGNED_OUT)
            return
        if user.is_authenticated and not self.scope["take_slot"](user.pk):
            await self.close(TOO_MANY)
            return
        if self._parameter("version", release()) != release():
            await self.send(f"renewed {release()}")
        await self._join(self.group_name())
        if user.is_authenticated:
            self.own_group = group_of("person", user.pk)
            await self._join(self.own_group)
            if not await self._may_stay() or not await self._follow_session():
                return
            if self.rings:
                await self._join(group_of("turns", user.pk))
                self.last_bell = await self._bell()
        await self.catch_up(self.last_bell)

    async def disconnect(self, code: int) -> None:
        for group in self.groups_joined:
            await self.channel_layer.group_discard(group, self.channel_name)
        if self.in_view_until > monotonic():
            await self._leave_view()

    async def _join(self, group: str) -> None:
        """Receive what is announced to a group, if there is one, till the end."""
        if group:
            self.groups_joined = (*self.groups_joined, group)
            await self.channel_layer.group_add(group, self.channel_name)

    async def _follow_session(self) -> bool:
        """Close with the session, at once where it ended while this socket was opened."""
        await self._join(session_group(self.scope["session"].session_key or ""))
        return await self._session_goes_on()

    async def _session_goes_on(self) -> bool:
        """Whether the session has not ended; False, and closed, if it has."""
        stays = await in_thread(goes_on, self.scope["session"])
        if not stays:
            await self.close(RECONNECT)
        return stays

    async def session_ended(self, event: dict[str, Any]) -> None:
        """Signed out, here or from another device."""
        await self.close(RECONNECT)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Pings, and whether a page is in view."""
        if text_data == PING:
            await self.send(PONG)
        if not self.own_group:
            return
        if text_data == IN_VIEW:
            self.in_view_until = monotonic() + IN_VIEW_SECONDS
            await self._note_in_view()
        elif text_data == OUT_OF_VIEW and self.in_view_until > monotonic():
            await self._leave_view()

    async def _leave_view(self) -> None:
        self.in_view_until = 0.0
        await in_thread(hooks.page_left_view, self.visitor.user.pk)
        # Another page of theirs may be in view, and must report that at once.
        await deliver([({"type": "who.looks"}, (self.own_group,))])

    async def who_looks(self, event: dict[str, Any]) -> None:
        if self.in_view_until > monotonic():
            await self._note_in_view()

    async def _note_in_view(self) -> None:
        await in_thread(hooks.page_in_view, self.visitor.user.pk, self.shown_match or "")

    async def moderation_status_changed(self, event: dict[str, Any]) -> None:
        """A sanction was given, read or lifted: send that at once; it may end the connection."""
        await self._may_stay(notify=True)

    async def _may_stay(self, *, notify: bool = False) -> bool:
        """Read the account anew; who is banned or suspended is informed, and closed."""
        self.visitor, html, stays = await in_thread(moderation_fragment, self.visitor)
        if self.rings and (notify or not stays):
            await self.send(html)
        if not stays:
            await self.close(BANNED)
        return stays

    async def turns_moved(self, event: dict[str, Any]) -> None:
        """Another table waits for this user, or one less."""
        if event["match"] == self.shown_match:
            return
        bell = await self._bell()
        news = await self.turn_news()
        if news or bell != self.last_bell:
            self.last_bell = bell
            await self.send(bell + news)

    async def turn_news(self) -> str:
        """What else of this page changes with whose turn it is."""
        return ""

    async def _bell(self) -> str:
        return await in_thread(bell_fragment, self.visitor, self.shown_match)

    def group_name(self) -> str:
        """The group that this page follows, besides those of its user; "" for none."""
        return ""

    async def catch_up(self, bell: str) -> None:
        """Send the newest state whole, and the bell with it."""

    async def layer_back(self, event: dict[str, Any]) -> None:
        """The channel layer was cut off: read now what may have been missed."""
        await asyncio.sleep(CATCH_UP_WITHIN * (0.1 + 0.9 * random()))
        if self.own_group and self.rings:
            self.last_bell = await self._bell()
            await self.send(self.last_bell)
        await self.catch_up("")

    def _parameter(self, name: str, default: str) -> str:
        """A parameter of the socket's URL, by which a page describes itself."""
        query: str = self.scope.get("query_string", b"").decode("latin1")
        return parse_qs(query, keep_blank_values=True).get(name, [default])[0]

    async def _visitor(self) -> Visitor:
        session = self.scope.get("session") or {}
        keys = await in_thread(session.get, SESSION_KEYS, [])
        language = self._parameter("lang", "")
        if language not in dict(settings.LANGUAGES):
            language = settings.LANGUAGE_CODE
        return Visitor(self.scope["user"], tuple(keys), language)


class OwnConsumer(LiveConsumer):
    """Any other page of a user who is signed in: their bell alone."""

    async def connect(self) -> None:
        if not self.scope["user"].is_authenticated:
            # Accepted first: a page whose handshake is refused would try again and again.
            await self.accept()
            await self.close(SIGNED_OUT)
            return
        await super().connect()

    async def catch_up(self, bell: str) -> None:
        if bell:
            await self.send(bell)
