"""A player who closes the table is marked at their seat, until they are back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.helpers.condottiere import battle

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
def test_closed_page_is_seen_at_seat_and_moves_nothing(
    arrive: Callable[..., Person], prepare: Callable[..., str], phone: bool
) -> None:
    anna, ben = arrive(phone=phone), arrive()
    path = prepare("condottiere", battle("m5 m1 | m2 m3").position.dump(), anna, ben)
    for person in (anna, ben):
        person.page.goto(path)
    # The others see it only after this page was open.
    ben.page.locator("#my-side").wait_for()
    ben.page.wait_for_function("() => document.querySelector('#line')?.dataset.state === undefined")
    mark = anna.page.locator("#table [data-card='1'][data-away='away']").first
    hand = anna.page.locator("#my-side")
    before = hand.bounding_box()
    ben.page.goto("about:blank")
    expect(mark).to_be_visible()
    expect(anna.page.locator("#away")).to_have_text(f"Away from the table: {ben.name}")
    assert hand.bounding_box() == before
    anna.page.reload()
    expect(mark).to_be_visible()
    ben.page.goto(path)
    expect(mark).to_have_count(0)
