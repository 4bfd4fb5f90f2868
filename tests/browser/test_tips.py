"""Explanations stay inside the window, cover no decision, and never open by themselves."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Person

pytestmark = pytest.mark.browser
CHOSEN_CITY = {
    "phase": "battle",
    "city": "milano",
    "hands": [["m1", "m3", "m10", "drum", "winter", "heroine", "bishop"], ["m4", "m5"]],
    "armies": [["m10"], ["m1"]],
}
SEEN = """() => {
  const place = (element) => element.getBoundingClientRect();
  const inside = ({ left, top, right, bottom }) =>
    left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  const tip = place(document.getElementById("explanation"));
  const meets = (one) =>
    tip.left < one.right && one.left < tip.right && tip.top < one.bottom && one.top < tip.bottom;
  const acts = [...document.querySelectorAll("#my-side .acts button")];
  return {
    inside: inside(tip),
    wide: [document.documentElement.scrollWidth, Math.round(visualViewport.width), innerWidth],
    covers: acts.filter((one) => meets(place(one))).map((one) => one.id),
    hand: inside(place(document.getElementById("act-play"))),
  };
}"""


def long_press(page: Page, selector: str) -> None:
    """Press a finger on an element for long."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    at = {"x": box["x"] + min(box["width"] / 2, 12), "y": box["y"] + box["height"] / 2}
    hand = page.context.new_cdp_session(page)
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(page.locator("#explanation")).to_be_visible()
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_long_press_explains_inside_window(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(phone=True, touch=True), arrive()
    page = anna.page
    page.goto(prepare("condottiere", CHOSEN_CITY, anna, ben))
    last = page.locator(".hand label.card").last
    for card in (page.locator(".hand label.card").first, last):
        long_press(page, f"#{card.get_attribute('id')}")
        width = PHONE["width"]
        seen = page.evaluate(SEEN)
        assert seen == {"inside": True, "wide": [width] * 3, "covers": [], "hand": True}
        expect(page.locator(".hand input:checked")).to_have_count(0)

    # A tap on a disabled element explains it; the next tap closes the explanation.
    page.locator(".laid .card.tipped").first.tap()
    expect(page.locator("#explanation")).to_contain_text("Mercenary")
    assert page.evaluate(SEEN)["inside"]
    page.locator("#ask").tap()
    expect(page.locator("#explanation")).to_be_hidden()
    assert anna.complaints == []


def test_resting_pointer_opens_no_explanation(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(own=True), arrive()
    page = anna.page
    page.goto(prepare("condottiere", CHOSEN_CITY, anna, ben))
    # The pointer rests on a card while the page is redrawn.
    box = page.locator(".hand .card.tipped").first.bounding_box()
    assert box is not None
    page.clock.install()
    page.mouse.move(box["x"] + 20, box["y"] + 30)
    page.evaluate("document.dispatchEvent(new CustomEvent('htmx:oobAfterSwap'))")
    page.mouse.move(box["x"] + 22, box["y"] + 31)
    page.clock.run_for(5000)
    expect(page.locator("#explanation")).to_be_hidden()
    page.mouse.move(box["x"] + 30, box["y"] + 45)
    page.clock.run_for(1000)
    expect(page.locator("#explanation")).to_be_visible()
    assert page.evaluate(SEEN)["covers"] == []
