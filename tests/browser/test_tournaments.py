"""A tournament is planned in one browser; its first round appears on the pages of its players."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.test_accessible import complaints, never_scrolls_sideways
from tests.helpers.backstage import Backstage

pytestmark = pytest.mark.browser
BROKEN = """() => [...document.querySelectorAll(".standings :is(th, td, span)")]
  .flatMap((one) => [...one.childNodes])
  .filter((one) => one.nodeType === Node.TEXT_NODE)
  .filter((text) => [...text.data.matchAll(/\\S+/g)].some((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }))
  .map((text) => text.data)"""
"""Returns the words of the standings that are broken, other than names."""


@pytest.mark.long
def test_first_round_appears_on_live_pages(
    arrive: Callable[..., Person], behind: Backstage, site: str
) -> None:
    anna, ben = arrive(calm=True), arrive(phone=True, calm=True)
    carla, dora = arrive(script=False, calm=True), arrive(script=False, calm=True)
    title = f"Cup of {anna.name}"
    anna.page.goto("/tournaments/new/")
    anna.page.get_by_label("Title").fill(title)
    expect(anna.page.get_by_label("Minutes of an arena")).to_be_hidden()
    anna.page.get_by_label("Format").select_option("arena")
    expect(anna.page.get_by_label("Length in hours")).to_be_hidden()
    anna.page.get_by_label("Format").select_option("swiss")
    expect(anna.page.get_by_label("Length in hours")).to_be_visible()
    anna.page.get_by_label("Time zone").fill("Asia/Seoul")
    anna.page.get_by_role("button", name="In 10 minutes").click()
    day, hour = (anna.page.get_by_label(one).input_value() for one in ("Date", "Begins at"))
    begins = datetime.fromisoformat(f"{day}T{hour}+09:00")
    assert timedelta(minutes=5) < begins - datetime.now(UTC) <= timedelta(minutes=10)
    assert complaints(anna) == []
    anna.page.get_by_role("button", name="Plan the tournament").click()
    address = anna.page.url
    for person in (anna, ben, carla, dora):
        person.page.goto(address)
        person.page.get_by_role("button", name="I’m coming").click()
        expect(person.page.get_by_text("You have a place.")).to_be_visible()
    anna.page.goto(address)
    anna.page.get_by_role("button", name="Begin now").click()
    for person in (carla, dora):
        person.page.reload()
        person.page.get_by_role("button", name="I’m here").click()
    table = ben.page.get_by_role("link", name="Go to your table")
    expect(table).to_be_visible(timeout=60_000)
    carla.page.reload()
    expect(carla.page.get_by_role("link", name="Go to your table")).to_be_visible()
    expect(anna.page.get_by_role("heading", name="Tables of round 1")).to_be_visible()
    for person, tie_breaks in ((anna, "td.tie-breaks"), (ben, "th .tie-breaks-below")):
        shown = person.page.locator(f".standings {tie_breaks}")
        expect(shown).to_have_count(4)
        expect(shown.first).to_be_visible()
    for person in (anna, ben):
        assert complaints(person) == []
        assert person.complaints == []
        never_scrolls_sideways(person)
    carla.page.get_by_text("Leave the tournament").click()
    carla.page.get_by_role("button", name="Withdraw").click()
    behind.ask("describe", name=carla.name, display_name=f"{carla.name:m<30}", about="")
    ben.context.add_cookies([{"name": "django_language", "value": "de", "url": site}])
    ben.page.reload()
    expect(ben.page.get_by_text("zurückgezogen")).to_be_visible()
    never_scrolls_sideways(ben)
    assert ben.page.evaluate(BROKEN) == []
    ben.page.get_by_role("link", name="Zu deinem Tisch").click()
    ben.page.wait_for_url("**/matches/*/")
