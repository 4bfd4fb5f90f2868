"""The lists of people: buttons that change in place."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Person


def test_following_back_in_list_makes_a_friend_to_write_to(arrive: Callable[..., Person]) -> None:
    anna, ben = arrive(), arrive(script=False)
    ben.page.goto(f"/players/{anna.name}/")
    ben.page.get_by_role("button", name="Follow").click()
    page = anna.page
    page.goto("/people/followers/")
    write = page.get_by_role("link", name=f"Write to {ben.name}")
    expect(write).to_be_hidden()
    page.get_by_role("button", name=f"Follow back {ben.name}").click()
    expect(
        page.get_by_role("button", name=re.compile(f"^Friends.*unfollow {ben.name}"))
    ).to_be_focused()
    write.click()
    page.wait_for_url(f"**/messages/to/{ben.name}/")
    assert anna.complaints == []
