"""The bytes that a browser loads for a page: the first time, and again."""

from __future__ import annotations

from typing import NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from bench.engine import Figure
from bench.seeding import browser_cookies, running_matches
from bench.servers import hashed_files, server
from games.engine.contract import Json
from games.site.browser import chromium
from games.titles.registry import titles

FIRST_BUDGET, AGAIN_BUDGET = 150, 30
PHONE: ViewportSize = {"width": 390, "height": 844}
TABLE = "table of "
STILL = 500
"""Milliseconds after the last answer, for the socket's pushes."""


class Weighed(NamedTuple):
    """Kilobytes of one opening: answers with their headers, and the pushes of the socket."""

    asked: float
    pushed: float


def page_weights() -> list[Figure]:
    """Measure the kilobytes of each page in a new browser, and again in the same one."""
    figures = []
    pages = {"lobby": ("/", ""), "rules": (f"/games/{titles()[0].slug}/", "")}
    for title in titles():
        match_id, (cookies, *_) = running_matches(1, title)[0]
        pages[f"{TABLE}{title.game.name}"] = (f"/matches/{match_id}/", cookies)
        pages["lobby, signed in"] = ("/", cookies)
    with hashed_files(), server() as (address, _pid), sync_playwright() as playwright:
        browser = chromium(playwright)
        for name, (path, cookies) in pages.items():
            first, again = _weigh(browser, f"http://{address}", path, cookies)
            budgets = (FIRST_BUDGET, AGAIN_BUDGET) if name.startswith(TABLE) else (None, None)
            figures.append(Figure(f"{name}, first time", first.asked, "kB", budgets[0]))
            figures.append(Figure(f"{name}, again", again.asked, "kB", budgets[1]))
            if again.pushed:
                figures.append(Figure(f"{name}, pushed by its socket", again.pushed, "kB"))
        browser.close()
    return figures


def _weigh(browser: Browser, site: str, path: str, cookies: str) -> tuple[Weighed, Weighed]:
    """Weigh the first and the second opening of a page by a browser.

    The service worker is off: it would load or revalidate files that the page does not wait for.
    """
    context = browser.new_context(viewport=PHONE, is_mobile=True, service_workers="block")
    context.add_cookies(browser_cookies(cookies, site))
    page = context.new_page()
    weighed = _open(page, f"{site}{path}"), _open(page, f"{site}{path}")
    context.close()
    return weighed


def _open(page: Page, url: str) -> Weighed:
    asked, pushed = [0], [0]

    def count_answer(event: Json) -> None:
        asked[0] += event["encodedDataLength"]

    def count_push(event: Json) -> None:
        pushed[0] += len(event["response"]["payloadData"].encode())

    devtools = page.context.new_cdp_session(page)
    devtools.on("Network.loadingFinished", count_answer)
    devtools.on("Network.webSocketFrameReceived", count_push)
    devtools.send("Network.enable")
    page.goto(url, wait_until="networkidle")
    page.wait_for_timeout(STILL)
    devtools.detach()
    page.goto("about:blank")
    return Weighed(round(asked[0] / 1000, 1), round(pushed[0] / 1000, 1))
