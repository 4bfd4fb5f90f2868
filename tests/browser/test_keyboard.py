"""Every game is played to its end with the keyboard alone, and told in its order on the way."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from games.titles.positions import prepared_positions
from games.titles.registry import newest, slugs
from tests.browser.conftest import Person
from tests.browser.driver import Way, open_table, read
from tests.browser.keys import play_by_keys, press
from tests.browser.test_babel import ALL_POWERS
from tests.helpers.effort import EFFORT
from tests.helpers.kabale import column

pytestmark = pytest.mark.browser

LISTEN = """() => {
  window.said = [];
  const log = document.getElementById("announcer");
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) window.said.push(node.textContent);
  }).observe(log, { childList: true });
}"""
"""What is said is kept, since only the newest of it stays on the page."""

LOG = """() => [...document.querySelectorAll("#log-lines > li:not(.muted)")].map((line) => {
  const likeness = line.cloneNode(true);
  for (const one of likeness.querySelectorAll("[aria-hidden=true], .visually-hidden")) one.remove();
  return likeness.textContent.replace(/\\s+/g, " ").trim();
})"""

OTHER_VOICES = """() => [...document.querySelectorAll("#table, #pace")]
  .flatMap((part) => [...part.querySelectorAll("[role=status], [role=alert], [aria-live]")])
  .filter((voice) => !voice.closest("#my-side, details, #rematch"))
  .map((voice) => voice.outerHTML)"""
"""What else at the table would be said when it is drawn anew, beside what answers my own hand."""

STOP = """() => {
  const now = document.activeElement;
  if (now === document.body || !now.closest("#table")) return null;
  const shown = now.matches("label > input") ? now.parentElement : now;
  const { left, top, right, bottom } = shown.getBoundingClientRect();
  const drawn = (one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) || boxShadow !== "none";
  };
  const inSight = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  const middle = document.elementFromPoint(
    Math.min(Math.max((left + right) / 2, 1), innerWidth - 1),
    Math.min(Math.max((top + bottom) / 2, 1), innerHeight - 1));
  return {
    what: shown.outerHTML.slice(0, 120),
    ringed: drawn(now) || drawn(shown) || [...now.parentElement.children].some(drawn),
    inSight,
    covered: Boolean(middle) && !shown.contains(middle) && !middle.contains(shown)
      && !shown.parentElement.contains(middle),
  };
}"""
"""Where the keyboard is in the table: whether that can be seen, and stands in the window."""


def number_of_seats(game: str) -> list[int]:
    """With how many seats whole matches are played: the fewest, and for a night the most too."""
    seats = newest(game).game.seats
    return [min(seats), max(seats)] if EFFORT == "thorough" else [min(seats)]


def temples_first(way: Way) -> float:
    """Where something can be built it is: that is what ends a match soon."""
    return 1000 if way.type == "build" else 1


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "seats"), [(game, seats) for game in slugs() for seats in number_of_seats(game)]
)
def test_a_match_is_played_by_keys_alone_and_told_in_order(
    arrive: Callable[..., Person], game: str, seats: int
) -> None:
    anna = arrive(calm=True)
    page = anna.page
    open_table(anna, seats=seats, bots=seats - 1, game=game)
    page.wait_for_selector("#table")
    page.evaluate(LISTEN)
    play_by_keys(anna, Random(3), temples_first)
    expect(page.locator("#result")).to_be_visible()

    log: list[str] = page.evaluate(LOG)
    said: list[str] = page.evaluate("said")
    told = [line for line in said if line in log][-len(log) :]
    assert len(told) > 10
    assert told == log[-len(told) :]
    assert page.evaluate(OTHER_VOICES) == []
    # The end is told too, and the keyboard stands in the table still.
    end = page.locator("#result-title").inner_text()
    assert len([line for line in said if end in line]) == 1
    assert page.evaluate("Boolean(document.activeElement.closest('#table'))")
    assert anna.complaints == []


def test_cards_migrate_by_keys_alone(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(calm=True), arrive(calm=True)
    page = anna.page
    page.goto(prepare("babel", ALL_POWERS, anna, ben))
    reading = read(page)
    assert press(page, reading, ".migrate.from-mede > summary", "Enter")
    assert press(page, reading, "#migrate-mede-sumerian", "Enter")
    expect(page.locator("#site-sumerian .near [data-tribe=mede]")).to_contain_text("3 Medes")
    # Escape closes what was opened, and the keyboard is where it was.
    assert press(page, read(page), "#table .table-menu > summary", "Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(page.locator(".table-menu > summary")).to_be_focused()
    expect(page.locator(".table-menu")).not_to_have_attribute("open", "")


def test_a_refusal_is_told_where_everything_is(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(calm=True), arrive(calm=True)
    page = anna.page
    hands = [["juliet", "storm"], ["dragon", "queen"]]
    position = {"columns": [column("music 5"), column("trade 3")], "hands": hands}
    page.goto(prepare("kabale", position, anna, ben))
    page.evaluate(LISTEN)
    # What no page offers is refused.
    page.evaluate("""() => {
      const button = document.querySelector(".slot");
      button.value = JSON.stringify({ type: "place", column: 0, card: "nobody" });
      button.form.requestSubmit(button);
    }""")
    # Read at once: the next table that is pushed has no refusal.
    refusal = page.wait_for_function("() => document.querySelector('#refusal p')?.innerText")
    assert refusal.json_value() in page.evaluate("said")


@pytest.mark.parametrize("slug", slugs())
def test_where_the_keyboard_is_can_be_seen(arrive: Callable[..., Person], slug: str) -> None:
    """At the fullest of a game's prepared tables."""
    maker = arrive(calm=True, staff=True)
    positions = prepared_positions(slug)
    name = max(positions, key=lambda one: len(json.dumps(one.record.position))).name
    maker.page.goto(f"/styleguide/{slug}/{name}/")
    stops = stops_of(maker.page)
    assert len(stops) > 5
    assert [stop for stop in stops if not stop["ringed"] or not stop["inSight"]] == []
    assert [stop for stop in stops if stop["covered"]] == []


def stops_of(page: Page) -> list[dict[str, object]]:
    """Everything in the table that the Tab key leads to."""
    page.evaluate("document.getElementById('ask').focus()")
    stops: list[dict[str, object]] = []
    while True:
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if stop is None:
            return stops
        stops.append(stop)
