"""The replay in a real browser: no key press is lost, it plays by itself, and fits a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.helpers.backstage import Backstage

pytestmark = pytest.mark.browser
PRESS = """(key) => (document.activeElement ?? document.body).dispatchEvent(
  new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))"""
LONG_CHAPTER = """() => {
  document.getElementById("chapter-now").textContent = "Gast Siperino ist am Zug";
}"""
OUTSIDE_BAR = """() => {
  const bar = document.getElementById("replay-bar").getBoundingClientRect();
  const outside = ({ left, right }) => left < bar.left || right > bar.right;
  return [...document.querySelectorAll("#replay-bar :is(.button, select, input)")]
    .filter((part) => part.checkVisibility() && outside(part.getBoundingClientRect()))
    .map((part) => part.id || part.className);
}"""


def stands_at(page: Page, step: int) -> None:
    """Expect the bar, the table and the address at this step."""
    expect(page.locator("#step-now")).to_have_text(str(step))
    expect(page.locator("#table")).to_have_attribute("data-seen", str(step))
    page.wait_for_url(f"**/replay/?step={step}&view=*")


def test_replay_steps_plays_and_is_shared(arrive: Callable[..., Person], behind: Backstage) -> None:
    anna, ben = arrive(), arrive(phone=True, touch=True)
    match_id = behind.ask("played", game="babel", names=[anna.name, ben.name])
    page = anna.page
    page.goto(f"/matches/{match_id}/replay/")
    expect(page.locator("#step-now")).to_have_text("0")

    # Twelve key presses at once are twelve steps, though one answer contains them all.
    asked: list[str] = []
    page.on(
        "request", lambda request: asked.append(request.url) if "part=" in request.url else None
    )
    for _ in range(12):
        page.evaluate(PRESS, "ArrowRight")
    stands_at(page, 12)
    assert len([url for url in asked if "part=" in url]) < 4

    # A line of the log leads to its step; keys continue from there, also when a button has focus.
    page.locator('.to-step[href^="?step=5&"]').first.click()
    stands_at(page, 5)
    page.focus("#log-lines")
    page.keyboard.press("ArrowLeft")
    stands_at(page, 4)
    page.focus("#step-play")
    page.keyboard.press("Home")
    stands_at(page, 0)
    first = int(page.locator("#chapter-list .number").first.text_content() or "")
    page.keyboard.press("Shift+ArrowRight")
    stands_at(page, first)

    # It plays by itself, and stops on request.
    page.select_option("#step-speed", "4")
    page.locator("#step-play").click()
    expect(page.locator("#step-play")).to_have_attribute("aria-pressed", "true")
    page.wait_for_function(
        "least => Number(document.getElementById('step-now').textContent) >= least", arg=first + 3
    )
    page.keyboard.press("Space")
    expect(page.locator("#step-play")).to_have_attribute("aria-pressed", "false")

    # Another player's view shows the same step.
    at = int(page.inner_text("#step-now"))
    page.select_option("#step-view", "1")
    stands_at(page, at)
    page.wait_for_url(f"**/replay/?step={at}&view=1")
    assert anna.complaints == []

    # On a phone log and bar are in the window, with a board of any size.
    phone = ben.page
    phone.goto(f"/matches/{match_id}/replay/?step=20&view=0")
    for part in ("#replay-bar", "#log-lines .newest >> nth=-1", "#step-play"):
        expect(phone.locator(part)).to_be_in_viewport(ratio=0.9)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # The page begins at the table, and the log covers nothing of the board.
    assert phone.evaluate("document.getElementById('replay').getBoundingClientRect().top") == 0
    board, log = (phone.locator(part).bounding_box() for part in ("#board", "#log"))
    assert board is not None
    assert log is not None
    assert board["y"] + board["height"] <= log["y"]


def test_bar_fits_a_desk_in_german(
    arrive: Callable[..., Person], behind: Backstage, site: str
) -> None:
    anna = arrive(calm=True)
    page = anna.page
    page.context.add_cookies([{"name": "django_language", "value": "de", "url": site}])
    match_id = behind.ask("played", game="kharnage", names=[anna.name, arrive().name])
    page.goto(f"/matches/{match_id}/replay/?step=12")
    page.evaluate(LONG_CHAPTER)
    for width in (1280, 1024):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(OUTSIDE_BAR) == []


def test_cards_to_come_cover_no_words_of_their_army(
    arrive: Callable[..., Person], behind: Backstage
) -> None:
    anna = arrive(calm=True)
    page = anna.page
    match_id = behind.ask("played", game="kharnage", names=[anna.name, arrive().name])
    page.goto(f"/matches/{match_id}/replay/?step=12&view=all")
    army = page.locator(".army").first
    army.locator(".to-come summary").click()
    listed = army.locator(".to-come > p").bounding_box()
    assert listed is not None
    for words in (army.locator("> header"), army.locator(".to-come summary")):
        box = words.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= listed["x"]
