"""The browser's time zone: noted at the first visit, and used for times that all readers share."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person

pytestmark = pytest.mark.browser
ZONE = "Australia/Eucla"
"""No other zone is 8:45 hours ahead of UTC."""
EXPECTED = """(time) => new Date(time.dateTime).toLocaleTimeString("en-US", {
  timeStyle: "short", timeZone: "Australia/Eucla",
}).replace("12:00 AM", "midnight").replace("12:00 PM", "noon").replace(":00", "")
  .replace(/\\s([AP])M/, (_, half) => ` ${half.toLowerCase()}.m.`)"""
"""A time as Django writes it: 2 p.m., 2:05 p.m."""

DAYS = """(time) => new Intl.DateTimeFormat("en-US", {
  day: "numeric", month: "short", timeZone: "Australia/Eucla",
}).formatRange(new Date(time.dateTime), new Date(time.dataset.last))"""


def test_browsers_zone_is_noted_and_chat_is_in_it(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, berta = arrive(calm=True, own=True), arrive()
    table = prepare("condottiere", None, anna, berta, clock=("turns", 86400, 43200))
    page = anna.page
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setTimezoneOverride", {"timezoneId": ZONE})
    with page.expect_response("**/settings/time-zone/") as noted:
        page.goto(table)
    assert noted.value.status == 204
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-zone", ZONE)
    page.locator("#log [data-drawer=chat]").click()
    page.locator("#chat [name=text]").fill("Hello")
    page.locator("#chat [name=text]").press("Enter")
    said = page.locator("#chat-lines time")
    expect(said).to_have_attribute("data-zoned", "time")
    assert said.text_content() == said.evaluate(EXPECTED)
    day = datetime.now(UTC).date() + timedelta(days=3)
    berta.page.goto("/settings/vacation/")
    berta.page.get_by_label("First day").fill(str(day))
    berta.page.get_by_label("Last day").fill(str(day + timedelta(days=2)))
    berta.page.get_by_role("button", name="Announce my vacation").click()
    expect(berta.page.get_by_role("button", name="Cancel it")).to_be_visible()
    page.goto(table)
    for days in (page.locator(".clock-away time"), page.locator("#log time[data-last]")):
        expect(days).to_have_attribute("data-last", f"{day + timedelta(days=2)}T23:59:59Z")
        words = days.evaluate(DAYS)
        assert "–" in words
        assert days.text_content() == words
    page.goto("/settings/profile/")
    own = page.get_by_label("Time zone")
    expect(own).to_have_value(ZONE)
    own.select_option("UTC")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(f"**/players/{anna.name}/")
    page.goto("/events/new/")
    expect(page.get_by_label("Time zone")).to_have_value("UTC")
    assert anna.complaints == []
