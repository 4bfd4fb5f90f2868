"""A player who closes the table is marked at their seat, until they are back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, expect

from tests.browser.conftest import DESK, PHONE, Person
from tests.browser.driver import wait_until
from tests.browser.keys import PAINTED
from tests.helpers.condottiere import battle

pytestmark = pytest.mark.browser
ABSENT = 'id="absent"'
NAME_AT = """name => {
  const text = document.createRange();
  text.selectNodeContents(name);
  return text.getBoundingClientRect().x;
}"""
EDGES = """() => {
  scrollTo(0, 0);
  const [head, note, board] = [".table-head", "#away > p", "#board"].map((find) =>
    document.querySelector(find).getBoundingClientRect());
  return [head.bottom, note.top, note.bottom, board.top];
}"""


BELOW_NOTE = """() => {
  scrollTo(0, document.documentElement.scrollHeight);
  const [note, guide] = ["#away > p", "#guide-slot"].map((find) =>
    document.querySelector(find).getBoundingClientRect());
  return guide.height > 20 && scrollY > 0 && guide.top >= note.bottom;
}"""


def test_closed_page_is_seen_at_seat_and_moves_nothing(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(phone=True, guided=True, calm=True), arrive()
    path = prepare("condottiere", battle("m5 m1 | m2 m3").position.dump(), anna, ben)
    anna.page.goto(path)
    frames = list[str | bytes]()
    ben.page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(frame))
    )
    ben.page.goto(path)
    # The others see it only after the server noted this page, and then it sends who is away.
    wait_until(ben.page, lambda: any(ABSENT in str(frame) for frame in frames), "the page is noted")
    mark = anna.page.locator("#table [data-card='1'][data-away='away']").first
    name = anna.page.locator("#table [data-card='1']").first
    before = hand_in_each_window(anna)
    name_at = name.evaluate(NAME_AT)
    ben.page.goto("about:blank")
    expect(mark).to_be_visible()
    note = anna.page.locator("#away > p")
    expect(note).to_have_text(f"{ben.name} has left the table.")
    expect(note).to_have_class("visually-hidden")
    assert hand_in_each_window(anna) == before
    assert name.evaluate(NAME_AT) == name_at
    anna.page.reload()
    expect(mark).to_be_visible()
    anna.page.get_by_role("button", name="Pass").first.click()
    expect(anna.page.locator("#table.is-mine")).to_have_count(0)
    expect(note).not_to_have_class("visually-hidden")
    edges = anna.page.evaluate(EDGES)
    assert edges == sorted(edges), "it lies between the question and the board"
    assert anna.page.evaluate(BELOW_NOTE), "the guide never slides under it"
    ben.page.goto(path)
    expect(mark).to_have_count(0)
    expect(note).to_have_count(0)


def hand_in_each_window(person: Person) -> list[FloatRect | None]:
    """Return the place of the hand on a desktop and on a phone."""
    places = []
    for size in (DESK, PHONE):
        person.page.set_viewport_size(size)
        person.page.evaluate(PAINTED)
        places.append(person.page.locator("#my-side").bounding_box())
    return places
