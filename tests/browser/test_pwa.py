"""The installed app: without a connection, after a new release, and the back button."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import httpx
import pytest
from playwright.sync_api import Error, expect

from tests.browser.conftest import PATIENCE, Person
from tests.browser.driver import wait_for_worker, wait_until
from tests.helpers.ports import free_port

pytestmark = pytest.mark.browser
PASSED_ON = ("content-type", "cache-control", "content-security-policy")


@contextmanager
def in_front(site: str, port: int, release: str = "") -> Iterator[None]:
    """Run a proxy to the site at this port, whose service worker has this release."""

    class Relay(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            wanted = {"cookie": self.headers.get("cookie", ""), "accept-language": "en"}
            answer = asked.get(f"{site}{self.path}", headers=wanted)
            body = answer.content
            if release and self.path == "/worker.js":
                first, rest = body.split(b"\n", 1)
                known = json.loads(first.removeprefix(b"const site = ").removesuffix(b";"))
                body = (
                    f"const site = {json.dumps({**known, 'release': release})};\n".encode() + rest
                )
            self.send_response(answer.status_code)
            for name in PASSED_ON:
                if name in answer.headers:
                    self.send_header(name, answer.headers[name])
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body)

        def do_HEAD(self) -> None:
            self.do_GET()

        def log_message(self, *_: object) -> None:
            pass

    class Patient(ThreadingHTTPServer):
        request_queue_size = 128  # With the usual 5 further connections hang.

    asked = httpx.Client(timeout=PATIENCE / 1000)
    server = Patient(("127.0.0.1", port), Relay)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        asked.close()


CACHED = """async () => {
  const names = {};
  for (const name of await caches.keys()) {
    const found = await (await caches.open(name)).keys();
    names[name] = found.map(({ url }) => new URL(url).pathname).sort();
  }
  return names;
}"""

ARRIVED = """document.readyState === "complete" && !document.getElementById("offline")
  && document.querySelector("main#main h1").checkVisibility()"""


def cached(person: Person) -> dict[str, list[str]]:
    """Return the contents of the browser's caches."""
    try:
        return dict(person.page.evaluate(CACHED))
    except Error:
        return {}  # The page is being replaced.


def ladders_are_shown(person: Person) -> bool:
    """Return whether the requested page has replaced the offline page.

    The page itself is asked: Playwright's own checks wait for the end of each navigation that was
    requested, and never see it if the worker's preload is reported after the page has arrived.
    """
    try:
        return bool(person.page.evaluate(ARRIVED))
    except Error:
        return False  # The page is being replaced.


def test_offline_page_is_shown_and_new_release_is_cached(
    arrive: Callable[..., Person], site: str
) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    visitor = arrive(account=False, worker=True, phone=True, touch=True, through=address)
    visitor.context.add_cookies([{"name": "django_language", "value": "de", "url": address}])
    page = visitor.page
    with in_front(site, port, "first"):
        page.goto("/games/")
        wait_for_worker(page)
        wait_until(page, lambda: list(cached(visitor)) == ["tavola-first"], "the shell is cached")
        page.goto("/credits/")
    shell = cached(visitor)["tavola-first"]
    assert "/offline/" in shell
    assert [path for path in shell if not path.startswith("/static/")] == ["/offline/"]
    page.goto("/ladders/")
    expect(page.locator("#offline h1")).to_be_visible()
    expect(page.locator("#offline section:visible")).to_have_count(1)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.url == f"{address}/ladders/"
    rules = "[...document.styleSheets].map((sheet) => sheet.cssRules.length > 0)"
    assert page.evaluate(rules) == [True] * 3, "the stylesheets are loaded"
    # As soon as the site answers, the requested page appears.
    with in_front(site, port, "second"):
        wait_until(page, lambda: ladders_are_shown(visitor), "the requested page is shown")

        def only_the_new_one_when_they_come_back() -> bool:
            page.goto("about:blank")
            page.wait_for_timeout(2000)
            page.goto("/credits/")
            return list(cached(visitor)) == ["tavola-second"]

        # Chromium may keep the old worker while one of its pages is open.
        wait_until(page, only_the_new_one_when_they_come_back, "the old one is gone")
        assert cached(visitor)["tavola-second"] == shell
    # A release that is replaced during a lookup leaves no empty cache.
    page.evaluate("caches.delete('tavola-second')")
    page.evaluate("fetch('/static/css/base.css', { cache: 'reload' }).catch(() => null)")
    assert cached(visitor) == {}
    assert visitor.complaints == []


CLOSE_TWICE = """async (menu) => {
  menu.open = false;
  await null;
  menu.open = true;
  menu.open = false;
}"""


def test_back_button_closes_overlays_before_leaving_page(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna = arrive(phone=True, touch=True, calm=True)
    table = prepare("condottiere", {"hands": [["m3", "m4"], ["m5", "m6"]]}, anna, "easy")
    page = anna.page
    page.goto("/games/")
    page.goto(table)
    page.locator("[data-opens=table-settings]").first.evaluate("(button) => button.click()")
    expect(page.locator("#table-settings")).to_be_visible()
    page.wait_for_function("() => history.state?.above")
    page.evaluate("history.back()")
    expect(page.locator("#table-settings")).to_be_hidden()
    assert page.url.endswith(table)
    # A panel that was closed by its button leaves no entry in the history.
    menu = page.locator(".site-account details.menu")
    menu.locator("summary").tap()
    page.wait_for_function("() => history.state?.above")
    menu.locator("summary").tap()
    page.wait_for_function("() => !history.state?.above")
    # Two that close right after each other go back once, not off the page.
    menu.locator("summary").tap()
    page.wait_for_function("() => history.state?.above")
    menu.evaluate(CLOSE_TWICE)
    page.wait_for_function("() => !history.state?.above")
    expect(page.locator("#room")).to_be_visible()
    page.go_back()
    page.wait_for_url("**/games/")
    # On a phone log and chat cover the table; the back button closes them.
    page.goto(table)
    for drawer in ("log", "chat"):
        page.locator(f"[data-tab={drawer}]").tap()
        expect(page.locator(f"#{drawer}")).to_be_visible()
        page.wait_for_function("() => history.state?.above")
        page.evaluate("history.back()")
        expect(page.locator(f"#{drawer}")).to_be_hidden()
        assert page.url.endswith(table)
    # Phones zoom in on fields with smaller text.
    pages = ("/", "/matches/", "/games/condottiere/open/", "/settings/", table, "/game-nights/")
    for path in pages:
        page.goto(path)
        sizes = page.locator(
            "input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea"
        ).evaluate_all("(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))")
        assert all(size >= 16 for size in sizes), (path, sizes)
    assert anna.complaints == []


INSETS = {"top": 47, "right": 0, "bottom": 34, "left": 0}
"""The insets of a phone in portrait, with a notch above and a bar below."""
COVERED = """({ top, bottom }) => {
  const stays = (one) => ["fixed", "sticky"].includes(getComputedStyle(one).position);
  const fixed = (one) => one && (stays(one) || fixed(one.parentElement));
  const name = (one) => one.id || one.className || one.outerHTML.slice(0, 80);
  const inTheWay = ({ y, height }) => y < top - 0.5 || y + height > innerHeight - bottom + 0.5;
  return [...document.querySelectorAll("a, button, input, select, summary, textarea")]
    .filter((one) => one.checkVisibility() && fixed(one))
    .map((one) => [name(one), one.getBoundingClientRect()])
    .filter(([, place]) => place.width > 1 && place.y < innerHeight && place.y + place.height > 0)
    .filter(([, place]) => inTheWay(place))
    .map(([name, { y, height }]) => `${name}: ${Math.round(y)} to ${Math.round(y + height)}`);
}"""
"""Returns fixed buttons that lie below the notch or the bar."""


def test_no_button_lies_below_notch_or_bar(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna = arrive(phone=True, touch=True, calm=True, own=True)
    page = anna.page
    devtools = anna.context.new_cdp_session(page)
    devtools.send("Emulation.setSafeAreaInsetsOverride", {"insets": INSETS})
    hands = {"hands": [["m3", "m4"], ["m5", "m6"]]}
    table = prepare("condottiere", hands, anna, "easy")
    for path in ("/", table, f"{table}replay/", "/games/"):
        page.goto(path)
        assert page.evaluate(COVERED, INSETS) == [], path
        # At a table the page has scrolled to the question.
        page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        header = page.locator(".site-head :is(a, summary)").first.bounding_box()
        assert header is not None
        assert header["y"] >= INSETS["top"], path
    page.goto(table)
    for drawer in ("log", "chat"):
        page.locator(f"[data-tab={drawer}]").tap()
        expect(page.locator(f"#{drawer}")).to_be_visible()
        box = page.locator(f"#{drawer} > :last-child").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 844 - INSETS["bottom"], drawer
        assert page.evaluate(COVERED, INSETS) == [], drawer
        page.locator(f"#{drawer} [data-tab-close]").tap()
    assert anna.complaints == []
