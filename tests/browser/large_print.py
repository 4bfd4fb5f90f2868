"""Checks of pages with the browser's font size doubled.

tests/browser/test_accessible.py checks common pages, test_pictures.py prepared tables.
"""

from __future__ import annotations

import time
from pathlib import Path

from tests.browser.conftest import Person
from tests.browser.driver import POLL

FAULTS = (Path(__file__).parent / "large.js").read_text("utf-8")
TWICE = {"fontSizes": {"standard": 32, "fixed": 26}}
SETTLING = 5.0
"""Seconds after which what is still cut off stays so."""
USUAL = {"fontSizes": {"standard": 16, "fixed": 13}}


class LargePrint:
    """Shows one page with the font size doubled."""

    def __init__(self, person: Person) -> None:
        self._page = person.page
        self._session = person.context.new_cdp_session(person.page)
        self._session.send("Page.enable")

    def faults(self) -> list[str]:
        """Return the parts of the page that stay cut off, covered or outside the window.

        A font that is read now, or a window that still changes its size, is no fault.
        """
        self._set(TWICE, 32)
        until = time.monotonic() + SETTLING
        found: list[str] = self._page.evaluate(FAULTS)
        while found and time.monotonic() < until:
            self._page.wait_for_timeout(POLL)
            found = self._page.evaluate(FAULTS)
        self._set(USUAL, 16)
        return found

    def _set(self, sizes: dict[str, dict[str, int]], pixels: int) -> None:
        self._session.send("Page.setFontSizes", sizes)
        size = "getComputedStyle(document.documentElement).fontSize"
        # Polling waits for no frame, which would be expensive to draw.
        self._page.wait_for_function(f"() => {size} === '{pixels}px'", polling=POLL)
