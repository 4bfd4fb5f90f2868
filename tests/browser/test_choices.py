"""A choice is gone once it was played."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.helpers.condottiere import battle

pytestmark = pytest.mark.browser
CHOSEN = "#my-side .hand input:checked"


def test_second_equal_card_is_not_chosen_after_the_first(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """A tap too much would waste it: the other has passed, so passing takes the city."""
    person = arrive(calm=True)
    page = person.page
    position = battle("m5 m5 m1 | m2 m3", armies="m1 | m4", passed=[False, True]).position.dump()
    page.goto(prepare("condottiere", position, person, "easy"))
    expect(page.locator("#act-play")).to_have_class("button primary")
    page.locator("#my-side .hand label:has(input[value=m5])").first.click()
    expect(page.locator(CHOSEN)).to_have_count(1)
    page.locator("#act-play").click()
    expect(page.locator("#act-pass")).to_have_class("button primary")
    expect(page.locator("#act-play")).to_have_class("button")
    expect(page.locator(CHOSEN)).to_have_count(0)
