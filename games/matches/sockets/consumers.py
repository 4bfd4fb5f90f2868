"""Sockets: each sends its own viewer's view, and nothing else. Join the group, then read."""

from __future__ import annotations

import asyncio
import logging
from random import random
from time import monotonic
from typing import Any
from urllib.parse import parse_qs

from asgiref.sync import sync_to_async
from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from games.engine.refusals import Refusal
from games.matches.access import SESSION_KEYS
from games.matches.announce import deliver, person_group, session_group, turns_group
from games.matches.extras import SEEN_FOR, extras
from games.matches.sockets import rooms
from games.matches.sockets.fragments import (
    Fragment,
    Visitor,
    bell_fragment,
    standing_fragment,
)
from games.matches.sockets.rooms import draw
from watch.metrics import pushed
from watch.release import release

logger = logging.getLogger(__name__)
REFUSED = 4403
SIGNED_OUT = 4401
SENT_AWAY = 4410
"""Banned or suspended: the page is told first, and does not come back."""
IN_VIEW = '{"visible":true}'
OUT_OF_VIEW = '{"visible":false}'
TRY_AGAIN = 1011
# Pages open their socket anew after this one, as whoever they are by then.
WHO_ARE_YOU = 1012
PING, PONG = "ping", "pong"
# After a cut to the channel layer: not all sockets of a process read at the same moment.
CATCH_UP_WITHIN = 0.5


class LiveConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # a library without types
    """What all sockets share: who is there, which groups, and how they end.

    Every page has one socket: whatever else it follows, to people it brings their own news too,
    the count of tables that wait for them.
    """

    groups_joined: tuple[str, ...] = ()
    own_group = ""
    # The match this page shows: the bell there counts the others.
    shown_match: str | None = None
    # Until when this page's word holds that it is in view.
    in_view_until = 0.0
    last_bell = ""
    # Whether this is a page, with a bell that is rung for tables that wait.
    rings = True

    async def dispatch(self, message: dict[str, Any]) -> None:
        """As Channels does, but for looking after the database each time, a thread away.

        `database_sync_to_async` does that where the database is used.
        """
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"No handler for message type {message['type']}")
        await handler(message)

    async def connect(self) -> None:
        self.visitor = await self._visitor()
        await self.accept()
        if self._told("person", self._person) != self._person:
            await self.close(SIGNED_OUT)
            return
        if self._told("version", release()) != release():
            await self.send(f"renewed {release()}")
        await self._join(self.group_name())
        if self.visitor.user.is_authenticated:
            self.own_group = person_group(self.visitor.user.pk)
            await self._join(self.own_group)
            if not await self._may_stay() or not await self._follow_session():
                return
            if self.rings:
                await self._join(turns_group(self.visitor.user.pk))
                self.last_bell = await self._bell()
        await self.catch_up(self.last_bell)

    async def disconnect(self, code: int) -> None:
        for group in self.groups_joined:
            await self.channel_layer.group_discard(group, self.channel_name)
        if self.in_view_until > monotonic():
            await self._look_away()

    async def _join(self, group: str) -> None:
        """Hear what is announced to a group, if there is one, till the end."""
        if group:
            self.groups_joined = (*self.groups_joined, group)
            await self.channel_layer.group_add(group, self.channel_name)

    async def _follow_session(self) -> bool:
        """Hear when the session ends; closed where it ended while this socket was opened."""
        session = self.scope["session"]
        await self._join(session_group(session.session_key or ""))
        goes_on = await database_sync_to_async(session.exists)(session.session_key)
        if not goes_on:
            await self.close(WHO_ARE_YOU)
        return bool(goes_on)

    async def session_ended(self, event: dict[str, Any]) -> None:
        """Signed out, here or from another device: this socket tells nothing more."""
        await self.close(WHO_ARE_YOU)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Moves come by POST. A page asks whether the line is alive, and says if it is in view."""
        if text_data == PING:
            await self.send(PONG)
        if not self.own_group:
            return
        if text_data == IN_VIEW:
            self.in_view_until = monotonic() + SEEN_FOR
            await sync_to_async(extras.looks)(self.visitor.user.pk)
        elif text_data == OUT_OF_VIEW and self.in_view_until > monotonic():
            await self._look_away()

    async def _look_away(self) -> None:
        self.in_view_until = 0.0
        await sync_to_async(extras.looks_away)(self.visitor.user.pk)
        # Another page of theirs may be in view: it says so at once, and not at its next turn.
        await deliver([({"type": "who.looks"}, (self.own_group,))])

    async def who_looks(self, event: dict[str, Any]) -> None:
        if self.in_view_until > monotonic():
            await sync_to_async(extras.looks)(self.visitor.user.pk)

    async def moderation_status_changed(self, event: dict[str, Any]) -> None:
        """A sanction was given, read or lifted: the page says so at once, and may be over."""
        await self._may_stay(tell=True)

    async def _may_stay(self, *, tell: bool = False) -> bool:
        """Look at the account anew; who is banned or suspended is told, and closed."""
        look = database_sync_to_async(standing_fragment)
        stays: bool
        self.visitor, html, stays = await look(self.visitor)
        if self.rings and (tell or not stays):
            await self.send(html)
        if not stays:
            await self.close(SENT_AWAY)
        return stays

    async def turns_moved(self, event: dict[str, Any]) -> None:
        """Another table waits for this person, or one less."""
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
        render = database_sync_to_async(bell_fragment)
        bell: str = await render(self.visitor, self.shown_match)
        return bell

    def group_name(self) -> str:
        raise AssertionError("a socket has a group, or says that it has none")

    async def catch_up(self, bell: str) -> None:
        """Send the newest state whole, and the bell with it."""

    async def layer_back(self, event: dict[str, Any]) -> None:
        """The channel layer was cut off: whatever it did not tell is read now."""
        await asyncio.sleep(CATCH_UP_WITHIN * (0.1 + 0.9 * random()))
        if self.own_group and self.rings:
            self.last_bell = await self._bell()
            await self.send(self.last_bell)
        await self.catch_up("")

    @property
    def _person(self) -> str:
        return str(self.visitor.user.pk or "")

    def _told(self, name: str, otherwise: str) -> str:
        """What the page says of itself in the socket's address."""
        query: str = self.scope.get("query_string", b"").decode("latin1")
        return parse_qs(query, keep_blank_values=True).get(name, [otherwise])[0]

    async def _visitor(self) -> Visitor:
        session = self.scope.get("session") or {}
        keys = await database_sync_to_async(session.get)(SESSION_KEYS, [])
        language = self._told("lang", "")
        if language not in dict(settings.LANGUAGES):
            language = settings.LANGUAGE_CODE
        return Visitor(self.scope["user"], tuple(keys), language)


NO_TALK = "-"


class MatchConsumer(LiveConsumer):
    """One screen that follows a match."""

    number = -2
    spectator = False
    last_html = ""

    def group_name(self) -> str:
        return ""

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
        # A page with talk names its last line; what was said since it was drawn comes now.
        last = self._told("talk", NO_TALK)
        if shown and last != NO_TALK:
            await self._send_talk(None, last)

    async def rematch_moved(self, event: dict[str, Any]) -> None:
        if not self.spectator:
            await self._show_newest()

    async def chat_moved(self, event: dict[str, Any]) -> None:
        await self._send_talk(event["room"])

    async def _send_talk(self, room: str | None, last: str = "") -> None:
        render = database_sync_to_async(extras.chat_lines)
        try:
            html = await render(self.visitor, self._match_id, room, last)
        except Refusal:
            await self.close(REFUSED)
            return
        if html:
            await self.send(html)

    async def _show_newest(self, bell: str = "") -> bool:
        (outcome,) = await database_sync_to_async(draw)([self.visitor], self._match_id)
        return await self.show(outcome, bell)

    async def show(
        self, outcome: Fragment | Exception, bell: str = "", at: float | None = None
    ) -> bool:
        """Send the table that was drawn for this screen; False, and closed, where there is none.

        `at`: the moment of the event it is sent for.
        """
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
                pushed(at)
        elif bell:
            await self.send(bell)
        return True


class OwnConsumer(LiveConsumer):
    """Any other page of somebody signed in: their bell alone."""

    async def connect(self) -> None:
        if not self.scope["user"].is_authenticated:
            # A handshake that is declined tells a page nothing: it would come again and again.
            await self.accept()
            await self.close(SIGNED_OUT)
            return
        await super().connect()

    def group_name(self) -> str:
        return ""

    async def catch_up(self, bell: str) -> None:
        if bell:
            await self.send(bell)
