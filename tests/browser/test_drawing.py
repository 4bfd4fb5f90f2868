"""Updates of a table leave unchanged elements untouched."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.helpers.condottiere import battle

pytestmark = pytest.mark.browser
WATCH = """() => {
  window.touched = { "#log-lines": [], "#board": [], "#armies": [] };
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  const isSpace = (node) => node.nodeType === Node.TEXT_NODE && !node.data.trim();
  for (const [part, found] of Object.entries(touched))
    new MutationObserver((records) => {
      for (const { type, target, addedNodes, removedNodes } of records) {
        const nodes = type === "childList" ? [...addedNodes, ...removedNodes] : [target];
        for (const node of nodes) if (!isSpace(node)) found.push(node.closest?.("li")?.id ?? "");
      }
    }).observe(document.querySelector(part), all);
}"""
"""Records the touched nodes, by part of the table."""


def test_move_touches_only_changed_elements(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(calm=True), arrive(calm=True)
    url = prepare("condottiere", battle("m1 m2 m3 | m1 m2 m3").position.dump(), anna, ben)
    for person in (anna, ben):
        person.page.goto(url)
    lines = anna.page.locator("#log-lines > li")
    for number, person in enumerate((anna, ben), start=1):
        person.page.locator("#table .hand label.card").first.click()
        person.page.locator("#table [data-plays]").first.click()
        expect(lines.filter(has_text="lays")).to_have_count(number)
        expect(ben.page.locator("#log-lines > li").filter(has_text="lays")).to_have_count(number)
    anna.page.evaluate(WATCH)
    anna.page.locator("#table .hand label.card").first.click()
    anna.page.locator("#table [data-plays]").first.click()
    expect(lines.filter(has_text="lays")).to_have_count(3)
    touched = anna.page.evaluate("touched")
    assert touched["#board"] == [], "no city was taken"
    assert touched["#armies"], "the card lies there"
    ids = [line.get_attribute("id") for line in lines.all()]
    assert set(touched["#log-lines"]) == set(ids[-2:]), "the new line, and the one that was newest"
