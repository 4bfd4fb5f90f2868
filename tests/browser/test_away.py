"""A player who closes the table is marked at their seat, until they are back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.driver import wait_until
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


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
def test_closed_page_is_seen_at_seat_and_moves_nothing(
    arrive: Callable[..., Person], prepare: Callable[..., str], phone: bool
) -> None:
    anna, ben = arrive(phone=phone, guided=phone), arrive()
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
    hand = anna.page.locator("#my-side")
    before = hand.bounding_box()
    name = anna.page.locator("#table [data-card='1']").first
    name_at = name.evaluate(NAME_AT)
    ben.page.goto("about:blank")
    expect(mark).to_be_visible()
    note = anna.page.locator("#away > p")
    expect(note).to_have_text(f"{ben.name} has left the table.")
    expect(note).to_have_class("visually-hidden")
    assert hand.bounding_box() == before
    assert not phone or name.evaluate(NAME_AT) == name_at
    anna.page.reload()
    expect(mark).to_be_visible()
    anna.page.get_by_role("button", name="Pass").first.click()
    expect(anna.page.locator("#table.is-mine")).to_have_count(0)
    expect(note).not_to_have_class("visually-hidden")
    edges = anna.page.evaluate(EDGES)
    assert not phone or edges == sorted(edges), "it lies between the question and the board"
    assert not phone or anna.page.evaluate(BELOW_NOTE), "the guide never slides under it"
    ben.page.goto(path)
    expect(mark).to_have_count(0)
    expect(note).to_have_count(0)
