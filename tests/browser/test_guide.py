"""The guide of a first match is there until it is switched off, and a hint rings its move."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person

pytestmark = pytest.mark.browser
BATTLE = {
    "phase": "battle",
    "city": "milano",
    "hands": [["m1", "m3", "m10", "scarecrow"], ["m4", "m5"]],
    "armies": [["m2"], ["m10"]],
}
TAKE_BACK = '{"type":"play","card":"scarecrow","take":"m2"}'
ADVISE = """(hint, move) => {
  hint.dataset.hint = move;
  hint.dispatchEvent(new Event("change", { bubbles: true }));
}"""
RINGED = """() => [...document.querySelectorAll(".is-hinted")].map((one) => one.id)"""


def test_a_guide_can_be_switched_off_and_a_hint_marks_what_it_advises(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna = arrive(phone=True, guided=True)
    page = anna.page
    page.goto(prepare("condottiere", BATTLE, anna, "easy"))
    guide, hint = page.locator("#guide"), page.locator("[data-hint]")
    expect(guide).to_contain_text("You are 8 behind.")
    asked = page.locator("#ask").bounding_box()
    shown, board = guide.bounding_box(), page.locator("#board").bounding_box()
    assert asked is not None
    assert shown is not None
    assert board is not None
    assert asked["y"] + asked["height"] <= shown["y"]
    assert shown["y"] + shown["height"] <= board["y"], "it covers nothing"

    page.get_by_role("button", name="Switch the guide off").click()
    expect(guide).to_be_hidden()
    page.reload()
    expect(guide).to_be_hidden()

    # A hint is given all the same. It is gone with the question it was for.
    page.get_by_role("button", name="Hint").click()
    expect(hint).to_be_visible()
    assert page.evaluate(RINGED), "whatever it is, it is marked"
    # What takes two choices is ringed one after the other.
    hint.evaluate(ADVISE, TAKE_BACK)
    assert page.evaluate(RINGED) == ["hand-scarecrow"]
    page.locator("#hand-scarecrow").click()
    assert page.evaluate(RINGED) == ["take-m2"]
    page.locator("#act-pass").click()
    expect(hint).to_have_count(0)
    assert page.evaluate(RINGED) == []

    # And the guide is to be had back.
    page.get_by_text("Menu of this table").locator("xpath=ancestor::summary").click()
    page.get_by_role("button", name="Table settings").click()
    page.locator("[data-guide-of]").check()
    assert page.evaluate("document.getElementById('room').matches('[data-guide]')")
    assert anna.complaints == []
