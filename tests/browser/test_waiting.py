"""The waiting room of a table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.driver import open_table

pytestmark = pytest.mark.browser
ASIDE = """(shield) => {
  const middle = (one) => (({ left, right }) => (left + right) / 2)(one.getBoundingClientRect());
  return middle(shield) - middle(shield.parentElement);
}"""


def test_link_for_friends_is_in_view(arrive: Callable[..., Person]) -> None:
    anna = arrive()
    open_table(anna, seats=4, bots=0)
    expect(anna.page.locator("[data-link]")).to_be_in_viewport(ratio=1)
    assert anna.page.locator(".round-mark > .shield").evaluate(ASIDE) == pytest.approx(0, abs=0.5)
    assert anna.complaints == []
