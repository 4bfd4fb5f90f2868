"""Rarely used scripts are loaded on demand, and pages work if the loading fails."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person

pytestmark = pytest.mark.browser
CARD = "**/player-card*.js"


def loaded(page: Page) -> list[str]:
    names: list[str] = page.evaluate(
        "performance.getEntriesByType('resource').map(({ name }) => name.split('/').pop())"
    )
    return names


def test_script_is_loaded_on_first_use(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(calm=True), arrive()
    page = anna.page
    page.goto(prepare("condottiere", {"hands": [["m3"], ["m4"]]}, anna, ben))
    name = page.locator("#table [data-card]", has_text=ben.name).first
    expect(name).to_be_visible()
    page.wait_for_load_state("networkidle")
    rare = ("player-card", "chat", "sound")
    assert not [one for one in loaded(page) if one.startswith(rare)]
    name.click()
    expect(page.get_by_role("dialog", name=ben.name)).to_be_focused()
    came = {one.split(".")[0] for one in loaded(page) if one.startswith(rare)}
    assert came == {"player-card"}
    assert anna.complaints == []


def test_link_is_followed_if_its_script_fails(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(calm=True), arrive()
    page = anna.page
    page.route(CARD, lambda route: route.abort())
    page.goto(prepare("condottiere", {"hands": [["m3"], ["m4"]]}, anna, ben))
    page.locator("#table [data-card]", has_text=ben.name).first.click()
    page.wait_for_url(f"**/players/{ben.name}/")
