"""A driver that plays with only the keyboard: Tab, arrows, Enter and Space.

It reads the page like the mouse driver (tests/browser/driver.py). It never sets the focus by a
script, so it can only use buttons that the Tab key reaches.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random

from playwright.sync_api import Error, Page, expect

from tests.browser.conftest import Person
from tests.browser.driver import (
    Decide,
    Prefer,
    Reading,
    Way,
    no_preference,
    read,
    wait_for_change,
)

MOST_PRESSES = 400
"""More key presses than any table needs: the target cannot be reached."""
MOST_ATTEMPTS = 20

WHERE = """({ number, at }) => {
  const table = document.getElementById("table");
  if (!table || table.dataset.seen !== number) return { key: "redrawn" };
  const found = document.querySelector(at);
  if (!found) return { key: "redrawn" };
  const target = found.matches("label") ? found.control : found;
  const active = document.activeElement;
  if (active === target) return { key: "there" };
  const { DOCUMENT_POSITION_FOLLOWING: AFTER } = Node;
  const STOPS = "a[href], button, input, select, textarea, summary, [tabindex]";
  const back = target.compareDocumentPosition(active) & AFTER;
  if (target.type === "radio" && active.type === "radio" && active.name === target.name)
    return { key: back ? "ArrowUp" : "ArrowDown", times: 1 };
  if (active === document.body) return { key: "Tab", times: 1 };
  // Each stop between the two wants a press; radio buttons of one name are one stop.
  const [first, last] = back ? [target, active] : [active, target];
  const names = new Set([target.name, active.name]);
  const between = [...document.querySelectorAll(STOPS)].filter((stop) => {
    if (!(first.compareDocumentPosition(stop) & AFTER)) return false;
    if (!(stop.compareDocumentPosition(last) & AFTER)) return false;
    if (stop.tabIndex < 0 || stop.matches(":disabled, [inert] *")) return false;
    if (!stop.checkVisibility({ visibilityProperty: true })) return false;
    if (stop.type === "radio" && names.has(stop.name)) return false;
    if (stop.type === "radio") names.add(stop.name);
    return true;
  }).length;
  return { key: back ? "Shift+Tab" : "Tab", times: between + 1 };
}"""
"""Returns the key that leads towards the target, and about how often to press it."""

KEPT = "() => document.activeElement !== document.body"

LISTEN = """() => {
  window.said = [];
  const log = document.getElementById("announcer");
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) window.said.push(node.textContent);
  }).observe(log, { childList: true });
}"""
"""Records all announcements, because the page keeps only the newest."""

LOG = """() => [...document.querySelectorAll("#log-lines > li:not(.muted)")].map((line) => {
  const likeness = line.cloneNode(true);
  for (const one of likeness.querySelectorAll("[aria-hidden=true], .visually-hidden")) one.remove();
  return likeness.textContent.replace(/\\s+/g, " ").trim();
})"""

OTHER_VOICES = """() => [...document.querySelectorAll("#table, #playback")]
  .flatMap((part) => [...part.querySelectorAll("[role=status], [role=alert], [aria-live]")])
  .filter((voice) => !voice.closest("#my-side, details, #rematch"))
  .map((voice) => voice.outerHTML)"""
"""Other live regions at the table, except those that answer the player's own actions."""


def reach(page: Page, reading: Reading, at: str) -> bool:
    """Move the focus to a target; return False if the page was redrawn in between."""
    pressed = 0
    while pressed < MOST_PRESSES:
        way = page.evaluate(WHERE, {"number": reading.number, "at": at})
        if way["key"] == "redrawn":
            return False
        if way["key"] == "there":
            return True
        # The first estimate of presses may be wrong, then each press is checked.
        times = 1 if pressed else way["times"]
        for _press in range(times):
            page.keyboard.press(way["key"])
        pressed += times
    raise AssertionError(f"{page.url}: no key leads to {at}")


def press(page: Page, reading: Reading, at: str, key: str) -> bool:
    """Move the focus to a target and press a key; return False if the page was redrawn."""
    if not reach(page, reading, at):
        return False
    page.keyboard.press(key)
    return True


def decide(page: Page, rng: Random, prefer: Prefer = no_preference) -> None:
    """Make one move with only keys, unless another player's move ends the question."""
    for _attempt in range(MOST_ATTEMPTS):
        reading = read(page)
        if reading.over or not reading.asked or _tries_to_move(page, reading, rng, prefer):
            return
    raise AssertionError(f"{page.url} does not keep still")


def _tries_to_move(page: Page, reading: Reading, rng: Random, prefer: Prefer) -> bool:
    way = _choose(reading.ways, rng, prefer)
    if way is None or way.with_card:
        assert reading.cards, f"{page.url} asks, and offers nothing"
        card = rng.choice(reading.cards)
        if not reach(page, reading, card):
            return False
        if page.locator(card).locator("input:checked").count() == 0:
            page.keyboard.press("Space")
        with_card = [one for one in read(page).ways if one.with_card]
        way = way if way in with_card else _choose(with_card, rng, prefer)
        if way is None:
            return False
    elif way.fold:
        if not press(page, reading, way.fold, "Enter"):
            return False
        wait_for_change(page, reading, ready=f"details[open] {way.at}")
    if not press(page, reading, way.at, "Enter"):
        return False
    wait_for_change(page, reading)
    with suppress(Error):  # Another page was loaded.
        assert page.evaluate(KEPT), f"{page.url}: the keyboard is lost after {way.move}"
    return True


def _choose(ways: list[Way], rng: Random, prefer: Prefer) -> Way | None:
    weights = [prefer(way) for way in ways]
    return rng.choices(ways, weights)[0] if any(weights) else None


@contextmanager
def by_keys_alone(person: Person) -> Iterator[dict[str, Decide]]:
    """Yield the `otherwise` of `play` for a person at an open table, until the match is over.

    Afterwards it asserts that all lines of the log were announced in order.
    """
    page = person.page
    page.evaluate(LISTEN)
    yield {person.name: decide}
    expect(page.locator("#result")).to_be_visible()
    log: list[str] = page.evaluate(LOG)
    said: list[str] = page.evaluate("said")
    announced = [line for line in said if line in log][-len(log) :]
    assert len(announced) > 10
    assert announced == log[-len(announced) :]
    assert page.evaluate(OTHER_VOICES) == []
    # The end is announced too, and the focus is still in the table.
    end = page.locator("#result-title").inner_text()
    assert len([line for line in said if end in line]) == 1
    assert page.evaluate("Boolean(document.activeElement.closest('#table'))")
