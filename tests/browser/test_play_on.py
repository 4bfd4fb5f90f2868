"""A new match is started from a step of a replay, with only clicks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.helpers.backstage import Backstage

pytestmark = pytest.mark.browser


def test_match_starts_from_step_of_replay(arrive: Callable[..., Person], behind: Backstage) -> None:
    anna, ben = arrive(calm=True), arrive(calm=True)
    match_id = behind.ask("played", game="babel", names=[anna.name, ben.name])
    page = anna.page
    page.goto(f"/matches/{match_id}/replay/?step=3&view=all")
    # The match starts at the step that is shown.
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step-now")).to_have_text("4")
    page.get_by_role("button", name="Play on from here…").click()
    expect(page.get_by_role("heading", name="Play on from here")).to_be_visible()
    expect(page.locator("main")).to_contain_text("from step 4 of")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("radio", name="dealt again, from what your seat could know").check()
    page.get_by_role("button", name="Play on", exact=True).click()
    page.wait_for_url(lambda address: "/matches/" in address and match_id not in address)
    expect(page.locator("#table")).to_be_visible()
    note = page.locator("#log .branched")
    expect(note).to_contain_text("From step 4 of another match · unrated")
    note.get_by_role("link").click()
    page.wait_for_url(f"**/matches/{match_id}/replay/?step=4&view=all")
    assert anna.complaints == []
