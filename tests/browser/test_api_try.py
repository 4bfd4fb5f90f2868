"""Swagger UI sends calls from the pages of the API, within the site's policy for scripts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person

pytestmark = pytest.mark.browser


def test_call_is_sent_from_the_page(arrive: Callable[..., Person]) -> None:
    anna = arrive()
    page = anna.page
    page.goto("/api/v1/docs/version/")
    page.get_by_role("link", name="Try these calls here").click()
    page.locator(".opblock-summary-control").click()
    page.get_by_role("button", name="Try it out").click()
    page.get_by_role("button", name="Execute").click()
    expect(page.locator(".live-responses-table .response-col_status").last).to_have_text("200")
    assert anna.complaints == []
