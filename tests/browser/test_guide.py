"""The guide of a first match stays until it is switched off, and a hint marks its move."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import COMPARISON, Person
from tests.browser.test_babel import ALL_POWERS

pytestmark = pytest.mark.browser
BATTLE = {
    "phase": "battle",
    "city": "milano",
    "hands": [["m1", "m3", "m10", "scarecrow"], ["m4", "m5"]],
    "armies": [["m2"], ["m10"]],
}
TEN = '{"type":"play","card":"m10"}'
TAKE_BACK = '{"type":"play","card":"scarecrow","take":"m2"}'
MIGRATE = '{"type":"migrate","from":"mede","to":"sumerian"}'
TRAVEL = '{"type":"travel","tribe":"mede"}'
ADVISE = """(hint, move) => {
  hint.dataset.hint = move;
  hint.dispatchEvent(new Event("change", { bubbles: true }));
}"""
LEFT_OF_RING = """(marked) => {
  const { outlineWidth, outlineOffset } = getComputedStyle(marked);
  return marked.getBoundingClientRect().left - parseFloat(outlineWidth) - parseFloat(outlineOffset);
}"""
RINGED = """() => [...document.querySelectorAll(".is-hinted")].map((one) => one.id)"""


def test_guide_is_switched_off_and_hint_marks_move(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna = arrive(phone=True, guided=True)
    page = anna.page
    page.goto(prepare("condottiere", BATTLE, anna, "easy"))
    guide, hint = page.locator("#guide"), page.locator("[data-hint]")
    expect(guide).to_contain_text("You’re 8 behind.")
    asked = page.locator("#ask").bounding_box()
    shown, board = guide.bounding_box(), page.locator("#board").bounding_box()
    assert asked is not None
    assert shown is not None
    assert board is not None
    assert asked["y"] + asked["height"] <= shown["y"]
    assert shown["y"] + shown["height"] <= board["y"], "it covers nothing"

    chevron = page.locator("[data-guide-more]").bounding_box()
    assert chevron is not None
    # The second press at the same place closes it, and does not turn it off.
    for _press in range(2):
        page.mouse.click(chevron["x"] + 16, chevron["y"] + 16)
    expect(guide).to_be_visible()
    expect(page.locator("#guide[data-open]")).to_have_count(0)
    page.get_by_role("button", name="Read the whole guide").click()
    opened = guide.bounding_box()
    assert opened is not None
    assert opened["height"] > shown["height"]
    assert page.locator("#board").bounding_box() == board, "the board does not move"
    page.get_by_role("button", name="Turn off the guide").click()
    expect(guide).to_be_hidden()
    page.reload()
    expect(guide).to_be_hidden()

    # Hints still work, and disappear with their question.
    page.get_by_role("button", name="Hint").click()
    expect(hint).to_be_visible()
    assert page.evaluate(RINGED), "the move of the hint is marked"
    expect(hint).to_contain_text("of 100 games like this", timeout=COMPARISON)
    expect(page.locator("#table, [id^=hint-after]")).to_have_count(1)
    assert page.evaluate(RINGED), "it is still marked"
    # A press closes the hint, and its move stays marked.
    hint.click()
    expect(hint).to_be_hidden()
    assert page.evaluate(RINGED)
    # The button is not marked while it would play another card.
    hint.evaluate(ADVISE, TEN)
    assert page.evaluate(RINGED) == ["act-play", "hand-m10"]
    page.locator("#hand-m3").click()
    assert page.evaluate(RINGED) == ["hand-m10"]
    # A move of two choices is marked step by step.
    hint.evaluate(ADVISE, TAKE_BACK)
    assert page.evaluate(RINGED) == ["hand-scarecrow"]
    page.locator("#hand-scarecrow").click()
    assert page.evaluate(RINGED) == ["take-m2"]
    page.locator("#act-pass").click()
    expect(hint).to_have_count(0)
    assert page.evaluate(RINGED) == []

    # The guide can be switched on again.
    page.get_by_text("Table menu").locator("xpath=ancestor::summary").click()
    page.get_by_role("button", name="Table settings").click()
    page.locator("[data-guide-of]").check()
    assert page.evaluate("document.getElementById('room').matches('[data-guide]')")
    assert anna.complaints == []


def test_hint_to_migrate_marks_menu_then_target(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna = arrive(phone=True, calm=True)
    page = anna.page
    page.goto(prepare("babel", ALL_POWERS, anna, "easy"))
    page.get_by_role("button", name="Hint").click()
    # A hint is replaced when its comparison comes.
    expect(page.locator("[data-hint]")).to_be_visible()
    expect(page.locator("[id^=hint-after]")).to_have_count(0, timeout=COMPARISON)
    page.locator("[data-hint]").evaluate(ADVISE, MIGRATE)
    marked = page.locator(".is-hinted")
    expect(marked).to_have_count(1)
    expect(marked).to_be_visible()
    marked.click()
    expect(page.locator("#migrate-mede-sumerian")).to_have_class(re.compile("is-hinted"))
    expect(marked).to_have_count(1)
    page.locator("[data-hint]").evaluate(ADVISE, TRAVEL)
    expect(marked).to_have_id("travel-mede")
    assert marked.evaluate(LEFT_OF_RING) > 0, "the mark of the first site leaves the phone"
    assert anna.complaints == []
