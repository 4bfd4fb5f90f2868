"""Warm-up: what a process does only once is done before it listens, so that nobody waits for it.

The main pages are requested in this process without a session: URLs are read, templates loaded, a
database connection opened, tables rendered. Nothing is written. The first page of a server then
takes 50 to 130 ms in place of 530 to 700 (docs/decisions/0025-machinery.md). `WARM_UP=off` skips.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache
from io import BytesIO
from typing import cast

from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.db import connections
from django.http import HttpRequest
from django.urls import reverse

from games.matches.models import Match
from games.titles.registry import all_games
from server.handler import PagesHandler

TIMEOUT = 5.0
"""Seconds; without a database the server starts all the same: `/readyz` reports it."""
NEWEST_MATCHES = 20


@cache
def warm_up(pages: ASGIHandler) -> None:
    """Request the main pages once per process; processes forked later inherit the result."""
    if not settings.WARM_UP:
        return
    thread = ThreadPoolExecutor(1, thread_name_prefix="warm")
    # Django's own handler needs an event loop: ours is used in its place.
    handler = pages if isinstance(pages, PagesHandler) else PagesHandler()
    wait([thread.submit(_request_all, handler)], timeout=TIMEOUT)
    thread.shutdown(wait=False)


def _request_all(pages: PagesHandler) -> None:
    try:
        for path in _paths():
            if _request(pages, path) >= 500:
                return
    finally:
        connections.close_all()


def _paths() -> list[str]:
    """The main pages, and a table of each game that is played just now."""
    running = Match.objects.filter(status=Match.Status.RUNNING, public=True)
    newest = dict(running.order_by("-opened_at").values_list("game", "id")[:NEWEST_MATCHES])
    return [
        *map(reverse, ["home", "account_login", "account_signup", "ladders"]),
        *(reverse("rules", args=[game.slug]) for game in all_games()),
        *(reverse("match", args=[match_id]) for match_id in newest.values()),
        "/api/v1/matches/none/",
    ]


def _request(pages: PagesHandler, path: str) -> int:
    host = (settings.ALLOWED_HOSTS or ["localhost"])[0].replace("*", "localhost").lstrip(".")
    headers = [(b"host", host.encode()), (b"x-forwarded-proto", b"https")]
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers}
    request, response = pages.create_request(scope, BytesIO())
    response = response or pages.get_response(cast(HttpRequest, request))
    response.close()
    return int(response.status_code)
