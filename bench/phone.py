"""The time from a tap on a phone to the painted table, and long tasks of its page."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic

from playwright.sync_api import Browser, Page, sync_playwright

from bench.engine import Figure
from bench.seeding import browser_cookies, table_with_bot
from bench.servers import server
from bench.weight import PHONE
from games.site.browser import chromium
from games.titles.contract import Title
from games.titles.registry import titles

SLOWER = 4
"""The factor by which a phone is slower than this machine."""
TAPS, MOST_MATCHES = 20, 4
PATIENCE = 30
"""Seconds within which a tap must lead to a new table."""
POLLING = 50
"""Milliseconds between two looks; Playwright otherwise looks in, and so causes, every frame."""
MEDIAN_BUDGET, WORST_BUDGET, TASK_BUDGET = 150, 300, 100
"""Milliseconds from tap to paint, and of one task of the page's main thread."""
MEASURE = Path(__file__).with_suffix(".js").read_text()
ANSWERED = "(clicks) => phone.clicks > clicks && !phone.waiting"
CHOOSE = Path(__file__).with_name("phone_choice.js").read_text()


def taps_on_a_phone() -> list[Figure]:
    """Tap `TAPS` moves at tables of each game, and measure the time from tap to painted table."""
    tables = [[table_with_bot(title) for _ in range(MOST_MATCHES)] for title in titles()]
    figures = []
    with server(worker=True) as (address, _pid), sync_playwright() as playwright:
        browser = chromium(playwright)
        for title, own in zip(titles(), tables, strict=True):
            figures += _taps(browser, f"http://{address}", title, own)
        browser.close()
    return figures


def _taps(
    browser: Browser, site: str, title: Title, tables: Iterable[tuple[str, str]]
) -> list[Figure]:
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
    context.add_init_script(MEASURE)
    rng, taps, tasks = Random(f"phone {title.slug}"), list[float](), list[float]()
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    for match_id, cookies in tables:
        context.add_cookies(browser_cookies(cookies, site))
        page.goto(f"{site}/matches/{match_id}/", wait_until="networkidle")
        page.evaluate("phone.tasks.length = 0")
        play(page, rng, TAPS - len(taps))
        measured = page.evaluate("phone")
        taps += measured["taps"]
        tasks += measured["tasks"]
        if len(taps) >= TAPS:
            break
    context.close()
    name = f"{title.game.name}, tap to painted table"
    return [
        Figure(f"{name}, median", round(median(taps)), "ms", MEDIAN_BUDGET),
        Figure(f"{name}, worst of {len(taps)}", round(max(taps)), "ms", WORST_BUDGET),
        Figure(f"{title.game.name}, longest task", round(max(tasks, default=0)), "ms", TASK_BUDGET),
    ]


def play(page: Page, rng: Random, wanted: int) -> None:
    """Tap until the wanted number of moves is painted, or the match is over."""
    deadline = monotonic() + PATIENCE
    while not page.evaluate("document.querySelector('#table.is-over')"):
        found = page.evaluate(CHOOSE, rng.random())
        if found is None:
            page.wait_for_timeout(50)
        else:
            x, y = found
            clicks, painted = page.evaluate("[phone.clicks, phone.taps.length]")
            page.touchscreen.tap(x, y)
            page.wait_for_function(ANSWERED, arg=clicks, polling=POLLING, timeout=PATIENCE * 1000)
            if page.evaluate("phone.taps.length") > painted:
                deadline = monotonic() + PATIENCE
                if painted + 1 >= wanted:
                    return
        if monotonic() > deadline:
            raise TimeoutError(f"{page.url} does not go on")
