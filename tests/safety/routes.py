"""Every route of the site, from Django's resolver and the sockets' router."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver

from games.urls import websocket_urlpatterns

NAMED = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^)]*\)")
ANCHORS = re.compile(r"\\Z|[\^$]")


class Route(NamedTuple):
    """A route, named by its pattern if it has no name; `pattern` has {names} for its variables."""

    name: str
    pattern: str
    wants: tuple[str, ...]

    def address(self, **known: Any) -> str:
        return "/" + self.pattern.format(**known)


def pages() -> dict[str, Route]:
    """Return all routes of pages and of the API, by name."""
    found: dict[str, Route] = {}
    for route in _walk(get_resolver(), "", ""):
        assert route.name not in found, f"two routes are named {route.name}"
        found[route.name] = route
    return found


def sockets() -> dict[str, Route]:
    """Return all routes of sockets, by their patterns, because they have no names."""
    return {route.name: route for route in (_route("", p, "") for p in websocket_urlpatterns)}


def _walk(resolver: URLResolver, before: str, spaces: str) -> Iterator[Route]:
    for part in resolver.url_patterns:
        if isinstance(part, URLResolver):
            inner = f"{spaces}{part.namespace}:" if part.namespace else spaces
            yield from _walk(part, before + str(part.pattern), inner)
        else:
            yield _route(before, part, spaces)


def _route(before: str, part: URLPattern, spaces: str) -> Route:
    written = ANCHORS.sub("", before + str(part.pattern))
    wants = tuple(one or other for one, other in NAMED.findall(written))
    pattern = NAMED.sub(lambda found: "{%s}" % (found[1] or found[2]), written)
    return Route(f"{spaces}{part.name}" if part.name else pattern, pattern, wants)
