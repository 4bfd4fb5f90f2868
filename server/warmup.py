"""What a process does only once is done before its door opens: nobody waits for it.

The main pages are asked for as a stranger asks, in this process: addresses are read, templates
loaded, a database connection opened, tables drawn. Nothing is written by it. The first
page of a server then takes 50 to 130 ms in place of 530 to 700
(docs/decisions/0025-machinery.md). `WARM_UP=off` opens the door at once.
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

PATIENCE = 5.0
"""Seconds; a database that is away keeps no door closed: `/readyz` tells of it."""
MOST_LOOKED_AT = 20


@cache
def warm_up(pages: ASGIHandler) -> None:
    """Answer once what will be asked; a fork of a process that did need not do it again."""
    if not settings.WARM_UP:
        return
    thread = ThreadPoolExecutor(1, thread_name_prefix="warm")
    # Django's own handler answers on an event loop only: another one asks in its place.
    handler = pages if isinstance(pages, PagesHandler) else PagesHandler()
    wait([thread.submit(_ask_all, handler)], timeout=PATIENCE)
    thread.shutdown(wait=False)


def _ask_all(pages: PagesHandler) -> None:
    try:
        for path in _paths():
            if _ask(pages, path) >= 500:
                return
    finally:
        connections.close_all()


def _paths() -> list[str]:
    slugs = [game.slug for game in all_games()]
    named = ["home", "account_login", "account_signup", "ladders"]
    return [
        *map(reverse, named),
        *(reverse("rules", args=[slug]) for slug in slugs),
        *(reverse("match", args=[match_id]) for match_id in _tables()),
        "/api/matches/none/",
    ]


def _tables() -> list[str]:
    """A table of each game that is played just now."""
    running = Match.objects.filter(status=Match.Status.RUNNING, public=True)
    newest = running.order_by("-opened_at").values_list("game", "id")[:MOST_LOOKED_AT]
    return list(dict(newest).values())


def _ask(pages: PagesHandler, path: str) -> int:
    host = (settings.ALLOWED_HOSTS or ["localhost"])[0].replace("*", "localhost").lstrip(".")
    headers = [(b"host", host.encode()), (b"x-forwarded-proto", b"https")]
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers}
    request, response = pages.create_request(scope, BytesIO())
    response = response or pages.get_response(cast(HttpRequest, request))
    response.close()
    return int(response.status_code)
