"""Letters twice as large, as somebody sets them in the browser: nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from games.titles.positions import prepared_positions
from games.titles.registry import slugs
from tests.browser.conftest import Person
from tests.browser.test_accessible import PAGES

pytestmark = pytest.mark.browser
FAULTS = (Path(__file__).parent / "large.js").read_text("utf-8")
TWICE = {"fontSizes": {"standard": 32, "fixed": 26}}
"""The browser usually begins with 16 and 13."""


def faults_of(person: Person, paths: list[str]) -> dict[str, list[str]]:
    """What of these pages is lost when letters are twice as large."""
    page = person.page
    session = person.context.new_cdp_session(page)
    session.send("Page.enable")
    found = {}
    for path in paths:
        page.goto(path)
        session.send("Page.setFontSizes", TWICE)
        page.wait_for_function("getComputedStyle(document.documentElement).fontSize === '32px'")
        if faults := page.evaluate(FAULTS):
            found[path] = faults
    return found


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("slug", slugs())
def test_prepared_tables_keep_everything(
    slug: str, phone: bool, arrive: Callable[..., Person]
) -> None:
    maker = arrive(phone=phone, calm=True, staff=True)
    paths = [f"/styleguide/{slug}/{one.name}/" for one in prepared_positions(slug)]
    assert faults_of(maker, paths) == {}


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_pages_keep_everything(phone: bool, arrive: Callable[..., Person]) -> None:
    assert faults_of(arrive(phone=phone, calm=True), list(PAGES)) == {}
