"""How many sockets one network address, and one person, may have open.

They are counted process by process. What a socket costs, memory and drawing, it costs the process
that holds it; and what a process holds ends with it, however that happens: a count shared by all of
them would have to be corrected after every process that was killed.
"""

from __future__ import annotations

from typing import Any

from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest

from watch.asgi import TOO_MANY
from watch.rate_limit import Slots

slots = Slots()


class SocketLimits:
    """Closes sockets beyond those of their address; `scope["take_slot"]` counts those of a person.

    The latter is called by whoever knows the person: a session's, or a token's. All slots are given
    back when the connection ends, however that happens.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        held: list[str] = []

        def take(owner: str, most: int) -> bool:
            taken = slots.take(owner, most)
            if taken:
                held.append(owner)
            return taken

        def take_for(person: int) -> bool:
            return take(f"person {person}", settings.SOCKETS_A_PERSON)

        address = address_of(scope)
        try:
            if address and not take(f"address {address}", settings.SOCKETS_AN_ADDRESS):
                await _close(receive, send)
                return None
            scope["take_slot"] = take_for
            return await self.application(scope, receive, send)
        finally:
            for owner in held:
                slots.release(owner)


def address_of(scope: Any) -> str:
    """The address of the visitor, of IPv6 the network; empty where it is not known."""
    request = HttpRequest()
    client = scope.get("client")
    request.META["REMOTE_ADDR"] = client[0] if client else ""
    through = [value for name, value in scope.get("headers", ()) if name == b"x-forwarded-for"]
    if through:
        request.META["HTTP_X_FORWARDED_FOR"] = b",".join(through).decode("latin1")
    try:
        return str(get_ip(request))
    except (PermissionDenied, ImproperlyConfigured):
        return ""


async def _close(receive: Any, send: Any) -> None:
    """Accepted first: a page learns the code of no other close, and would try again and again."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": TOO_MANY})
