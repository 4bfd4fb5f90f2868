"""Limits on the sockets of one network address and of one user.

An address whose sockets were often closed because they sent too fast gets no more of them for a
while, because opening one costs the server more than closing it.

Each process counts its own sockets: they cost the memory and CPU of that process, and a shared
count would have to be corrected whenever a process is killed.
"""

from __future__ import annotations

import asyncio

from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest

from core.asgi import App, Message, Receive, Scope, Send
from core.monitoring.asgi import TOO_FAST, TOO_MANY
from core.monitoring.rate_limit import Slots, TimeBudgets
from core.server.security import close

FLOODS_A_MINUTE = 10
REFUSED_AFTER = 1.0
"""Seconds that the next socket of such an address waits, so that it does not come again at once."""
slots = Slots()
floods = TimeBudgets(60)
"""The sockets that sent too fast, by network address: each takes one second of the budget."""


class SocketLimits:
    """Middleware that closes a socket when its address has too many open.

    `scope["take_slot"]` counts the sockets of a user: the consumer calls it once it knows the user,
    from the session or a token. All slots are given back when the connection ends.
    """

    def __init__(self, application: App) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        held: list[str] = []

        def take(owner: str, most: int) -> bool:
            taken = slots.take(owner, most)
            if taken:
                held.append(owner)
            return taken

        def take_for(person: int) -> bool:
            return take(f"person {person}", settings.SOCKETS_A_PERSON)

        address = address_of(scope)

        async def counted_receive() -> Message:
            message = await receive()
            if message["type"] == "websocket.disconnect" and message.get("code") == TOO_FAST:
                floods.spend(address, 1, FLOODS_A_MINUTE)
            return message

        try:
            if address and not take(f"address {address}", settings.SOCKETS_AN_ADDRESS):
                await close(receive, send, TOO_MANY, "too-many")
                return
            if address and floods.is_spent(address):
                # Another visitor may have sent the floods, so the page gets no code, and retries.
                await asyncio.sleep(REFUSED_AFTER)
                await receive()
                await send({"type": "websocket.close"})
                return
            scope["take_slot"] = take_for
            await self.application(scope, counted_receive, send)
        finally:
            for owner in held:
                slots.release(owner)


def address_of(scope: Scope) -> str:
    """Return the address of the visitor (for IPv6 the network), or "" if it is not known."""
    request = HttpRequest()
    client = scope.get("client")
    request.META["REMOTE_ADDR"] = client[0] if client else ""
    through = [value for name, value in scope.get("headers", ()) if name == b"x-forwarded-for"]
    if through:
        request.META["HTTP_X_FORWARDED_FOR"] = b",".join(through).decode("latin1")
    return address_of_request(request)


def address_of_request(request: HttpRequest) -> str:
    """Return the same for a request."""
    try:
        return str(get_ip(request))
    except (PermissionDenied, ImproperlyConfigured):
        return ""
