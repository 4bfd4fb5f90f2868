"""A match in a frame of another site, followed live by a visitor without an account."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person, console_errors
from tests.browser.driver import is_mine

pytestmark = pytest.mark.browser
HANDS = {"hands": [["m3", "m4"], ["m5", "m6"]]}
CONTROLS = """(frame) => {
  const all = "button, input, select, textarea, summary, form, [contenteditable]";
  return [...frame.querySelectorAll(all)]
    .filter((one) => one.checkVisibility())
    .map((one) => one.outerHTML);
}"""
"""The visible controls, except links."""


@contextmanager
def another_site(html: str) -> Iterator[str]:
    """Run a site of one page under another host name, and yield its address."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


def test_embedded_match_is_followed_live(
    arrive: Callable[..., Person], prepare: Callable[..., str], site: str
) -> None:
    anna, ben, reader = arrive(calm=True), arrive(calm=True), arrive(account=False)
    path, page = prepare("condottiere", HANDS, anna, ben), reader.page
    frame, errors = page.frame_locator("iframe"), console_errors(page)
    for person in (anna, ben):
        person.page.goto(path)
    with another_site(
        f'<!DOCTYPE html><link rel="icon" href="data:,"><iframe src="{site}/embed{path}"></iframe>'
    ) as elsewhere:
        page.goto(elsewhere)
        for person in (anna, ben):
            expect(frame.locator("#table")).to_contain_text(person.name)
        expect(frame.get_by_text("Live", exact=True)).to_be_visible()
        assert frame.locator("body").evaluate(CONTROLS) == []

        first, second = (anna, ben) if is_mine(anna.page) else (ben, anna)
        before = frame.locator("#table").get_attribute("data-seen")
        first.page.click("#act-decline")
        expect(frame.locator("#table")).not_to_have_attribute("data-seen", str(before))
        expect(frame.locator("#log-lines")).to_contain_text(first.name)
        assert frame.locator("body").evaluate(CONTROLS) == []

        # The replay of a finished match stays in the frame; all other links leave it.
        second.page.click(".table-menu > summary")
        second.page.click(".resign > summary")
        second.page.get_by_role("button", name="Resign now").click()
        expect(frame.locator(".embed-result")).to_contain_text(first.name)
        last = frame.locator(".embed-steps .number").inner_text()
        frame.get_by_role("link", name="First step").click()
        expect(frame.locator(".embed-steps .number")).not_to_have_text(last)
        assert page.url == elsewhere
        assert reader.context.cookies() == []
        frame.get_by_role("link", name="Open the match").click()
        page.wait_for_url(f"{site}{path}")
    assert errors == reader.complaints == []
