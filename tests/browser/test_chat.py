"""The buttons next to the chat: emoji go into the line, phrases are sent at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.driver import is_mine
from tests.browser.test_accessible import complaints

pytestmark = pytest.mark.browser
HANDS = {"hands": [["m3", "m4"], ["m5", "m6"]]}


def chat_height(person: Person) -> float:
    """Open the chat on a desk and return how high it is."""
    if person.page.locator("#chat").is_hidden():
        person.page.locator("#log [data-drawer=chat]").click()
    box = person.page.locator("#chat").bounding_box()
    assert box is not None
    return box["height"]


def test_emoji_are_chosen_by_keys_and_phrases_are_sent_at_once(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(calm=True), arrive(phone=True, calm=True)
    table = prepare("condottiere", HANDS, anna, ben)
    for person in (anna, ben):
        person.page.goto(table)
    field, lines = anna.page.locator("#say-text"), anna.page.locator("#chat-lines")

    # On a desk, log and chat are the tabs of one drawer.
    expect(field).to_be_hidden()
    anna.page.locator("#log [data-drawer=chat]").press("Enter")
    expect(anna.page.locator("#chat [data-drawer=chat]")).to_be_focused()
    expect(anna.page.locator("#log")).to_be_hidden()

    # Emoji with only the keyboard: one tab stop, then arrows; Escape leads back.
    field.fill("Mine")
    anna.page.locator(".say-more summary").last.press("Enter")
    palette = anna.page.locator(".say-emoji")
    expect(palette).to_be_visible()
    anna.page.keyboard.press("Tab")
    pictures = palette.locator("button")
    expect(pictures.first).to_be_focused()
    assert complaints(anna) == []
    anna.page.keyboard.press("ArrowRight")
    anna.page.keyboard.press("ArrowDown")
    anna.page.keyboard.press("ArrowUp")
    expect(pictures.nth(1)).to_be_focused()
    anna.page.keyboard.press("Enter")
    anna.page.keyboard.press("Escape")
    expect(palette).to_be_hidden()
    said = "Mine" + (pictures.nth(1).get_attribute("value") or "")
    expect(field).to_have_value(said)
    expect(lines.locator("[id^=line-]")).to_have_count(0)
    field.press("Enter")
    expect(lines).to_contain_text(said)
    expect(field).to_have_value("")

    # A phrase is sent at once, and the begun line stays.
    field.fill("I was about to")
    anna.page.locator(".say-more summary").first.click()
    phrases = anna.page.locator(".palette").first
    cut = phrases.evaluate("palette => palette.scrollHeight - palette.clientHeight")
    assert cut <= 0, "the last phrases are cut off"
    anna.page.locator("[name=phrase][value=game]").click()
    expect(lines).to_contain_text("Good game!")
    expect(phrases).to_be_hidden()
    expect(field).to_have_value("I was about to")
    # An address with the chat's anchor opens it, also behind a tab.
    ben.page.goto("/")
    ben.page.goto(f"{table}#chat")
    expect(ben.page.locator("#chat-lines")).to_be_in_viewport()
    expect(ben.page.locator("#chat-lines")).to_contain_text(said)
    expect(ben.page.locator("#chat-lines [id^=line-]")).to_have_count(2)
    ben.page.locator(".say-more summary").first.click()
    expect(ben.page.locator(".say-phrases")).to_be_visible()
    assert complaints(ben) == []
    # A line that is said while the log is shown marks the tab of the chat.
    anna.page.locator("#chat [data-drawer=log]").click()
    expect(anna.page.locator("#log [data-drawer=log]")).to_be_focused()
    expect(anna.page.locator("#log [data-drawer=chat] > .news")).to_be_hidden()
    ben.page.locator("[name=phrase][value=game]").click()
    expect(anna.page.locator("#log [data-drawer=chat] > .news")).to_be_visible()
    # At the end the chat keeps its place, next to the result.
    height = chat_height(anna)
    ben.page.goto(table)
    first, second = (anna, ben) if is_mine(anna.page) else (ben, anna)
    first.page.click("#act-decline")
    expect(second.page.locator("#table.is-mine")).to_be_visible()
    second.page.click(".table-menu > summary")
    second.page.click(".resign > summary")
    second.page.get_by_role("button", name="Resign now").click()
    expect(anna.page.locator("#table.is-over")).to_be_visible()
    assert chat_height(anna) == height
    assert anna.complaints == ben.complaints == []
