"""A spectator's big screen: the board, the seats and the clocks, larger, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from games.titles.registry import slugs
from tests.browser.conftest import Person
from tests.browser.driver import decide
from tests.browser.test_pictures import FAULTS, LARGE

pytestmark = pytest.mark.browser
SIZES = """() => {
  const { width, height } = document.querySelector("#board, .field").getBoundingClientRect();
  const name = document.querySelector("article header .name");
  return [width * height, parseFloat(getComputedStyle(name).fontSize)];
}"""


def big_screen(page: Page) -> None:
    """Choose the big screen in the menu of a table."""
    page.locator(".table-menu > summary").click()
    page.get_by_role("link", name="Big screen").click()
    page.wait_for_url("**?screen=big")


@pytest.mark.parametrize("slug", slugs())
def test_big_screen_shows_spectator_larger_board_without_drawer(
    slug: str, arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, carl = arrive(), arrive(calm=True, account=False)
    page: Page = carl.page
    page.set_viewport_size(LARGE)
    page.goto(prepare(slug, None, anna, arrive()))
    usual = page.evaluate(SIZES)
    big_screen(page)
    expect(page.locator(":is(#log, #chat, .site-head, #my-side):visible")).to_have_count(0)
    big = page.evaluate(SIZES)
    assert [one > two for one, two in zip(big, usual, strict=True)] == [True, True], (big, usual)
    assert page.evaluate(FAULTS) == []
    assert carl.complaints == []


def test_big_screen_follows_match_and_player_keeps_own_table(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, carl = arrive(calm=True), arrive(calm=True, account=False)
    anna.page.goto(prepare(slugs()[0], None, anna, "easy"))
    anna.page.wait_for_selector("#table.is-mine")
    page: Page = carl.page
    page.set_viewport_size(LARGE)
    page.goto(anna.page.url)
    big_screen(page)
    seen = page.get_attribute("#table", "data-seen")
    decide(anna.page, Random(1))
    expect(page.locator("#table")).not_to_have_attribute("data-seen", str(seen))
    page.locator(".table-menu > summary").click()
    page.get_by_role("link", name="Usual screen").click()
    expect(page.locator("#log")).to_be_visible()

    # A player's own table stays what it is.
    anna.page.goto(f"{anna.page.url}?screen=big")
    expect(anna.page.locator("#my-side")).to_be_visible()
    expect(anna.page.locator("#log")).to_be_visible()
    assert anna.complaints == carl.complaints == []
