"""The pages of moderators, and the page about moderation, on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.helpers.backstage import Backstage

pytestmark = pytest.mark.browser
GAP = """(() => {
  const above = document.getElementById("step-view").getBoundingClientRect()
  return document.querySelector(".play-on").getBoundingClientRect().top - above.bottom
})()"""

WHOLE_MENU = "(nav => nav.scrollWidth <= nav.clientWidth)(document.querySelector('.site-nav'))"


def test_pages_of_moderators_fit_phone(arrive: Callable[..., Person], behind: Backstage) -> None:
    anna, ben, moderator = arrive(), arrive(), arrive(phone=True)
    behind.ask("appoint", name=moderator.name)
    match = behind.ask("played", game="babel", names=[anna.name, ben.name])
    ben.page.goto(f"/players/{anna.name}/report/")
    ben.page.locator("[name=reason]").first.check()
    ben.page.locator("main form button").last.click()
    ben.page.wait_for_url(f"**/players/{anna.name}/")
    page = moderator.page

    page.goto("/moderation/")
    assert page.evaluate(WHOLE_MENU), "the number of cases pushes a word out of the menu"
    box = page.locator(".case-words", has_text=anna.name).bounding_box()
    assert box is not None
    assert box["width"] > 250, "badges squeeze the words of a case"
    page.goto("/friendly/")
    expect(page.locator(".month")).not_to_have_count(0)
    assert page.evaluate(
        "(e => e.scrollWidth <= e.clientWidth)(document.querySelector('.table-wide'))"
    )
    page.goto(f"/moderation/matches/{match}/replay/")
    assert page.evaluate(GAP) >= 4
