"""How many elements get a new style, which is most of what a new table costs a phone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

from tests.helpers.values import not_none


@contextmanager
def restyled(page: Page) -> Iterator[list[int]]:
    """Yield a list that has, after the block, the number of elements of each update of styles."""
    browser, counts = not_none(page.context.browser), list[int]()
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    yield counts
    events = json.loads(browser.stop_tracing())["traceEvents"]
    updates = [event["args"] for event in events if event["name"] == "UpdateLayoutTree"]
    counts += [arguments["elementCount"] for arguments in updates if "elementCount" in arguments]
