"""Warm-up: a process loads what it needs before it listens, so that no visitor waits for it.

The main pages are requested in this process without a session: this loads URLs and templates, opens
a database connection, and renders tables. The rules, which take longest, follow while it listens.
Nothing is written (docs/decisions/0025-machinery.md). `WARM_UP=off` skips it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache
from io import BytesIO
from typing import cast

from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.db import connections
from django.http import HttpRequest
from django.urls import reverse

from core.server.handler import PagesHandler
from games.matches.models import Match
from games.titles.registry import all_games

TIMEOUT = 5.0
"""Seconds. A server starts without its database too: `/readyz` reports it."""
NEWEST_MATCHES = 20


@cache
def warm_up(pages: ASGIHandler) -> None:
    """Request the main pages, once per process, and let those of rules follow in the thread."""
    if not settings.WARM_UP:
        return
    thread = ThreadPoolExecutor(1, thread_name_prefix="warm")
    # Django's own handler needs an event loop, ours does not.
    handler = pages if isinstance(pages, PagesHandler) else PagesHandler()
    main = thread.submit(_request_all, handler, _paths)
    thread.submit(_request_all, handler, _rules)
    wait([main], timeout=TIMEOUT)
    thread.shutdown(wait=False)


def _request_all(pages: PagesHandler, paths: Callable[[], Iterable[str]]) -> None:
    try:
        for path in paths():
            if _request(pages, path) >= 500:
                return
    finally:
        connections.close_all()


def _paths() -> list[str]:
    """Return the main pages, and a running table of each game that has one."""
    running = Match.objects.filter(status=Match.Status.RUNNING, public=True)
    newest = dict(running.order_by("-opened_at").values_list("game", "id")[:NEWEST_MATCHES])
    return [
        *map(reverse, ["home", "account_login", "account_signup", "ladders"]),
        *(reverse("match", args=[match_id]) for match_id in newest.values()),
        "/api/v1/matches/none/",
    ]


def _rules() -> list[str]:
    return [reverse("rules", args=[game.slug]) for game in all_games()]


def _request(pages: PagesHandler, path: str) -> int:
    host = (settings.ALLOWED_HOSTS or ["localhost"])[0].replace("*", "localhost").lstrip(".")
    headers = [(b"host", host.encode()), (b"x-forwarded-proto", b"https")]
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers}
    request, response = pages.create_request(scope, BytesIO())
    response = response or pages.get_response(cast(HttpRequest, request))
    response.close()
    return int(response.status_code)
