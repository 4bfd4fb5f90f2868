"""An event is planned in one browser and joined in two; when it begins, tables open by draw."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.test_accessible import complaints, never_scrolls_sideways

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_event_is_planned_joined_and_drawn(arrive: Callable[..., Person]) -> None:
    anna, ben, carla = (
        arrive(calm=True),
        arrive(phone=True, calm=True),
        arrive(script=False, calm=True),
    )
    title, soon = f"Evening of {anna.name}", datetime.now(UTC) + timedelta(hours=1)
    anna.page.goto("/events/new/")
    anna.page.get_by_label("Title").fill(title)
    anna.page.get_by_label("Date").fill(f"{soon:%Y-%m-%d}")
    anna.page.get_by_label("Begins at").fill(f"{soon:%H:%M}")
    anna.page.get_by_label("Time zone").fill("UTC")
    anna.page.get_by_label("Condottiere").check()
    assert complaints(anna) == []
    anna.page.get_by_role("button", name="Plan the event").click()
    expect(anna.page.get_by_role("heading", name=title)).to_be_visible()
    address = anna.page.url
    for person in (ben, carla):
        person.page.goto("/events/")
        person.page.get_by_role("link", name=title).first.click()
        person.page.get_by_role("button", name="I’m coming").click()
        expect(person.page.get_by_text("You have a place.")).to_be_visible()
    anna.page.goto(address)
    expect(anna.page.get_by_role("heading", name="2 of 16 places taken")).to_be_visible()
    assert complaints(anna) == []
    anna.page.get_by_role("button", name="Begin now").click()
    expect(anna.page.get_by_role("heading", name="Draw a round")).to_be_visible()
    for person in (ben, carla):
        person.page.goto(address)
        person.page.get_by_role("button", name="I’m here").click()
        expect(person.page.get_by_text("You’re here")).to_be_visible()
    anna.page.reload()
    expect(anna.page.get_by_text("2 players are here and free.")).to_be_visible()
    assert complaints(anna) == []
    anna.page.get_by_role("button", name="Draw and start").click()
    expect(anna.page.get_by_text("1 table is drawn.")).to_be_visible()
    expect(anna.page.get_by_role("heading", name="Tables in play")).to_be_visible()
    ben.page.reload()
    ben.page.get_by_role("link", name="Go to the table").first.click()
    ben.page.wait_for_url("**/matches/*/")
    for person in (anna, ben):
        assert complaints(person) == []
        assert person.complaints == []
    never_scrolls_sideways(anna)
