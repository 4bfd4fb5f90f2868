"""Which pages may open a socket: those of this very origin, as strictly as for forms."""

from __future__ import annotations

from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host


class SameOrigin:
    """Refuses the handshake to pages of other origins, another port of the same host included.

    Browsers send a host's cookies whatever the port: a page of another program on this host could
    otherwise read the visitor's sockets.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        headers = {name: value.decode("latin1") for name, value in scope.get("headers", [])}
        allowed = is_allowed(headers.get(b"origin", ""), headers.get(b"host", ""))
        return await (self.application if allowed else WebsocketDenier())(scope, receive, send)


def is_allowed(origin: str, host: str) -> bool:
    """Whether a page of this origin may open sockets at this host."""
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    if not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return False
    schemes = ("https",) if settings.BEHIND_TLS else ("http", "https")
    return origin.lower() in [f"{scheme}://{host.lower()}" for scheme in schemes]
