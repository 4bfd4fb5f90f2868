"""A channel of TV in a browser: it shows a move live, and goes on to the next match."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person, console_errors
from tests.browser.driver import is_mine
from tests.browser.test_accessible import complaints, never_scrolls_sideways
from tests.helpers.backstage import Backstage

pytestmark = pytest.mark.browser
HANDS = {"hands": [["m3", "m4"], ["m5", "m6"]]}
LIVE = ("live", 600, 15)


@pytest.mark.long
def test_tv_shows_a_move_live_and_goes_on_to_the_next_match(
    arrive: Callable[..., Person], prepare: Callable[..., str], behind: Backstage
) -> None:
    behind.ask("clear_tv")
    anna, ben, viewer = arrive(calm=True), arrive(calm=True), arrive(account=False)
    path, page = prepare("condottiere", HANDS, anna, ben, clock=LIVE), viewer.page
    errors = console_errors(page)
    for person in (anna, ben):
        person.page.goto(path)
    page.goto("/")
    expect(page.locator("#live-now")).to_contain_text(anna.name)
    page.goto("/tv/condottiere/")
    table = page.locator("#table")
    expect(table).to_contain_text(anna.name)
    assert complaints(viewer) == []
    never_scrolls_sideways(viewer)

    first, second = (anna, ben) if is_mine(anna.page) else (ben, anna)
    before = table.get_attribute("data-seen")
    front = arrive(account=False).page
    front.goto("/")
    picture = front.locator("#live-now img")
    shown = str(picture.get_attribute("src"))
    first.page.click("#act-decline")
    expect(table).not_to_have_attribute("data-seen", str(before))
    expect(picture).not_to_have_attribute("src", shown)

    later = prepare("condottiere", HANDS, anna, ben, clock=LIVE)
    second.page.click(".table-menu > summary")
    second.page.click(".resign > summary")
    second.page.get_by_role("button", name="Resign now").click()
    expect(page.locator(".tv-soon > span")).to_be_visible()
    match = later.strip("/").rsplit("/", 1)[-1]
    expect(page.locator(f'#room[ws-connect*="{match}"]')).to_be_visible()
    expect(page.locator(".tv-result")).to_contain_text(first.name)

    page.get_by_role("link", name="Hide names").click()
    expect(page.locator("#table")).to_contain_text("Player A")
    for person in (anna, ben):
        expect(page.locator("body")).not_to_contain_text(person.name)
    assert errors == []
