"""Letters twice as large, as somebody sets them in the browser: nothing is lost.

Prepared tables are looked at so in tests/browser/test_pictures.py.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.conftest import Person
from tests.browser.test_accessible import PAGES

pytestmark = pytest.mark.browser
FAULTS = (Path(__file__).parent / "large.js").read_text("utf-8")
TWICE = {"fontSizes": {"standard": 32, "fixed": 26}}
USUAL = {"fontSizes": {"standard": 16, "fixed": 13}}


class LargePrint:
    """A page with letters twice as large, for a look."""

    def __init__(self, person: Person) -> None:
        self._page = person.page
        self._session = person.context.new_cdp_session(person.page)
        self._session.send("Page.enable")

    def faults(self) -> list[str]:
        """What of the page is lost."""
        self._set(TWICE, 32)
        found: list[str] = self._page.evaluate(FAULTS)
        self._set(USUAL, 16)
        return found

    def _set(self, sizes: dict[str, dict[str, int]], pixels: int) -> None:
        self._session.send("Page.setFontSizes", sizes)
        size = "getComputedStyle(document.documentElement).fontSize"
        self._page.wait_for_function(f"{size} === '{pixels}px'")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_pages_keep_everything(phone: bool, arrive: Callable[..., Person]) -> None:
    person = arrive(phone=phone, calm=True)
    large = LargePrint(person)
    faults = {}
    for path in PAGES:
        person.page.goto(path)
        if found := large.faults():
            faults[path] = found
    assert faults == {}
