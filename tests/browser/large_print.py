"""Checks of pages with the browser's font size doubled.

tests/browser/test_accessible.py checks common pages, test_pictures.py prepared tables.
"""

from __future__ import annotations

from pathlib import Path

from tests.browser.conftest import Person
from tests.browser.driver import POLL

FAULTS = (Path(__file__).parent / "large.js").read_text("utf-8")
TWICE = {"fontSizes": {"standard": 32, "fixed": 26}}
USUAL = {"fontSizes": {"standard": 16, "fixed": 13}}


class LargePrint:
    """Shows one page with the font size doubled."""

    def __init__(self, person: Person) -> None:
        self._page = person.page
        self._session = person.context.new_cdp_session(person.page)
        self._session.send("Page.enable")

    def faults(self) -> list[str]:
        """Return the parts of the page that are cut off, covered or outside the window."""
        self._set(TWICE, 32)
        found: list[str] = self._page.evaluate(FAULTS)
        self._set(USUAL, 16)
        return found

    def _set(self, sizes: dict[str, dict[str, int]], pixels: int) -> None:
        self._session.send("Page.setFontSizes", sizes)
        size = "getComputedStyle(document.documentElement).fontSize"
        # Polling waits for no frame, which would be expensive to draw.
        self._page.wait_for_function(f"() => {size} === '{pixels}px'", polling=POLL)
