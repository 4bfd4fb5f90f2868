"""A card is shown large with its effect: by a long press, a pointer that stays, and a key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.conftest import Person

pytestmark = pytest.mark.browser
PLAYABLE = {
    "condottiere": ("six-battle", ".hand label.card"),
    "babel": ("powers", ".hand label.card"),
    "kabale": ("two-seats", ".hand label.card"),
    "kharnage": ("destroy", "button.card.is-legal"),
}
"""For each game, a prepared table and cards on it that a click chooses or plays."""
LYING = {
    "condottiere": ("six-battle", ".army .laid .card"),
    "babel": ("powers", ".people [data-printed]"),
    "kabale": ("traitor", ".lies [data-printed]"),
    "kharnage": ("four-armies", ".at-me .unit"),
}
"""For each game, a prepared table and cards that lie on it."""
FITS = """() => {
  const shown = document.getElementById("explanation");
  const { left, top, right, bottom } = shown.getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""
STANDING = """() => [...document.querySelectorAll("#board, #my-side, .table-head")].map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [left, top, width, height];
})"""


def opened(person: Person, slug: str, cards: dict[str, tuple[str, str]]) -> Locator:
    """Open a prepared table, and return one of its cards."""
    name, selector = cards[slug]
    person.page.goto(f"/styleguide/{slug}/{name}/")
    card = person.page.locator(f"{selector}:visible").first
    card.scroll_into_view_if_needed()
    return card


def large(page: Page) -> Locator:
    return page.locator("#explanation .printed-card")


def box_of(card: Locator) -> FloatRect:
    box = card.bounding_box()
    assert box is not None
    return box


class Finger:
    """A finger on a card; tests decide when it moves and when it is lifted."""

    def __init__(self, card: Locator) -> None:
        box = box_of(card)
        self.x, self.y = box["x"] + min(box["width"] / 2, 12), box["y"] + box["height"] / 2
        self._hand = card.page.context.new_cdp_session(card.page)
        self._send("touchStart")

    def move(self, by: int) -> None:
        self.y += by
        self._send("touchMove")

    def lift(self) -> None:
        self._send("touchEnd")

    def _send(self, kind: str) -> None:
        points: list[Any] = [] if kind == "touchEnd" else [{"x": self.x, "y": self.y}]
        self._hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_long_press_shows_card_large_and_does_not_play_it(arrive: Callable[..., Person]) -> None:
    anna = arrive(phone=True, touch=True, staff=True)
    page = anna.page
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    for slug in PLAYABLE:
        card = opened(anna, slug, PLAYABLE)
        sent.clear()
        before = page.evaluate(STANDING)
        finger = Finger(card)
        expect(large(page)).to_be_visible()
        finger.lift()
        expect(large(page)).to_be_visible()
        assert page.evaluate(FITS), slug
        assert page.evaluate(STANDING) == before, "nothing moves"
        expect(page.locator("#table .card input:checked")).to_have_count(0)
        # A tap elsewhere closes it.
        page.touchscreen.tap(3, 3)
        expect(page.locator("#explanation")).to_be_hidden()
        assert "POST" not in sent
    assert anna.complaints == []


def test_tooltip_does_not_repeat_words_next_to_card(arrive: Callable[..., Person]) -> None:
    """It covered these words and the next card."""
    anna = arrive(staff=True, calm=True)
    page = anna.page
    opened(anna, "kabale", PLAYABLE)
    page.evaluate("""() => {
      window.opened = [];
      const open = HTMLElement.prototype.showPopover;
      HTMLElement.prototype.showPopover = function () {
        open.call(this);
        opened.push([this.className, this.checkVisibility()]);
      };
    }""")
    page.locator("#my-side .card:visible").first.hover()
    expect(large(page)).to_be_visible()
    assert page.evaluate("opened") == [["explanation", False], ["explanation is-printed", True]]


@pytest.mark.parametrize("slug", LYING)
def test_pointer_that_stays_shows_card_large(arrive: Callable[..., Person], slug: str) -> None:
    anna = arrive(staff=True, calm=True)
    page, card = anna.page, opened(anna, slug, LYING)
    box = box_of(card)
    before = page.evaluate(STANDING)
    # Of a card in a column only the upper edge is in sight.
    at = box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 8)
    page.mouse.move(2, 2)
    page.mouse.move(*at)
    expect(large(page)).to_be_visible()
    assert page.evaluate(FITS)
    assert page.evaluate(STANDING) == before, "nothing moves"
    picture = box_of(page.locator("#explanation .card-printed"))
    assert 200 <= picture["width"] <= 240
    # Moving away closes it, as does Escape.
    page.mouse.move(2, 2)
    expect(page.locator("#explanation")).to_be_hidden()
    page.mouse.move(*at)
    expect(large(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#explanation")).to_be_hidden()
    assert anna.complaints == []


@pytest.mark.parametrize("slug", ["condottiere", "kharnage"])
def test_key_shows_focused_card_large(arrive: Callable[..., Person], slug: str) -> None:
    anna = arrive(staff=True, calm=True)
    page, card = anna.page, opened(anna, slug, PLAYABLE)
    focused = card.locator("input") if card.locator("input").count() else card
    focused.focus()
    page.keyboard.press("+")
    expect(large(page)).to_be_visible()
    assert page.evaluate(FITS)
    # Screen readers have the effect as the card's description; the large card repeats it.
    expect(page.locator("#explanation")).to_have_attribute("aria-hidden", "true")
    described = focused.get_attribute("aria-describedby")
    assert described is not None
    page.keyboard.press("Escape")
    expect(page.locator("#explanation")).to_be_hidden()
    expect(focused).to_be_focused()
    page.keyboard.press("?")
    expect(page.locator("#keys-help")).to_contain_text("the focused card, large")
    assert anna.complaints == []


def test_finger_that_moves_shows_nothing(arrive: Callable[..., Person]) -> None:
    anna = arrive(phone=True, touch=True, staff=True, own=True)
    page, card = anna.page, opened(anna, "condottiere", LYING)
    page.clock.install()
    finger = Finger(card)
    finger.move(-30)
    page.clock.run_for(2000)
    finger.lift()
    expect(page.locator("#explanation")).to_be_hidden()
    assert anna.complaints == []


def test_card_of_opened_army_is_shown_large(arrive: Callable[..., Person]) -> None:
    anna = arrive(phone=True, touch=True, staff=True)
    page = anna.page
    page.goto("/styleguide/kharnage/four-armies/")
    page.locator(".opener:visible").first.tap()
    card = page.locator(".army:has(.opens:checked) .unit:visible").first
    expect(card).to_be_visible()
    finger = Finger(card)
    expect(large(page)).to_be_visible()
    finger.lift()
    assert page.evaluate(FITS)
    assert anna.complaints == []


def test_without_answer_the_short_explanation_stays(arrive: Callable[..., Person]) -> None:
    anna = arrive(staff=True, calm=True)
    page, card = anna.page, opened(anna, "condottiere", PLAYABLE)
    page.route("**/cards/**", lambda route: route.abort())
    card.locator("input").focus()
    with page.expect_event("requestfailed"):
        page.keyboard.press("+")
    expect(large(page)).to_have_count(0)
    page.unroute("**/cards/**")
    page.keyboard.press("+")
    expect(large(page)).to_be_visible()
