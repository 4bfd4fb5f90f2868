"""A click for one question does not answer the next, and a final move can be cancelled."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.engine.chance import SEED_BYTES, Chance
from games.titles.registry import all_games, newest
from tests.browser.conftest import DESK, PHONE, Person
from tests.helpers.effort import covering
from tests.helpers.questions import Buttons, kinds_of_pairs

pytestmark = pytest.mark.browser
LAST_IN_THE_BATTLE = {
    "phase": "battle",
    "city": "milano",
    "hands": [["m3"], ["m4", "m5"]],
    "armies": [["m10"], ["m1"]],
    "passed": [False, True],
}
CLICK_AT_ONCE = """({ x, y }) => {
  window.clicked = [];
  const observer = new MutationObserver(() => {
    const next = document.getElementById("act-decline");
    if (!next) return;
    observer.disconnect();
    for (const target of [document.elementFromPoint(x, y), next]) {
      window.clicked.push(target.id || target.localName);
      target.click();
    }
  });
  observer.observe(document.getElementById("room"), { childList: true, subtree: true });
}"""
"""Clicks as soon as the next question is drawn, faster than any person."""

WATCH = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    if (timing.id === "refused") window.shaken = true;
    return animate.call(this, frames, timing);
  };
}"""

TIME_LEFT = """() => {
  const [detail, now] = [{ left: Infinity }, Date.now];
  // As if the page had taken another second to arrive.
  Date.now = () => now() - 1000;
  document.dispatchEvent(new CustomEvent("tavola:time", { detail }));
  Date.now = now;
  return detail.left;
}"""
LATE = """() => {
  const now = performance.now.bind(performance);
  performance.now = () => now() + (document.getElementById("act-decline") ? 4000 : 0);
}"""
"""Four seconds pass before the next question."""
NEARLY_OUT = """() => document.addEventListener("tavola:time", ({ detail }) => {
  detail.left = 3100;
})"""
WALK = """async (pairs) => {
  const later = () => new Promise((done) => setTimeout(done));
  // Every press comes after the rest.
  const now = performance.now.bind(performance);
  let waited = 0;
  performance.now = () => now() + waited;
  const show = async (html) => {
    const next = new DOMParser().parseFromString(html, "text/html").getElementById("table");
    document.getElementById("table").replaceWith(document.importNode(next, true));
    await later();
    document.dispatchEvent(new CustomEvent("tavola:frame"));
  };
  const final = (ids) => ids.map((id) => document.getElementById(id))
    .filter((button) => !("plays" in button.dataset) && button.checkVisibility())
    .map((button) => ({ move: button.value, place: button.getBoundingClientRect() }));
  const meet = (one, other) =>
    Math.max(one.left, other.left) < Math.min(one.right, other.right)
    && Math.max(one.top, other.top) < Math.min(one.bottom, other.bottom);
  const found = [];
  // After the guard has seen it: nothing of this is for the server.
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  for (const [first, second, ids, others] of pairs) {
    await show(first);
    const before = final(ids);
    waited += 1000;
    document.getElementById("move-form").requestSubmit();
    await show(second);
    const side = document.getElementById("my-side").getBoundingClientRect();
    for (const part of document.querySelectorAll("#my-side :is(.hand .card, .acts button)")) {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const leaves = left < side.left - 1 || right > side.right + 1
        || top < side.top - 30 || bottom > side.bottom + 1;
      if (part.checkVisibility() && leaves)
        found.push(`${part.id} leaves the bar, ${document.getElementById("room").dataset.aside}`);
    }
    for (const { move, place } of final(others))
      for (const old of before)
        if (old.move !== move && meet(old.place, place)) found.push(`${old.move} → ${move}`);
    const row = [...document.querySelectorAll("#my-side .acts > .row > button")]
      .filter((button) => button.checkVisibility());
    for (const [n, button] of row.slice(1).entries()) {
      const [one, next] = [row[n], button].map((shown) => shown.getBoundingClientRect());
      if (Math.abs(one.top - next.top) < 2 && one.left > next.left)
        found.push(`${button.value} is before ${row[n].value}`);
    }
  }
  return found;
}"""
"""Shows the pages of each two questions in turn, and compares the places and order of buttons."""


def test_second_click_on_pass_does_not_answer_next_question(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(guarded=True), arrive()
    page = anna.page
    page.goto(prepare("condottiere", LAST_IN_THE_BATTLE, anna, ben))
    passing = page.locator("#act-pass").bounding_box()
    assert passing is not None
    at = {"x": passing["x"] + passing["width"] / 2, "y": passing["y"] + passing["height"] / 2}
    page.evaluate(CLICK_AT_ONCE, at)
    page.evaluate(WATCH)
    page.mouse.click(at["x"], at["y"])
    page.wait_for_function("() => window.clicked.length === 2")
    expect(page.locator("#room[data-aside]")).to_have_count(1)
    assert page.evaluate("window.shaken"), "the press that does not count is seen"
    assert page.evaluate("window.clicked.at(-1)") == "act-decline"
    expect(page.locator("#room[data-resting]")).to_have_count(0)
    expect(page.locator("#act-decline")).to_be_visible()
    declining = page.locator("#act-decline").bounding_box()
    assert declining is not None
    apart = (
        passing["x"] + passing["width"] <= declining["x"]
        or declining["x"] + declining["width"] <= passing["x"]
        or passing["y"] + passing["height"] <= declining["y"]
        or declining["y"] + declining["height"] <= passing["y"]
    )
    assert apart, (passing, declining)

    # After the pause it accepts the click, and delays the move.
    seen = page.get_attribute("#table", "data-seen")
    page.click("#act-decline")
    expect(page.locator("#held p")).to_have_text("About to be sent: Pass the pawn on")
    page.click("#held [data-held-undo]")
    expect(page.locator("#held")).to_be_hidden()
    page.click("#act-decline")
    page.keyboard.press("Escape")
    expect(page.locator("#held")).to_be_hidden()
    assert page.get_attribute("#table", "data-seen") == seen
    page.click("#act-decline")
    page.click("#held [data-held-now]")
    expect(page.locator("#table.is-mine")).to_have_count(0)
    expect(page.locator("#held")).to_be_hidden()
    assert anna.complaints == []


def test_buttons_that_come_late_stand_at_their_usual_place(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """Standing apart takes room from the board, and a slip follows within three seconds."""
    anna, ben = arrive(guarded=True), arrive()
    page = anna.page
    page.goto(prepare("condottiere", LAST_IN_THE_BATTLE, anna, ben))
    page.evaluate(LATE)
    page.click("#act-pass")
    expect(page.locator("#act-decline")).to_be_visible()
    expect(page.locator("#room[data-resting]")).to_have_count(0)
    expect(page.locator("#room[data-aside]")).to_have_count(0)


@pytest.mark.long
def test_final_button_is_not_in_place_of_earlier_button(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """This covers all kinds of consecutive questions in random games, on desktop or phone.

    They take turns with the two sizes; EFFORT=thorough shows each at both.
    """
    anna, ben = arrive(guarded=True, calm=True), arrive()
    for game in all_games():
        dealt = newest(game.slug).deal(2, game.read_options({}, 2), Chance(bytes(SEED_BYTES), 0))
        anna.page.goto(prepare(game.slug, dealt.dump(), anna, ben))
        bars = {}
        for first, second in kinds_of_pairs(game.slug):
            before, after = first.html, second.html
            change = Buttons(before).final_bar(game.undo), Buttons(after).final_bar(game.undo)
            if all(change) and change[0] != change[1]:
                bars[change] = [before, after, *change]
        for size in (DESK, PHONE):
            anna.page.set_viewport_size(size)
            shown = [
                bar
                for turn, bar in enumerate(bars.values())
                if size in covering((DESK, PHONE), turn)
            ]
            assert anna.page.evaluate(WALK, shown) == [], (game.slug, size)


def test_delayed_move_is_sent_on_leaving_page_or_when_time_is_short(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(guarded=True, calm=True), arrive(guarded=True, calm=True)
    battle = {**LAST_IN_THE_BATTLE, "passed": [False, False]}
    table = prepare("condottiere", battle, anna, ben, clock=("live", 600, 0))
    for person in (anna, ben):
        person.page.goto(table)
    anna.page.click("#act-pass")
    expect(anna.page.locator("#held")).to_be_visible()
    anna.page.goto("/games/")
    expect(ben.page.locator("#table.is-mine")).to_be_visible()

    left = ben.page.evaluate(TIME_LEFT)
    assert 0 < left <= 600_000, "the clock of the page says how long it still runs"
    ben.page.evaluate(NEARLY_OUT)
    expect(ben.page.locator("#room[data-resting]")).to_have_count(0)
    ben.page.click("#act-pass")
    assert ben.page.locator("#held").is_hidden()
    expect(ben.page.locator("#act-pass")).to_have_count(0)
    assert anna.complaints == []
    assert ben.complaints == []
