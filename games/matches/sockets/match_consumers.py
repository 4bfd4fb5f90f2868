"""The socket of a match's page."""

from __future__ import annotations

import asyncio
import logging
import re
from time import monotonic, time

from django.utils.translation import gettext_noop as _

from accounts.models import User
from core.asgi import Message
from core.monitoring.metrics import PUSH_LAG
from games.engine.refusals import Refusal
from games.matches import hooks
from games.matches.client_json import require_known
from games.matches.models import Player
from games.matches.presenters.rendering import digest
from games.matches.refusals import SignInFirst, TooMany
from games.matches.services import attendance, spectators
from games.matches.services.commands import MakeMove, PlayersCommand
from games.matches.services.execute import aexecute
from games.matches.services.leaving import AgreeToCallOff
from games.matches.sockets import fragments, moves, rooms
from games.matches.sockets.consumers import (
    IN_VIEW,
    OUT_OF_VIEW,
    PING,
    TRY_AGAIN,
    LiveConsumer,
)
from games.matches.sockets.fragments import Fragment
from games.matches.threads import at_once_or_in_thread, in_thread

logger = logging.getLogger(__name__)
NO_CHAT = "-"
SEEN = re.compile(r'(?:data-seen="|"seen":)(\d+)')
"""The number of steps that a table, or its JSON, shows."""
SHOWN = re.compile(r" \d{1,7}", re.ASCII)
LOOK_AGAIN_SECONDS = 5.0
"""How long a page may be closed before the others see that its player is away."""
CLOSED_BY_PAGE = (1000, 1001)
"""The codes of a page that was closed; a connection that breaks has another, or none (RFC 6455)."""
CHECKED_EVERY = 10.0
"""Seconds after which the account of a player who moves is read again."""


class MatchConsumer(LiveConsumer):
    """The socket of a page that follows a match."""

    number = -2
    """The number of the newest event that was sent."""
    spectator = False
    last_html = ""
    checked_at = 0.0
    """When the account was last read."""
    attending: Player | None = None
    """The visitor's player, while the others at the table see whether the page is open."""
    counted = -1
    """The period of time in which this page was last counted among the spectators."""
    _looking_again: asyncio.Task[None] | None = None

    @property
    def _match_id(self) -> str:
        return str(self.scope["url_route"]["kwargs"]["match_id"])

    async def connect(self) -> None:
        self.shown_match = self._match_id
        await super().connect()

    async def disconnect(self, code: int) -> None:
        await rooms.leave(self._match_id, self)
        if self._looking_again is not None:
            self._looking_again.cancel()
        if self.attending is not None:
            await in_thread(attendance.close_page, self.attending, lost=code not in CLOSED_BY_PAGE)
        await super().disconnect(code)

    async def catch_up(self, bell: str) -> None:
        await rooms.enter(self._match_id, self)
        outcome = await self._newest()
        if isinstance(outcome, Fragment) and self._already_shows(outcome):
            self.last_html = outcome.html
        shown = await self.show(outcome, bell)
        if shown and self.own_group and not self.spectator:
            self.attending = await in_thread(
                fragments.player_attending, self.visitor, self._match_id, self.number
            )
        if shown:
            await self.count_spectator()
        if shown and self._parameter("absent", "") and not self.spectator:
            await self._send_absence()
        # A page with chat names its last line; lines newer than the page are sent now.
        last = self._parameter("chat", NO_CHAT)
        if shown and last != NO_CHAT:
            await self._send_chat(None, last)

    def _already_shows(self, newest: Fragment) -> bool:
        """Return whether the page, as it was loaded, already shows this table."""
        shown = self._parameter("digest", "")
        return bool(shown) and not self.last_html and shown == digest(newest.html)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        text = text_data or ""
        # A page also says whether it is in view; a program asks for moves only.
        asks = text.lstrip().startswith("{") or self.visitor.program
        if asks and not text.startswith(PING) and text not in (IN_VIEW, OUT_OF_VIEW):
            await self._answer(text)
        elif text.startswith(PING):
            await super().receive(PING)
            if self.attending is not None:
                await in_thread(attendance.open_page, self.attending)
            await self.count_spectator()
            await self._catch_up_from(text[len(PING) :])
        else:
            await super().receive(text_data, bytes_data)

    async def count_spectator(self) -> None:
        """Count this page among the spectators, once in each period of time."""
        period = spectators.period()
        if self.spectator and not self.visitor.program and period != self.counted:
            self.counted = period
            await in_thread(spectators.count, self._match_id, period)

    async def _catch_up_from(self, shown: str) -> None:
        """Send the newest table if the page shows an older one.

        Args:
            shown: The number of steps that the page shows (`data-seen`), as text; anything that is
                not a number is ignored.
        """
        before = self.last_html
        await rooms.catch_up(self._match_id, self)
        sent = SEEN.search(self.last_html)
        behind = sent is not None and SHOWN.fullmatch(shown) and int(shown) < int(sent[1])
        if behind and self.last_html == before:
            await self.send(self.last_html)

    async def _answer(self, text: str) -> None:
        """Make a move, and acknowledge or refuse it, with the newest table."""
        id = "null"
        try:
            if not await self._is_still_welcome():
                return
            user = self.visitor.user
            too_many = user.is_authenticated and not moves.may_send(user.pk)
            body = moves.read_body(text)
            id = moves.id_of(body)
            if not user.is_authenticated:
                raise SignInFirst(_("Sign in to play."))
            if too_many:
                raise TooMany(_("Slow down: wait a moment, then try again."))
            self.require_play()
            access = (await aexecute(self._command(user, body))).access
        except Refusal as refusal:
            await self._refuse(id, refusal)
            return
        except Exception:
            # The move may or may not be stored. The page reconnects and sends it again.
            logger.exception("A move at match %s could not be stored.", self._match_id)
            await self.close(TRY_AGAIN)
            return
        fragment = await at_once_or_in_thread(fragments.fragment_of, self.visitor, access)
        self.number = max(fragment.number, self.number)
        self.last_html = fragment.html
        await self.send(self.acknowledgement(id, fragment.html))

    def _command(self, user: User, body: object) -> PlayersCommand:
        """Return the command that a message asks for: a move, or an answer to calling off.

        Raises:
            Refusal: The message has neither.
        """
        if isinstance(body, dict) and "agree" in body:
            require_known(body, ("agree", "id"))
            return AgreeToCallOff(self._match_id, user, body["agree"])
        move, turn_token = moves.move_of(body)
        from_page = not self.visitor.program
        return MakeMove(self._match_id, user, move, turn_token, again=True, from_page=from_page)

    async def _refuse(self, id: str, refusal: Refusal) -> None:
        try:
            html = await in_thread(
                fragments.refused_fragment, self.visitor, self._match_id, refusal
            )
        except Refusal as gone:
            await self.refuse(gone)
            return
        await self.send(self.refusal(id, html))

    def require_play(self) -> None:
        """Raise a refusal if the socket may only watch."""

    def acknowledgement(self, id: str, html: str) -> str:
        """Return the message for a move that was played; `id` is that of the page's message."""
        return f"played {id} {html}"

    def refusal(self, id: str, html: str) -> str:
        """Return the message for a move that was refused."""
        return f"refused {id} {html}"

    async def _is_still_welcome(self) -> bool:
        """Return whether the visitor may still move; if not, close the socket.

        Sanctions and ended sessions are published; this finds those whose message was lost.
        """
        if not self.own_group or monotonic() - self.checked_at < CHECKED_EVERY:
            return True
        self.checked_at = monotonic()
        return await self._may_stay() and await self._session_goes_on()

    async def rematch_moved(self, event: Message) -> None:
        if not self.spectator:
            await self._show_newest()

    async def arrivals_moved(self, event: Message) -> None:
        """Send the absent players to a page that was loaded while a player was awaited."""
        if self._parameter("absent", "") and not self.spectator:
            await self._send_absence()

    async def attendance_moved(self, event: Message) -> None:
        """Show that another player has left the table or come back.

        A page that is loaded again is closed for a moment, so those who left are looked for again a
        little later. Another open page of the same player answers at once.
        """
        if self.attending is None:
            return
        if event["player"] != self.attending.pk:
            if self._looking_again is not None:
                self._looking_again.cancel()
            wait = 0.0 if event["here"] else LOOK_AGAIN_SECONDS
            self._looking_again = asyncio.ensure_future(self._look_again(wait))
        elif not event["here"]:
            await in_thread(attendance.open_page, self.attending)

    async def _look_again(self, wait: float) -> None:
        await asyncio.sleep(wait)
        await self.arrivals_moved({"type": "arrivals.moved"})

    async def _send_absence(self) -> None:
        try:
            html = await in_thread(fragments.absence_fragment, self.visitor, self._match_id)
        except Refusal as refusal:
            await self.refuse(refusal)
            return
        await self.send(html)

    async def moderation_news(self) -> str:
        """Return the newest table, without a refusal that is over, and the form of the chat.

        A banned player's page gets them before the socket closes: the match has ended.
        """
        newest = await self._newest()
        if not isinstance(newest, Fragment):
            return ""
        if self._parameter("chat", NO_CHAT) == NO_CHAT:
            return newest.html
        return newest.html + await in_thread(hooks.chat_form, self.visitor, self._match_id)

    async def chat_moved(self, event: Message) -> None:
        await self._send_chat(event["room"])

    async def _send_chat(self, room: str | None, last: str = "") -> None:
        try:
            html = await in_thread(hooks.chat_lines, self.visitor, self._match_id, room, last)
        except Refusal as refusal:
            await self.refuse(refusal)
            return
        if html:
            await self.send(html)

    async def _show_newest(self) -> None:
        await self.show(await self._newest())

    async def _newest(self) -> rooms.Outcome:
        return await in_thread(rooms.render, self.visitor, self._match_id)

    async def show(self, outcome: rooms.Outcome, bell: str = "", at: float | None = None) -> bool:
        """Send a rendered table, unless the page shows it already.

        Args:
            outcome: The rendered table. An error closes the socket.
            bell: The HTML of the bell to send with it.
            at: When the change was published, as seconds since 1970, to measure the lag.

        Returns:
            False if the socket was closed.
        """
        if isinstance(outcome, Exception):
            if isinstance(outcome, Refusal):
                await self.refuse(outcome)
            else:
                await self.close(TRY_AGAIN)
            return False
        self.number = max(outcome.number, self.number)
        self.spectator = outcome.shared
        # For viewers who may not know of a secret move nothing changes: not even a frame is sent.
        if outcome.html != self.last_html and outcome.number == self.number:
            self.last_html = outcome.html
            await self.send(outcome.html + bell)
            if at is not None:
                # The clocks of two machines may differ.
                PUSH_LAG.observe(max(0.0, time() - at))
        elif bell:
            await self.send(bell)
        return True
