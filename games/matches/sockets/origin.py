"""Which pages may open a socket: those of this very house, as strictly as its forms."""

from __future__ import annotations

from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host


class OwnPages:
    """Refuses the handshake to pages from elsewhere, another port of the same host included.

    Browsers send a host's cookies whatever the port: without this a program beside the house
    could listen with the eyes of whoever opens its page.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        headers = {name: value.decode("latin1") for name, value in scope.get("headers", [])}
        ours = is_ours(headers.get(b"origin", ""), headers.get(b"host", ""))
        return await (self.application if ours else WebsocketDenier())(scope, receive, send)


def is_ours(origin: str, host: str) -> bool:
    """Whether a page from there may speak with the house as it was called."""
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    if not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return False
    schemes = ("https",) if settings.BEHIND_TLS else ("http", "https")
    return origin.lower() in [f"{scheme}://{host.lower()}" for scheme in schemes]
