"""A new table is measured in the frame that paints it, not in the task that changes it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.restyled import restyled
from tests.browser.test_guard import LAST_IN_THE_BATTLE

pytestmark = pytest.mark.browser

NOTE_EARLY = """() => {
  window.early = [];
  let changing = false;
  addEventListener("htmx:oobAfterSwap", () => {
    changing = true;
    queueMicrotask(() => (changing = false)); // after all that hears of the change
  }, true);
  const changes = new MutationObserver(() => {});
  changes.observe(document, { subtree: true, attributeFilter: ["hidden"] });
  addEventListener("tavola:message", () => changes.takeRecords(), true);
  addEventListener("htmx:oobBeforeSwap", () => {
    window.early.push(...changes.takeRecords().map(({ attributeName }) => attributeName));
  }, true);
  const watch = ({ prototype }, name) => {
    const real = prototype[name];
    prototype[name] = function (...given) {
      if (changing) window.early.push(name);
      return real.apply(this, given);
    };
  };
  const watchValue = ({ prototype }, name, use) => {
    const real = Object.getOwnPropertyDescriptor(prototype, name);
    const used = function (...given) {
      if (changing) window.early.push(name);
      return real[use].apply(this, given);
    };
    Object.defineProperty(prototype, name, { ...real, [use]: used });
  };
  for (const name of ["getBoundingClientRect", "checkVisibility"]) watch(Element, name);
  watch(HTMLElement, "focus");
  for (const name of ["clientHeight", "scrollHeight"]) watchValue(Element, name, "get");
  watchValue(HTMLElement, "offsetHeight", "get");
  watchValue(Document, "title", "set");
  watch(Navigator, "setAppBadge");
}"""
"""Records what makes the browser lay out a table while it is still being changed, or again before
that, and what makes the new table wait: the page's title and the app's badge."""

UNKNOWN_EMBLEMS = """() => [...document.querySelectorAll("#table use")]
  .map((use) => use.getAttribute("href")).filter((href) => !document.querySelector(href))"""


def test_new_table_is_measured_in_frame_that_paints_it(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(guarded=True, phone=True), arrive()
    page = anna.page
    page.goto(prepare("condottiere", LAST_IN_THE_BATTLE, anna, ben))
    foreign = page.locator("#table use:not([href^='#'])")
    expect(foreign).to_have_count(0)
    page.evaluate(NOTE_EARLY)
    with restyled(page) as counts:
        page.click("#act-pass")
        expect(page.locator("#act-decline")).to_be_visible()
    # The armies stay in the page when the report of the battle comes before them.
    assert max(counts) < 140
    expect(page.locator("#table :focus")).to_have_count(1)
    assert page.evaluate("early") == []
    # An emblem from another file would be drawn in a later frame.
    expect(foreign).to_have_count(0)
    assert page.evaluate(UNKNOWN_EMBLEMS) == []
