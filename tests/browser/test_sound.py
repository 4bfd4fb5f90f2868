"""Sounds and vibration are off by default, and one switch turns both on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person

pytestmark = pytest.mark.browser
LISTEN = """
  window.heard = 0;
  window.felt = 0;
  navigator.vibrate = () => { window.felt += 1; return true; };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) {
    window.heard += 1;
    return start.apply(this, at);
  };
"""
LET = """(sounds) => {
  window.heard = window.felt = 0;
  document.dispatchEvent(new CustomEvent("tavola:news", { detail: { sounds, mine: false } }));
}"""


def news(page: Page, *sounds: str) -> None:
    """Trigger the sounds of these events."""
    page.evaluate(LET, list(sounds))


def test_one_switch_turns_on_sounds_and_vibration(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(), arrive()
    page = anna.page
    page.add_init_script(LISTEN)
    page.goto(prepare("condottiere", {"hands": [["m3"], ["m4"]]}, anna, ben))
    news(page, "battle", "card", "end")
    assert page.evaluate("[window.heard, window.felt]") == [0, 0]

    page.click(".table-menu > summary")
    page.click("[data-opens=table-settings]")
    page.check("[data-sound-switch]")
    page.wait_for_function("() => window.heard > 0")
    assert page.evaluate("window.felt") == 1, "the switch vibrates when it is turned on"
    news(page, "battle")
    page.wait_for_function("() => window.heard === 3")
    assert page.evaluate("window.felt") == 0
    news(page, "card", "end")
    page.wait_for_function("() => window.heard === 5")
    assert page.evaluate("window.felt") == 1

    # Muted, it still vibrates.
    page.locator("[data-volume]").fill("0")
    page.locator("[data-volume]").dispatch_event("change")
    news(page, "end")
    assert page.evaluate("[window.heard, window.felt]") == [0, 1]

    # The setting holds for all tables in this browser.
    page.reload()
    expect(page.locator("[data-sound-switch]")).to_be_checked()
    expect(page.locator("[data-volume]")).to_have_value("0")
    # The page of settings has it too, with the speed of moves.
    page.goto("/settings/")
    expect(page.locator("[data-sound-switch]")).to_be_checked()
    page.get_by_role("button", name="slow").click()
    expect(page.locator("[data-speed-choice=slow]")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("localStorage.getItem('speed')") == "slow"
    assert anna.complaints == []
