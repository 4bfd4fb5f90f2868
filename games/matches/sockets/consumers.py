"""The base of all sockets: each sends only its own viewer's view.

Every consumer first joins its groups and then reads, so that it misses no message.
"""

from __future__ import annotations

import asyncio
from random import random
from time import monotonic
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from accounts.services.sessions import goes_on
from core.asgi import Message, Receive, Scope, Send
from core.monitoring.asgi import NOT_FOUND, SIGNED_OUT, TOO_MANY
from core.monitoring.release import release
from core.refusals import Refusal
from games.matches.access import SESSION_KEYS
from games.matches.publish import deliver, group_of, session_group
from games.matches.services import presence
from games.matches.services.presence import IN_VIEW_SECONDS
from games.matches.sockets.fragments import bell_fragment, moderation_fragment
from games.matches.threads import in_thread
from games.matches.viewing import Visitor

REFUSED = 4403
BANNED = 4410
"""Banned or suspended: the page is informed first, and does not reconnect."""
IN_VIEW = '{"visible":true}'
OUT_OF_VIEW = '{"visible":false}'
TRY_AGAIN = 1011
RECONNECT = 1012
"""Pages reconnect after this code, with their current session."""
TOO_SLOW = 4408
"""For a client that stops reading; one that reads late gets a last message first."""
REASONS = {
    SIGNED_OUT: "sign-in",
    NOT_FOUND: "not-found",
    TOO_SLOW: "too-slow",
    BANNED: "not-allowed",
    TOO_MANY: "too-many",
    TRY_AGAIN: "failed",
    RECONNECT: "interrupted",
}
"""The reason that a close code stands for, if there is no refusal with a code of its own."""
PING, PONG = "ping", "pong"
CATCH_UP_WITHIN = 0.5
"""Seconds over which sockets spread their reads after the channel layer was lost."""


class LiveConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # a library without types
    """Base of all consumers: the visitor, the groups, and how the socket is closed.

    Every page has one socket. In addition to the page's content it sends users their own news, such
    as the count of tables that wait for them.
    """

    groups_joined: tuple[str, ...] = ()
    own_group = ""
    shown_match: str | None = None
    """The match that this page shows, which its bell does not count."""
    in_view_until = 0.0
    """Until when this page counts as in view."""
    last_bell = ""
    rings = True
    """Whether this is a page with a bell, not a program."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the socket, and leave its room and groups also if it ends with an error.

        Channels calls `disconnect` only for a message, which does not come after an error, such as
        that of a pong to a page that has gone.
        """
        try:
            await super().__call__(scope, receive, send)
        except Exception:
            await self.disconnect(TRY_AGAIN)
            raise

    async def dispatch(self, message: Message) -> None:
        """Dispatch a message like Channels, but leave database connections to `in_thread`."""
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

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Close the socket; by default the reason is the one that the code stands for."""
        await super().close(code, reason or REASONS.get(code or 0))

    async def refuse(self, refusal: Refusal) -> None:
        """Close the socket, with the code of a refusal as the reason."""
        await self.close(REFUSED, refusal.code)

    async def disconnect(self, code: int) -> None:
        for group in self.groups_joined:
            await self.channel_layer.group_discard(group, self.channel_name)
        if self.own_group and self.rings:
            self.in_view_until = 0.0
            await in_thread(self._note_closed, self.visitor.user.pk)
            await self._ask_other_pages()

    async def _join(self, group: str) -> None:
        """Join a group until the socket closes; "" is ignored."""
        if group:
            self.groups_joined = (*self.groups_joined, group)
            await self.channel_layer.group_add(group, self.channel_name)

    async def _follow_session(self) -> bool:
        """Close the socket when the session ends; return False if it has already ended."""
        await self._join(session_group(self.scope["session"].session_key or ""))
        return await self._session_goes_on()

    async def _session_goes_on(self) -> bool:
        """Return whether the session still exists; if not, close the socket."""
        stays = await in_thread(goes_on, self.scope["session"])
        if not stays:
            await self.close(RECONNECT)
        return stays

    async def session_ended(self, event: Message) -> None:
        """Close the socket: the user signed out, here or from another device."""
        await self.close(RECONNECT)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer pings, and note whether the page is in view."""
        if text_data == PING:
            await self.send(PONG)
        if not self.own_group:
            return
        if text_data == IN_VIEW:
            self.in_view_until = monotonic() + IN_VIEW_SECONDS
            await self._note_open()
        elif text_data == OUT_OF_VIEW:
            await self._leave_view()

    async def _leave_view(self) -> None:
        if self.in_view_until > monotonic():
            self.in_view_until = 0.0
            await in_thread(presence.set_absent, self.visitor.user.pk)
            await self._ask_other_pages()
        else:
            await self._note_open()

    @staticmethod
    def _note_closed(user_id: int) -> None:
        presence.set_absent(user_id)
        presence.set_closed(user_id)

    async def _ask_other_pages(self) -> None:
        """Let the other open pages of the user report themselves at once."""
        await deliver([({"type": "who.looks"}, (self.own_group,))])

    async def who_looks(self, event: Message) -> None:
        if self.rings:
            await self._note_open()

    async def _note_open(self) -> None:
        """Record that this page is open, and whether it is in view."""
        user_id = self.visitor.user.pk
        if self.in_view_until > monotonic():
            await in_thread(presence.set_present, user_id, self.shown_match or "")
        else:
            await in_thread(presence.set_open, user_id)

    async def moderation_status_changed(self, event: Message) -> None:
        """Send a sanction that was given, read or lifted; it may close the socket."""
        await self._may_stay(notify=True)

    async def _may_stay(self, *, notify: bool = False) -> bool:
        """Read the account again; if it is banned or suspended, inform the page and close."""
        self.visitor, html, stays = await in_thread(moderation_fragment, self.visitor)
        if self.rings and (notify or not stays):
            await self.send(html + await self.moderation_news())
        if not stays:
            await self.close(BANNED)
        return stays

    async def moderation_news(self) -> str:
        """Return other HTML of this page that changes with a sanction."""
        return ""

    async def turns_moved(self, event: Message) -> None:
        """Send the bell's new count of tables that wait for this user."""
        if event["match"] == self.shown_match:
            return
        bell = await self._bell()
        news = await self.turn_news()
        if news or bell != self.last_bell:
            self.last_bell = bell
            await self.send(bell + news)

    async def turn_news(self) -> str:
        """Return other HTML of this page that changes with whose turn it is."""
        return ""

    async def _bell(self) -> str:
        return await in_thread(bell_fragment, self.visitor, self.shown_match)

    def group_name(self) -> str:
        """Return the group that this page follows in addition to those of its user; "" for none."""
        return ""

    async def catch_up(self, bell: str) -> None:
        """Send the whole newest state, with the bell's HTML."""

    async def layer_back(self, event: Message) -> None:
        """Read what may have been missed while the channel layer was lost."""
        await asyncio.sleep(CATCH_UP_WITHIN * (0.1 + 0.9 * random()))
        if self.own_group and self.rings:
            self.last_bell = await self._bell()
            await self.send(self.last_bell)
        await self.catch_up("")

    def parameters(self) -> dict[str, list[str]]:
        """Return the parameters of the socket's URL, in which the page describes itself."""
        query: str = self.scope.get("query_string", b"").decode("latin1")
        return parse_qs(query, keep_blank_values=True)

    def _parameter(self, name: str, default: str) -> str:
        return self.parameters().get(name, [default])[0]

    async def _visitor(self) -> Visitor:
        session = self.scope.get("session") or {}
        keys = await in_thread(session.get, SESSION_KEYS, [])
        language = self._parameter("lang", "")
        if language not in dict(settings.LANGUAGES):
            language = settings.LANGUAGE_CODE
        return Visitor(self.scope["user"], tuple(keys), language)


class OwnConsumer(LiveConsumer):
    """A page of a signed-in user that only gets the bell."""

    async def connect(self) -> None:
        if not self.scope["user"].is_authenticated:
            # Accepted first: a page whose handshake is refused would retry endlessly.
            await self.accept()
            await self.close(SIGNED_OUT)
            return
        await super().connect()

    async def catch_up(self, bell: str) -> None:
        if bell:
            await self.send(bell)
