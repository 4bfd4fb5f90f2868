"""After a move in a match without live clocks: the next table, by a link or by itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person

pytestmark = pytest.mark.browser
BATTLE = {
    "phase": "battle",
    "city": "milano",
    "hands": [["m3", "m5"], ["m4", "m5"]],
    "armies": [["m10"], ["m1"]],
    "passed": [False, False],
}
TURNS = ("turns", 86400, 43200)
COVERED = """() => [...document.querySelectorAll(".table-menu .menu-list > *")]
    .filter((entry) => entry.checkVisibility())
    .filter((entry) => {
        const { left, right, top } = entry.getBoundingClientRect();
        return [left + 4, (left + right) / 2, right - 4].some(
            (x) => !entry.contains(document.elementFromPoint(x, top + 4)));
    })
    .map((entry) => entry.textContent.trim())"""


def test_page_goes_on_to_next_table_after_move(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, berta = arrive(phone=True, calm=True), arrive()
    first, *others = (prepare("condottiere", BATTLE, anna, berta, clock=TURNS) for _ in range(3))
    page = anna.page
    page.goto(first)
    expect(page.locator("#next-table")).to_be_hidden()
    page.get_by_role("button", name="Pass", exact=True).click()
    link = page.get_by_role("link", name="Next table 2")
    expect(link).to_be_visible()
    link.click()
    page.wait_for_url(f"**{others[0]}")
    page.locator(".table-menu > summary").click()
    page.get_by_role("button", name="Table settings…").click()
    page.get_by_role("checkbox", name="Go on to the next table").check()
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Pass", exact=True).click()
    page.wait_for_url(f"**{others[1]}")
    expect(page.locator("#table.is-mine")).to_be_attached()
    assert anna.complaints == []


def test_open_menu_is_not_covered_by_link_to_next_table(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, berta = arrive(phone=True, calm=True), arrive()
    first, _next = (prepare("condottiere", BATTLE, anna, berta, clock=TURNS) for _ in range(2))
    page = anna.page
    page.goto(first)
    page.get_by_role("button", name="Pass", exact=True).click()
    expect(page.get_by_role("link", name="Next table 1")).to_be_visible()
    page.locator(".table-menu > summary").click()
    expect(page.locator(".table-menu .menu-list")).to_be_visible()
    assert page.evaluate(COVERED) == []
    assert anna.complaints == []
