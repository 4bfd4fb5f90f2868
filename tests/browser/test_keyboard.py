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

ENTER_AT_ONCE = """() => {
  const question = () => document.querySelector("#table input[name=turn_token]")?.value;
  const first = question();
  new MutationObserver((_changes, observer) => {
    if (!question() || question() === first) return;
    observer.disconnect();
    // As a key does: down, then the click that follows from it.
    const card = document.querySelector("#my-side .hand input");
    const how = { key: "Enter", bubbles: true, cancelable: true };
    card.dispatchEvent(new KeyboardEvent("keydown", how));
  }).observe(document.getElementById("room"), { childList: true, subtree: true });
}"""
"""Presses Enter on a card as soon as the next question is there, faster than any person."""

PASSED_OVER = """() => document.querySelectorAll("#table [data-group] [tabindex='-1']").length"""
BY_GROUPS = f"""(before) => {{
  const tab = new KeyboardEvent("keydown", {{ key: "Tab", bubbles: true }});
  document.activeElement.dispatchEvent(tab);
  return ({PASSED_OVER})() > before;
}}"""
"""Sends Tabs, which move nothing, until the script is there that makes each group one stop."""
GROUPS = "() => document.querySelectorAll('#table [data-group]').length"
LOOSE_STOPS = 6
"""The most tab stops outside of groups: the tools of the table, and links next to its log."""


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


def test_focus_stays_at_table_when_key_closes_menu(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """The targets of a migration are shown only while its menu is open."""
    anna, ben = arrive(calm=True), arrive(calm=True)
    page = anna.page
    page.goto(prepare("babel", ALL_POWERS, anna, ben))
    assert press(page, read(page), ".migrate.from-mede > summary", "Enter")
    assert press(page, read(page), "#migrate-mede-sumerian", "e")
    expect(page.locator("#table.is-mine")).to_have_count(0)
    expect(page.locator("#ask")).to_be_focused()


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


def test_focus_starts_at_question_and_letters_lead_to_groups(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(calm=True), arrive(calm=True)
    page = anna.page
    hands = [["juliet", "storm"], ["dragon", "queen"]]
    position = {"columns": [column("music 5"), column("trade 3")], "hands": hands}
    page.goto(prepare("kabale", position, anna, ben))
    expect(page.locator("#ask")).to_be_focused()
    page.keyboard.press("m")
    expect(page.locator("#slot-0")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#slot-1")).to_be_focused()
    page.keyboard.press("n")
    expect(page.locator("#hand-juliet input, #hand-storm input").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#ask")).to_be_focused()
    # The list of keys names the groups of this table. It turns letters off, but not arrows.
    page.set_viewport_size({"width": 1280, "height": 600})
    page.keyboard.press("?")
    expect(page.locator("#keys-help [data-keys-here]")).to_contain_text("My cards")
    expect(page.locator("#keys-help-title")).to_be_in_viewport()
    page.locator("[data-letters]").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator("#keys-help")).to_be_hidden()
    page.locator("#ask").focus()
    page.keyboard.press("m")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#my-side .hand input").first).to_be_focused()
    assert anna.complaints == []


def test_first_choice_is_outlined_only_after_a_key(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """An outlined card would seem to be recommended, or on a phone to be chosen."""
    position = {"phase": "battle", "city": "milano", "hands": [["m3", "m4"], ["m5", "m6"]]}
    anna, ben = arrive(), arrive()
    phone = arrive(phone=True, touch=True, calm=True)
    for person in (anna, phone):
        person.page.goto(path := prepare("condottiere", position, ben, person))
        ben.page.goto(path)
        ben.page.click("#act-pass")
        expect(person.page.locator("#my-side .hand input").first).to_be_focused()
        outline = person.page.locator("#my-side .hand :focus-visible")
        expect(outline).to_have_count(0)
        person.page.keyboard.press("ArrowRight")
        # The page answers a key in the next frame.
        expect(outline).to_have_count(1)


def test_typed_name_leads_to_city(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(calm=True), arrive(calm=True)
    page = anna.page
    page.goto(prepare("condottiere", {"phase": "choose"}, anna, ben))
    page.keyboard.press("m")
    for typed, city in (("f", "ferrara"), ("i", "firenze")):
        page.keyboard.press(typed)
        expect(page.locator(f"#fight-{city}")).to_be_focused()
        expect(page.locator(".aim-words:visible")).to_contain_text(city.title())
    page.keyboard.press("Enter")
    expect(page.locator(".condottiere.i-choose")).to_have_count(0)
    assert anna.complaints == []


def test_key_without_effect_says_so(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """Three of four early Enters were lost in silence."""
    anna, ben = arrive(calm=True, guarded=True), arrive(calm=True)
    page = anna.page
    position = {"phase": "battle", "city": "milano", "hands": [["m3", "m4"], ["m5"]]}
    page.goto(prepare("condottiere", {**position, "passed": [False, True]}, anna, ben))
    page.evaluate(LISTEN)
    page.click("#act-play")
    expect(page.locator("#unheard")).to_have_text("Choose one from your hand first.")
    page.evaluate(ENTER_AT_ONCE)
    page.keyboard.press("c")
    expect(page.locator("#my-side .hand input").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#unheard")).to_contain_text("Too early")
    assert "Too early" in " ".join(page.evaluate("said"))
    page.locator("#my-side .hand input").first.check(force=True)
    expect(page.locator("#unheard")).to_be_hidden()
    # A thing that cannot be chosen.
    page.keyboard.press("a")
    page.locator("#armies [tabindex]").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#unheard")).to_contain_text("can’t choose this")
    assert anna.complaints == []


@pytest.mark.parametrize("slug", slugs())
def test_focus_is_visible_everywhere_and_groups_are_one_tab_stop(
    arrive: Callable[..., Person], slug: str
) -> None:
    """Open the prepared table of a game that has the most to choose from."""
    maker = arrive(calm=True, staff=True)
    positions = prepared_positions(slug)
    name = max(positions, key=lambda one: len(json.dumps(one.record.position))).name
    maker.page.goto(f"/styleguide/{slug}/{name}/")
    groups = maker.page.evaluate(GROUPS)
    stops, tabs = stops_of(maker.page)
    assert tabs <= groups + LOOSE_STOPS
    assert len(stops) > tabs
    assert [stop for stop in stops if not stop["ringed"] or not stop["inSight"]] == []
    assert [stop for stop in stops if stop["covered"]] == []


def stops_of(page: Page) -> tuple[list[dict[str, object]], int]:
    """Return every element of the table that keys can focus, and the number of tab stops."""
    page.evaluate("document.getElementById('ask').focus()")
    # The script comes with the first key, and the next ones do not wait for it.
    page.wait_for_function(BY_GROUPS, arg=page.evaluate(PASSED_OVER))
    stops: list[dict[str, object]] = []
    tabs = 0
    while True:
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if stop is None:
            return stops, tabs
        tabs += 1
        while stop not in stops:
            stops.append(stop)
            page.keyboard.press("ArrowDown")
            stop = page.evaluate(STOP)
