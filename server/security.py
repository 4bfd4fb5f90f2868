"""Protection from pages of other sites: response headers, and the origin of sockets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from channels.security.websocket import WebsocketDenier
from csp.constants import HEADER
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host
from whitenoise.middleware import WhiteNoiseFileResponse

from accounts.bearer import key_of
from server.public_pages import PUBLIC_SOCKETS

UNUSED = ("camera", "display-capture", "geolocation", "microphone", "midi", "payment", "usb")
PERMISSIONS = ", ".join(f"{feature}=()" for feature in UNUSED)

OF_PAGES = ("Cross-Origin-Opener-Policy", "Referrer-Policy")
VALIDATORS = ("ETag", "Last-Modified")


class Headers:
    """Middleware: adds headers, with a policy built once; django-csp builds it each time."""

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
        """Add the headers of a page, or of an answer to a program, where they are not set."""
        response.headers.setdefault(HEADER, self._policy)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault("Cache-Control", "private, no-cache")


def _is_file(response: HttpResponse) -> bool:
    """Whether this is a file that is the same for everybody; a proxy sends it as plainly."""
    return isinstance(response, WhiteNoiseFileResponse)


def _lighten(response: HttpResponse) -> None:
    """Take away what a file says in vain: a page asks for dozens, and the first time each counts.

    Windows and links are matters of pages, and a file whose name has a hash is never asked about
    again.
    """
    for name in (*OF_PAGES, *(VALIDATORS if "immutable" in response["Cache-Control"] else ())):
        response.headers.pop(name, None)


class SameOrigin:
    """Refuses the handshake to pages of other origins, another port of the same host included.

    Browsers send a host's cookies whatever the port: a page of another program on this host could
    otherwise read the visitor's sockets. Programs that bring a token are not asked:
    no page can send that header, and their cookies are taken off, so that the token alone speaks.
    Off too at what is public: a match in a frame of another site is the same for everybody.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        headers = {name: value.decode("latin1") for name, value in scope.get("headers", [])}
        if key_of(headers.get(b"authorization", "")) is not None:
            without = [pair for pair in scope["headers"] if pair[0] != b"cookie"]
            return await self.application({**scope, "headers": without}, receive, send)
        if scope["path"].startswith(PUBLIC_SOCKETS):
            scope = {
                **scope,
                "headers": [pair for pair in scope["headers"] if pair[0] != b"cookie"],
            }
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
