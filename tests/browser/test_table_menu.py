"""The menu of a table in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.driver import is_mine

pytestmark = pytest.mark.browser
HANDS = {"hands": [["m3", "m4"], ["m5", "m6"]]}


def test_menu_closes_for_both_players_when_one_resigns(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(phone=True, calm=True), arrive(phone=True, calm=True)
    path = prepare("condottiere", HANDS, anna, ben)
    for person in (anna, ben):
        person.page.goto(path)
    first, second = (anna, ben) if is_mine(anna.page) else (ben, anna)
    first.page.click("#act-decline")
    expect(second.page.locator("#table.is-mine")).to_be_visible()
    for person in (anna, ben):
        person.page.click(".table-menu > summary")
    second.page.click(".resign > summary")
    second.page.get_by_role("button", name="Resign now").click()
    for person in (anna, ben):
        expect(person.page.locator("#table.is-over")).to_be_visible()
        expect(person.page.locator(".table-menu .menu-list")).to_be_hidden()
        assert person.complaints == []


def test_offer_to_call_off_and_its_answer_are_in_sight(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """The menu stayed open over both."""
    anna, ben = arrive(phone=True, calm=True), arrive(phone=True, calm=True)
    path = prepare("condottiere", {**HANDS, "phase": "battle", "city": "milano"}, anna, ben)
    for person in (anna, ben):
        person.page.goto(path)
    anna.page.click("#act-pass")
    anna.page.click(".table-menu > summary")
    anna.page.click(".call-off > summary")
    anna.page.get_by_role("button", name="Offer it").click()
    notice = anna.page.locator("#refusal .notice")
    expect(notice).to_contain_text("You would call off the match.")
    expect(anna.page.locator(".table-menu .menu-list")).to_be_hidden()
    ben.page.click("#agree-no")
    expect(notice).to_have_text(f"{ben.name} would rather play on.")
    assert anna.complaints == []
