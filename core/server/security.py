"""Protection from pages of other sites: response headers, and the host and origin of sockets."""

from __future__ import annotations

from collections.abc import Callable

from channels.security.websocket import WebsocketDenier
from csp.constants import HEADER
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host
from whitenoise.middleware import WhiteNoiseFileResponse

from core.asgi import App, Receive, Scope, Send
from core.http import bearer_key
from core.monitoring.asgi import SIGNED_OUT
from core.server.public_pages import PUBLIC_SOCKETS

UNUSED = ("camera", "display-capture", "geolocation", "microphone", "midi", "payment", "usb")
PERMISSIONS = ", ".join(f"{feature}=()" for feature in UNUSED)

API_SOCKETS = "/ws/api/"
OF_PAGES = ("Cross-Origin-Opener-Policy", "Referrer-Policy")
VALIDATORS = ("ETag", "Last-Modified")


class Headers:
    """Middleware that adds security headers; django-csp would build its policy each time."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self._policy = build_policy()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if _is_file(response):
            _lighten(response)
            return response
        self.add(response)
        return response

    def add(self, response: HttpResponse) -> None:
        """Add the headers that the response does not already have."""
        response.headers.setdefault(HEADER, self._policy)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault("Cache-Control", "private, no-cache")


def _is_file(response: HttpResponse) -> bool:
    """Return whether this is a static file, which a proxy would send without these headers."""
    return isinstance(response, WhiteNoiseFileResponse)


def _lighten(response: HttpResponse) -> None:
    """Remove headers that have no effect on a file: a first visit loads dozens of files.

    Some headers only affect pages, and browsers never revalidate a file with a hashed name.
    """
    permanent = "immutable" in response.get("Cache-Control", "")
    for name in (*OF_PAGES, *(VALIDATORS if permanent else ())):
        response.headers.pop(name, None)


class SameOrigin:
    """Middleware that refuses WebSocket handshakes of pages from other origins, and unknown hosts.

    Another port of the same host is another origin: browsers send cookies to all ports of a host,
    so a page of another program there could read the visitor's sockets. Programs with a token are
    exempt: no page can send that header. Their cookies are removed, so that only the token counts.
    Cookies are also removed for public sockets, which are the same for every visitor. A program
    that sends neither an origin nor a token is accepted at the sockets for programs, so that the
    close tells it what is missing.
    """

    def __init__(self, application: App) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name: value.decode("latin1") for name, value in scope.get("headers", [])}
        if not is_known_host(headers.get(b"host", "")):
            await _answer_unknown_host(scope, receive, send)
            return
        has_token = bearer_key(headers.get(b"authorization", "")) is not None
        if has_token or scope["path"].startswith(PUBLIC_SOCKETS):
            kept = [pair for pair in scope.get("headers", []) if pair[0] != b"cookie"]
            scope = {**scope, "headers": kept}
        allowed = has_token or is_allowed(headers.get(b"origin", ""), headers.get(b"host", ""))
        of_program = scope["path"].startswith(API_SOCKETS) and not headers.get(b"origin")
        if not allowed and of_program:
            await close(receive, send, SIGNED_OUT, "sign-in")
            return
        await (self.application if allowed else WebsocketDenier())(scope, receive, send)


async def close(receive: Receive, send: Send, code: int, reason: str) -> None:
    """Close a socket after accepting it: the close of a refused handshake has no code."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code, "reason": reason})


async def _answer_unknown_host(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a handshake with status 400, or as any refused one where the server can't."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await WebsocketDenier()(scope, receive, send)
        return
    await receive()
    await send({"type": "websocket.http.response.start", "status": 400, "headers": []})
    await send({"type": "websocket.http.response.body", "body": b""})


def is_known_host(host: str) -> bool:
    return validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)


def is_allowed(origin: str, host: str) -> bool:
    """Return whether a page of this origin may open sockets at this host."""
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    if not is_known_host(host):
        return False
    schemes = ("https",) if settings.BEHIND_TLS else ("http", "https")
    return origin.lower() in [f"{scheme}://{host.lower()}" for scheme in schemes]
