"""Everything at a table works with only the keyboard, and the focus is always visible.

In the tests of each game one of two people plays a whole match with the keyboard.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from games.titles.positions import prepared_positions
from games.titles.registry import newest, slugs
from tests.browser.conftest import Person
from tests.browser.driver import Way, open_table, play_to_the_end, read
from tests.browser.keys import LISTEN, by_keys_alone, press
from tests.browser.test_babel import ALL_POWERS
from tests.helpers.effort import EFFORT
from tests.helpers.kabale import column

pytestmark = pytest.mark.browser

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
"""The focused element of the table: whether the focus is visible, and inside the window."""


@pytest.mark.long
@pytest.mark.skipif(EFFORT != "thorough", reason="each game's whole match is played by keys too")
@pytest.mark.parametrize("game", slugs())
def test_match_at_full_table_is_played_with_keyboard(
    arrive: Callable[..., Person], game: str
) -> None:
    anna = arrive(calm=True)
    seats = max(newest(game).game.seats)
    open_table(anna, seats=seats, bots=seats - 1, game=game)
    anna.page.wait_for_selector("#table")
    with by_keys_alone(anna) as keys:
        play_to_the_end([anna], Random(3), temples_first, keys)
    assert anna.complaints == []


def temples_first(way: Way) -> float:
    """Prefer building, which ends a match soon."""
    return 1000 if way.type == "build" else 1


def test_cards_migrate_with_keyboard(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(calm=True), arrive(calm=True)
    page = anna.page
    page.goto(prepare("babel", ALL_POWERS, anna, ben))
    reading = read(page)
    assert press(page, reading, ".migrate.from-mede > summary", "Enter")
    assert press(page, reading, "#migrate-mede-sumerian", "Enter")
    expect(page.locator("#site-sumerian .near [data-tribe=mede]")).to_contain_text("3 Medes")
    # Escape closes the panel, and restores the focus.
    assert press(page, read(page), "#table .table-menu > summary", "Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(page.locator(".table-menu > summary")).to_be_focused()
    expect(page.locator(".table-menu")).not_to_have_attribute("open", "")


def test_refusal_is_announced_in_live_region(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(calm=True), arrive(calm=True)
    page = anna.page
    hands = [["juliet", "storm"], ["dragon", "queen"]]
    position = {"columns": [column("music 5"), column("trade 3")], "hands": hands}
    page.goto(prepare("kabale", position, anna, ben))
    page.evaluate(LISTEN)
    # A move that no page offers is refused.
    page.evaluate("""() => {
      const button = document.querySelector(".slot");
      button.value = JSON.stringify({ type: "place", column: 0, card: "nobody" });
      button.form.requestSubmit(button);
    }""")
    # Read at once, because the next pushed table has no refusal.
    refusal = page.wait_for_function("() => document.querySelector('#refusal p')?.innerText")
    assert refusal.json_value() in page.evaluate("said")


@pytest.mark.parametrize("slug", slugs())
def test_focus_is_visible_at_every_tab_stop(arrive: Callable[..., Person], slug: str) -> None:
    """Open the prepared table of a game that has the most to choose from."""
    maker = arrive(calm=True, staff=True)
    positions = prepared_positions(slug)
    name = max(positions, key=lambda one: len(json.dumps(one.record.position))).name
    maker.page.goto(f"/styleguide/{slug}/{name}/")
    stops = stops_of(maker.page)
    assert len(stops) > 5
    assert [stop for stop in stops if not stop["ringed"] or not stop["inSight"]] == []
    assert [stop for stop in stops if stop["covered"]] == []


def stops_of(page: Page) -> list[dict[str, object]]:
    """Return every tab stop of the table."""
    page.evaluate("document.getElementById('ask').focus()")
    stops: list[dict[str, object]] = []
    while True:
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if stop is None:
            return stops
        stops.append(stop)
