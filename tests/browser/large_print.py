"""Look at pages with letters twice as large, as people set them in the browser.

tests/browser/test_accessible.py does so for common pages, test_pictures.py for prepared tables.
"""

from __future__ import annotations

from pathlib import Path

from tests.browser.conftest import Person
from tests.browser.driver import POLL

FAULTS = (Path(__file__).parent / "large.js").read_text("utf-8")
TWICE = {"fontSizes": {"standard": 32, "fixed": 26}}
USUAL = {"fontSizes": {"standard": 16, "fixed": 13}}


class LargePrint:
    """Show one page with letters twice as large."""

    def __init__(self, person: Person) -> None:
        self._page = person.page
        self._session = person.context.new_cdp_session(person.page)
        self._session.send("Page.enable")

    def faults(self) -> list[str]:
        """Return what of the page is lost."""
        self._set(TWICE, 32)
        found: list[str] = self._page.evaluate(FAULTS)
        self._set(USUAL, 16)
        return found

    def _set(self, sizes: dict[str, dict[str, int]], pixels: int) -> None:
        self._session.send("Page.setFontSizes", sizes)
        size = "getComputedStyle(document.documentElement).fontSize"
        # No frame is waited for: its picture would cost more than all else, and no test looks.
        self._page.wait_for_function(f"{size} === '{pixels}px'", polling=POLL)
