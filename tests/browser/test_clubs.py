"""A club is founded in one browser, and joined in another; its page is live in both."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.test_accessible import complaints, never_scrolls_sideways
from tests.helpers.backstage import Backstage

pytestmark = pytest.mark.browser


def test_club_is_founded_and_joined_and_chat_is_live(
    arrive: Callable[..., Person], behind: Backstage, site: str
) -> None:
    anna, ben = arrive(calm=True), arrive(phone=True, calm=True)
    name = f"Club of {anna.name}"
    anna.page.goto("/clubs/new/")
    anna.page.get_by_label("Name").fill(name)
    anna.page.get_by_label("Organisers decide on requests").check()
    anna.page.locator("label:has([name=charge][value=tower])").click()
    anna.page.get_by_role("button", name="Found the club").click()
    expect(anna.page.get_by_role("heading", name=name)).to_be_visible()
    ben.page.goto("/clubs/")
    ben.page.get_by_role("link", name=name).click()
    ben.page.get_by_role("button", name="Ask to join").click()
    expect(ben.page.get_by_role("button", name="Take it back")).to_be_visible()
    # The page of the user who asked becomes that of a member by itself.
    anna.page.get_by_role("button", name="Accept").click()
    field = ben.page.locator("#say")
    field.fill("Good evening!")
    field.press("Enter")
    expect(field).to_have_value("")
    for person in (anna, ben):
        expect(person.page.locator("#club-lines")).to_contain_text("Good evening!")
        assert complaints(person) == []
        assert person.complaints == []
    never_scrolls_sideways(anna)
    for person in (anna, ben):
        behind.ask("describe", name=person.name, display_name=f"{person.name:m<30}", about="")
    behind.ask("played", game="babel", names=[anna.name, ben.name])
    ben.context.add_cookies([{"name": "django_language", "value": "de", "url": site}])
    ben.page.goto(anna.page.url)
    expect(ben.page.locator(".standings tbody tr")).to_have_count(2)
    never_scrolls_sideways(ben)
    anna.page.get_by_text("Dissolve the club").click()
    anna.page.get_by_role("button", name="Dissolve now").click()
    expect(ben.page.locator("#called")).to_contain_text("aufgelöst")
