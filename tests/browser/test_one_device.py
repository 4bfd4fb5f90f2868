"""Two people and a bot play with hidden hands on one tablet, which they pass on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.test_accessible import complaints, never_scrolls_sideways

pytestmark = pytest.mark.browser
CARD = "[name=card]"


def take(page: Page) -> str:
    """Take the device from the cover, and return the name of its person."""
    sheet = page.locator(".cover-card")
    expect(sheet).to_be_visible()
    expect(page.locator(CARD)).to_have_count(0)
    name = page.locator(".cover-name").inner_text()
    page.get_by_role("button", name="Show my cards").click()
    expect(page.locator(".local-head")).to_contain_text(name)
    expect(page.locator(f"#table {CARD}").first).to_be_attached()
    return name


def answer(page: Page) -> bool:
    """Choose a city if asked to, and pass; return whether that was a pass of a battle."""
    city = page.locator("#table button[name=city], #table button[name=move][value*=city]")
    if city.count():
        before = page.locator("#table [name=turn_token]").first.input_value()
        city.first.click()
        page.wait_for_function(
            "(old) => document.querySelector('.cover, #cover')"
            " || document.querySelector('#table [name=turn_token]')?.value !== old",
            arg=before,
        )
        return False
    page.get_by_role("button", name="Pass", exact=True).click()
    page.wait_for_function("() => !document.querySelector('[data-hand]')")
    return True


def test_tablet_goes_round_with_hands_covered(arrive: Callable[..., Person]) -> None:
    anna = arrive(whole=True, phone=True, calm=True)
    page = anna.page
    page.goto("/one-device/new/condottiere/")
    page.get_by_label("Player 1").fill("Mia")
    page.get_by_label("Player 2").fill("Leo")
    page.locator("label:has([name=bots][value='1'])").click()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".cover-card")).to_be_visible()
    assert complaints(anna) == []
    # Loaded again, and with the back button, the hand is covered.
    name = take(page)
    page.reload()
    assert take(page) == name
    if not answer(page):
        answer(page)
    passed = {name}
    expect(page.locator(".cover-card")).to_be_visible()
    page.go_back()
    expect(page.locator("[data-hand]")).to_have_count(0)
    expect(page.locator(CARD)).to_have_count(0)
    # Without a connection the hand stays, and the move can be made again.
    name = take(page)
    anna.context.set_offline(True)
    page.get_by_role("button", name="Pass", exact=True).click()
    expect(page.locator("#messages")).not_to_be_empty()
    expect(page.locator("[data-hand]")).to_be_attached()
    anna.context.set_offline(False)
    answer(page)
    passed.add(name)
    while len(passed) < 2:
        name = take(page)
        while page.locator("[data-hand]").count() and not answer(page):
            pass
        passed.add(name)
    assert passed == {"Mia", "Leo"}
    # The table below the cover is for all eyes.
    page.locator(".cover-sheet > summary").click()
    expect(page.locator("#table")).to_be_visible()
    expect(page.locator(CARD)).to_have_count(0)
    never_scrolls_sideways(anna)
    page.locator(".cover-sheet > summary").click()
    expect(page.locator("#room")).to_have_attribute("inert", "")
