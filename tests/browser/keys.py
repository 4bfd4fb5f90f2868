"""A driver that plays with only the keyboard, with the keys that “?” lists at a table.

It reads the page like the mouse driver (tests/browser/driver.py). It never sets the focus by a
script, and counts the key presses of each move.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from random import Random
from statistics import mean

from playwright.sync_api import Error, Page, expect

from tests.browser.conftest import Person
from tests.browser.driver import (
    POLL,
    Decide,
    Prefer,
    Reading,
    Way,
    no_preference,
    read,
    wait_for_change,
)
from tests.browser.transcript import Transcript

MOST_PRESSES = 60
"""More key presses than any target needs: it cannot be reached."""
MOST_ATTEMPTS = 20
USUAL, WORST = 6, 12
"""The key presses that a move may need, on average and at most."""

WHERE = """({ number, at }) => {
  const table = document.getElementById("table");
  if (!table || table.dataset.seen !== number) return { keys: null };
  const found = document.querySelector(at);
  if (!found) return { keys: null };
  const target = found.matches("label") ? found.control : found;
  const active = window.leaves = document.activeElement;
  if (active === target) return { keys: [] };
  const group = target.closest("[data-group]");
  const area = target.closest("[data-area]") ?? group;
  if (!group) {
    const back = target.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING;
    return { keys: [back ? "Shift+Tab" : "Tab"] };
  }
  if (!area.contains(active)) {
    const typing = active.closest("[data-names]");
    return { keys: typing ? ["Escape", group.dataset.group] : [group.dataset.group] };
  }
  if ("spread" in group.dataset && target.dataset.name) return { name: target.dataset.name };
  const OFFERS = '[form="move-form"]:enabled, [data-aim] input, [data-choice]';
  const offers = [...area.querySelectorAll(OFFERS)].filter((one) =>
    !one.matches("[aria-hidden=true]") && (one.closest("label") ?? one).checkVisibility());
  const { DOCUMENT_POSITION_FOLLOWING: AFTER } = Node;
  const inOrder = (one, other) => (one.compareDocumentPosition(other) & AFTER ? -1 : 1);
  const ring = offers.includes(active) ? offers : [...offers, active].sort(inOrder);
  const [from, to] = [ring.indexOf(active), ring.indexOf(target)];
  if (to < 0) return { keys: ["ArrowDown"] };
  const on = (to - from + ring.length) % ring.length;
  const key = on <= ring.length - on ? "ArrowRight" : "ArrowLeft";
  return { keys: Array(Math.min(on, ring.length - on)).fill(key) };
}"""
"""Returns the keys that lead towards the target, or the name to type; null if it is gone."""

MOVED = """(number) => document.activeElement !== window.leaves
  || document.getElementById("table")?.dataset.seen !== number"""
"""Whether the focus has left its place. The first key loads the script that handles it."""

FOCUSED = """(at) => {
  const found = document.querySelector(at);
  return Boolean(found) && document.activeElement === (found.control ?? found);
}"""
SHORTCUT = "(at) => document.querySelector(at)?.dataset.key ?? ''"
PLAYED_BY_ENTER = """(at) => document.activeElement?.matches(".hand label > input")
  && document.querySelector(at) === [...document.querySelectorAll('[data-plays][form="move-form"]')]
    .find((way) => way.checkVisibility())"""
"""Whether Enter on the focused card presses this button."""

PAINTED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
"""Waits until the next frame is painted."""

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


class Keyboard:
    """The keyboard of a page, and the number of presses for each move."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.presses = 0
        self.moves: list[int] = []
        self.heard = Transcript(page)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.presses += 1

    def moved(self) -> None:
        """Note that the presses so far have made a move."""
        self.moves.append(self.presses)
        self.presses = 0

    def reach(self, reading: Reading, at: str) -> bool:
        """Move the focus to a target; return False if the page was redrawn in between."""
        until = self.presses + MOST_PRESSES
        while self.presses < until:
            way = self.page.evaluate(WHERE, {"number": reading.number, "at": at})
            if "name" in way:
                self.type_name(way["name"], at)
            elif way["keys"] is None:
                return False
            elif not way["keys"]:
                return True
            else:
                for key in way["keys"]:
                    self.press(key)
                self.page.wait_for_function(MOVED, arg=reading.number, polling=POLL)
        raise AssertionError(f"{self.page.url}: no key leads to {at}")

    def type_name(self, name: str, at: str) -> None:
        """Type a name until the focus is there."""
        name = name.lower()
        for letter in name:
            self.press(letter)
            if self.page.evaluate(FOCUSED, at):
                return
        # On a busy machine, looking after each letter can take longer than the page waits for it.
        self.page.keyboard.type(name)
        self.presses += len(name)

    def choose(self, reading: Reading, at: str) -> bool:
        """Press a target, by its own key or by Enter; return False if the page was redrawn."""
        if key := self.page.evaluate(SHORTCUT, at):
            self.press(key)
            return True
        if not self.page.evaluate(PLAYED_BY_ENTER, at) and not self.reach(reading, at):
            return False
        self.heard.focus()
        self.press("Enter")
        return True


def press(page: Page, reading: Reading, at: str, key: str) -> bool:
    """Move the focus to a target and press a key; return False if the page was redrawn."""
    # The page moves the focus of a new table in the frame that paints it.
    page.evaluate(PAINTED)
    keyboard = Keyboard(page)
    if not keyboard.reach(reading, at):
        return False
    keyboard.press(key)
    return True


def decide(keyboard: Keyboard, page: Page, rng: Random, prefer: Prefer = no_preference) -> None:
    """Make one move with only keys, unless another player's move ends the question."""
    keyboard.heard.note()
    for _attempt in range(MOST_ATTEMPTS):
        reading = read(page)
        if reading.over or not reading.asked or _tries_to_move(keyboard, reading, rng, prefer):
            return
    raise AssertionError(f"{page.url} does not keep still")


def _tries_to_move(keyboard: Keyboard, reading: Reading, rng: Random, prefer: Prefer) -> bool:
    page = keyboard.page
    way = _choose(reading.ways, rng, prefer)
    if way is None or way.with_card:
        assert reading.cards, f"{page.url} asks, and offers nothing"
        card = rng.choice(reading.cards)
        if not keyboard.reach(reading, card):
            return False
        keyboard.heard.focus()
        if page.locator(card).locator("input:checked").count() == 0:
            keyboard.press("Space")
        with_card = [one for one in read(page).ways if one.with_card]
        way = way if way in with_card else _choose(with_card, rng, prefer)
        if way is None:
            return False
    elif way.fold:
        if not keyboard.reach(reading, way.fold):
            return False
        keyboard.press("Enter")
        wait_for_change(page, reading, ready=f"details[open] {way.at}")
    if not keyboard.choose(reading, way.at):
        return False
    wait_for_change(page, reading)
    keyboard.moved()
    with suppress(Error):  # Another page was loaded.
        # The focus moves in the frame that paints the table.
        page.evaluate(PAINTED)
    # Another table may have come since, whose frame is not painted yet.
    lost = f"{page.url}: the keyboard is lost after {way.move}"
    expect(page.locator("body"), lost).not_to_be_focused()
    return True


def _choose(ways: list[Way], rng: Random, prefer: Prefer) -> Way | None:
    weights = [prefer(way) for way in ways]
    return rng.choices(ways, weights)[0] if any(weights) else None


@contextmanager
def by_keys_alone(person: Person) -> Iterator[dict[str, Decide]]:
    """Yield the `otherwise` of `play` for a person at an open table, until the match is over.

    Afterwards it asserts that moves needed few key presses, and that all lines of the log were
    announced in order.
    """
    page, keyboard = person.page, Keyboard(person.page)
    # The page that is just open moves the focus to the table once its scripts run.
    page.wait_for_function(KEPT)
    page.evaluate(LISTEN)
    yield {person.name: partial(decide, keyboard)}
    print(f"{len(keyboard.moves)} moves, {mean(keyboard.moves):.1f} presses each")
    assert mean(keyboard.moves) <= USUAL, keyboard.moves
    assert max(keyboard.moves) <= WORST, keyboard.moves
    expect(page.locator("#result")).to_be_visible()
    keyboard.heard.note()
    keyboard.heard.write(page.evaluate("document.body.className.match(/game-(\\w+)/)[1]"))
    assert not keyboard.heard.faults, keyboard.heard.faults
    log: list[str] = page.evaluate(LOG)
    said: list[str] = page.evaluate("said")
    announced = [line for line in said if line in log][-len(log) :]
    assert len(announced) > 10
    assert announced == log[-len(announced) :]
    assert page.evaluate(OTHER_VOICES) == []
    # The end is announced too, and the focus is still in the table.
    end = page.locator("#result-title").inner_text()
    assert len([line for line in said if end in line]) == 1
    expect(page.locator("#table :focus")).to_have_count(1)
