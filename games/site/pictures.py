"""Pictures of a game's prepared positions in a browser, and what is wrong with their pages.

The browser asks for pages and files as from a site, and this process answers it: no server runs,
and nothing is stored.
"""

from __future__ import annotations

import mimetypes
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.db import connections
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from playwright.sync_api import Browser, ConsoleMessage, Route, ViewportSize

from core.server.security import Headers
from games.engine.record import Record
from games.engine.testing.tables import Table as Kind
from games.engine.testing.tables import random_game, seed_bytes
from games.site.views.pages import prepared_page
from games.titles.checking import why
from games.titles.contract import Title
from games.titles.positions import PreparedPosition, prepared_positions

SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "desk": {"width": 1280, "height": 800},
}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
WIDER = (Path(__file__).parent / "wider.js").read_text("utf-8")
HOST = (settings.ALLOWED_HOSTS or ["localhost"])[0].replace("*", "localhost").lstrip(".")
LETTERS = "document.fonts.ready.then(() => true)"
"""Loads before a picture is taken."""


@dataclass(frozen=True)
class Taken:
    """One position at one size: its pictures, and what is wrong with the page."""

    size: str
    name: str
    pictures: tuple[Path, ...]
    faults: tuple[str, ...]


def positions_to_show(title: Title) -> list[PreparedPosition]:
    """Return the prepared positions; if there are none, three of a random match."""
    return prepared_positions(title.slug) or _of_random_match(title)


def _of_random_match(title: Title) -> list[PreparedPosition]:
    rules, seats = title.newest, title.game.seats[-1]
    options, seed = rules.game.read_options({}, seats), seed_bytes(0)
    kind = Kind(rules, seats, tuple(options.items()))
    moves = [{**turn.move.dump(), "seat": turn.seat} for turn in random_game(kind, seed)]
    counts = {"deal": 0, "middle": len(moves) // 2, "end": len(moves)}
    return [
        PreparedPosition(title.slug, name, "", 0, Record(rules, seats, options, seed, None, made))
        for name, made in ((name, moves[:count]) for name, count in counts.items())
    ]


def pictures_of(title: Title, folder: Path, browser: Browser) -> Iterator[Taken]:
    """Take pictures of every position at both sizes in both colour schemes.

    They are called `<folder>/<size>/<scheme>/<game>-<name>.png`, as those of `make pictures`.
    """
    positions = {prepared.name: prepared for prepared in positions_to_show(title)}
    with ThreadPoolExecutor(1, thread_name_prefix="pictures") as thread:
        site = _Site(positions, thread)
        for size, window in SIZES.items():
            for name in positions:
                yield _taken(browser, site, size, window, folder, title.slug, name)
        thread.submit(connections.close_all).result()


def _taken(
    browser: Browser,
    site: _Site,
    size: str,
    window: ViewportSize,
    folder: Path,
    slug: str,
    name: str,
) -> Taken:
    phone = size == "phone"
    context = browser.new_context(
        viewport=window,
        is_mobile=phone,
        has_touch=phone,
        reduced_motion="reduce",
        service_workers="block",
    )
    page, faults, pictures = context.new_page(), list[str](), list[Path]()

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            faults.append(f"console: {message.text} ({urlsplit(message.location['url']).path})")

    page.on("console", note)
    page.on("pageerror", lambda error: faults.append(f"script error: {error.message}"))
    context.route("**/*", site.answer)
    page.goto(f"http://{HOST}/{name}/", wait_until="load")
    if site.fault:
        faults = [site.fault]
    else:
        page.evaluate(LETTERS)
        faults += page.evaluate(WIDER)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            path = folder / size / scheme / f"{slug}-{name}.png"
            page.screenshot(path=path, animations="disabled")
            pictures.append(path)
    context.close()
    return Taken(size, name, tuple(pictures), tuple(dict.fromkeys(faults)))


class _Site:
    """Answers the browser: pages of positions, and static files."""

    def __init__(self, positions: dict[str, PreparedPosition], thread: ThreadPoolExecutor) -> None:
        self._positions, self._thread = positions, thread
        self._page = Headers(self._draw)
        self.fault = ""
        """The error of the page that was asked for last."""

    def answer(self, route: Route) -> None:
        path = unquote(urlsplit(route.request.url).path)
        static = f"/{settings.STATIC_URL.strip('/')}/"
        if path.startswith(static):
            found = finders.find(path.removeprefix(static))
            if found is None:
                route.fulfill(status=404)
            else:
                kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
                route.fulfill(body=Path(found).read_bytes(), content_type=kind)
        elif path.strip("/") in self._positions:
            # Playwright has an event loop in this thread, where Django opens no database.
            response = self._thread.submit(self._response, path).result()
            route.fulfill(
                status=response.status_code,
                headers=dict(response.items()),
                body=response.content,
            )
        else:
            # No page of the site is there, and nothing outside of it is asked.
            route.fulfill(status=204)

    def _response(self, path: str) -> HttpResponse:
        self.fault = ""
        try:
            return self._page(RequestFactory(headers={"host": HOST}).get(path))
        except Exception as error:
            self.fault = f"the page cannot be drawn: {why(error)}"
            return HttpResponse(self.fault, status=500, content_type="text/plain")

    def _draw(self, request: HttpRequest) -> HttpResponse:
        request.user = AnonymousUser()
        prepared = self._positions[request.path.strip("/")]
        return prepared_page(request, prepared, prepared.seat)
