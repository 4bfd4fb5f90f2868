"""A warning stays in sight at the table until it is read; then the table goes on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.helpers.backstage import Backstage
from tests.helpers.condottiere import battle

pytestmark = pytest.mark.browser


def test_warning_stays_in_sight_on_phone_and_table_goes_on_when_it_is_read(
    arrive: Callable[..., Person], prepare: Callable[..., str], behind: Backstage
) -> None:
    anna, ben = arrive(phone=True, calm=True), arrive()
    path = prepare("condottiere", battle("m5 m1 | m2 m3").position.dump(), anna, ben)
    behind.ask("warn", name=anna.name, words="Mind your words.")
    page = anna.page
    page.goto(path)
    warning, refusal = page.locator("#standing > .notice"), page.locator("#refusal > .notice")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(warning).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Pass").first.click()
    expect(refusal).to_be_visible()
    expect(warning).to_be_in_viewport(ratio=1)
    page.locator("[data-tab=chat]").click()
    form = page.locator("#say-form")
    expect(form).to_contain_text("Read it first")
    page.get_by_role("button", name="I’ve read it").click()
    expect(warning).to_have_count(0)
    expect(refusal).to_have_count(0)
    expect(form.locator("#say-text")).to_be_visible()
    form.locator("#say-text").fill("Sorry.")
    form.locator("#say-text").press("Enter")
    expect(page.locator("#chat-lines")).to_contain_text("Sorry.")
    page.locator("#chat [data-tab-close]").click()
    page.get_by_role("button", name="Pass").first.click()
    expect(page.locator("#table.is-mine")).to_have_count(0)
