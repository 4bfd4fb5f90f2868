"""Steps are shown one after the other at a speed people can follow; a click skips to the newest."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.helpers.condottiere import battle

pytestmark = pytest.mark.browser
# `shown` has the number of each table, `passing` those that were marked as passing by.
RECORD = """() => {
  window.shown = [Number(document.getElementById("table").dataset.seen)];
  window.passing = new Set();
  const note = () => {
    const { seen, passing } = document.getElementById("table").dataset;
    const step = Number(seen);
    if (window.shown.at(-1) !== step) window.shown.push(step);
    if (passing !== undefined) window.passing.add(step);
  };
  new MutationObserver(note).observe(document.getElementById("room"), {
    subtree: true, childList: true, attributes: true,
    attributeFilter: ["data-seen", "data-passing"],
  });
}"""
SETTLED = """() => !document.querySelector(".is-behind")
  && document.querySelector("#table.is-mine, #table.is-over")"""

MISSED_WHILE_I_DECIDE = """() => {
  const next = document.getElementById("table").cloneNode(true);
  const seen = (next.dataset.seen = Number(next.dataset.seen) + 3);
  const detail = { data: next.outerHTML, own: false };
  document.dispatchEvent(new CustomEvent("tavola:message", { detail, cancelable: true }));
  const table = document.getElementById("table");
  return Number(table.dataset.seen) === seen && Boolean(table.querySelector("[name=turn_token]"));
}"""
OTHERS_ANSWER = """(highlights) => {
  // The tables that the server sends while a question stays: each step is another player's.
  const first = document.getElementById("table").cloneNode(true);
  first.querySelector("[name=turn_token]").remove();
  const asks = document.getElementById("table").cloneNode(true);
  const send = (table, seen, highlight) => {
    table.dataset.seen = seen;
    table.querySelector("#banner")?.remove();
    if (highlight) table.insertAdjacentHTML("beforeend",
      '<div id="banner" hidden><div class="banner"><p>A highlight</p></div></div>');
    const detail = { data: table.outerHTML, own: false };
    document.dispatchEvent(new CustomEvent("tavola:message", { detail, cancelable: true }));
  };
  const from = Number(first.dataset.seen);
  send(first, from + 1, false);
  asks.querySelector("[name=turn_token]").value = "a new question";
  send(asks, from + 2, highlights);
  send(asks, from + (highlights ? 3 : 5), highlights);
  return from;
}"""
COME_BACK = """(over) => {
  const next = document.getElementById("table").cloneNode(true);
  next.classList.toggle("is-over", over);
  next.dataset.seen = Number(next.dataset.seen) + 1;
  const turn = (hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  };
  turn(true);
  const detail = { data: next.outerHTML, own: false };
  document.dispatchEvent(new CustomEvent("tavola:message", { detail, cancelable: true }));
  turn(false);
}"""
TIME_STANDS = """() => {
  const now = performance.now();
  performance.now = () => now;
}"""
"""Steps stay until a click. A slow page would otherwise show each one before the next one comes."""
HANDS = "m1 m2 m3 m4 m5 m6 | m1 m2 m3 m4 m5 m6 | m1 m2 m3 m4 m5 m6 | m1 m2 m3 m4 m5 m6"
Prepare = Callable[..., str]


def seat_at(arrive: Callable[..., Person], prepare: Prepare, speed: str) -> Page:
    """Return a person who leads a battle against three bots, and sees steps at this speed.

    No player has passed, so each bot decides at least once before the person is asked again.
    """
    person = arrive(playback=True)
    person.context.add_init_script(f"try {{ localStorage.speed ??= '{speed}'; }} catch {{}}")
    position = battle(HANDS).position.dump()
    page = person.page
    page.goto(prepare("condottiere", position, person, "easy", "easy", "easy"))
    page.wait_for_selector("#table")
    page.wait_for_function(SETTLED)
    return page


def lay_a_card(page: Page) -> None:
    page.locator("#table .hand label.card").first.click()
    page.locator("#table [data-plays]").first.click()


def test_bot_steps_are_shown_in_order(arrive: Callable[..., Person], prepare: Prepare) -> None:
    page = seat_at(arrive, prepare, "fast")
    page.evaluate(RECORD)
    before = page.evaluate("shown[0]")
    lay_a_card(page)
    page.wait_for_function(f"() => shown.at(-1) >= {before + 3}")
    page.wait_for_function(SETTLED)
    shown = page.evaluate("shown")
    assert shown == list(range(before, shown[-1] + 1))
    # Others may act while I decide: my cards stay, although the steps before are not known.
    assert page.evaluate(MISSED_WHILE_I_DECIDE)


def test_answers_of_others_to_my_question_are_not_waited_for(
    arrive: Callable[..., Person], prepare: Prepare
) -> None:
    """All choose at the same time: the steps of others took the question away again."""
    page = seat_at(arrive, prepare, "fast")
    page.evaluate(RECORD)
    before = page.evaluate(OTHERS_ANSWER, False)
    page.wait_for_function("() => !document.querySelector('.is-behind')")
    assert page.evaluate("shown") == [before, before + 1, before + 5]


@pytest.mark.parametrize("key", [False, True], ids=["press", "key"])
def test_answer_to_open_question_counts_while_highlights_wait(
    key: bool, arrive: Callable[..., Person], prepare: Prepare
) -> None:
    page = seat_at(arrive, prepare, "slow")
    before = page.evaluate(OTHERS_ANSWER, True)
    shown = f"document.getElementById('table').dataset.seen == {before + 2}"
    page.wait_for_function(f"() => {shown} && document.querySelector('.is-behind')")
    card = page.locator("#table .hand input").first
    if key:
        card.focus()
        page.keyboard.press("Space")
    else:
        page.locator("#table .hand label.card").first.click()
    expect(card).to_be_checked()
    assert page.evaluate("Number(document.getElementById('table').dataset.seen)") == before + 3


def test_click_skips_to_newest_and_steps_are_offered_again(
    arrive: Callable[..., Person], prepare: Prepare
) -> None:
    page = seat_at(arrive, prepare, "slow")
    page.evaluate(TIME_STANDS)
    lay_a_card(page)
    # The bots have moved long before the page has shown it; until then the page is inert.
    expect(page.locator("[data-skip]")).to_be_visible()
    page.wait_for_function("() => document.querySelector('[data-left]').textContent >= 3")
    behind = page.evaluate("Number(document.getElementById('table').dataset.seen)")
    page.locator("#board").click(position={"x": 5, "y": 5})
    assert page.evaluate("document.querySelector('.is-behind')") is None
    newest = page.evaluate("Number(document.getElementById('table').dataset.seen)")
    assert newest >= behind + 3
    page.wait_for_function(SETTLED)

    # After a reload the page offers to show the steps since the last own move.
    page.reload()
    offer = page.locator("#since-offer [data-since-play]")
    expect(offer).to_be_visible()
    page.evaluate(RECORD)
    now, since = page.evaluate("[shown[0], Number(document.getElementById('table').dataset.since)]")
    page.evaluate("document.documentElement.dataset.speed = 'fast'")
    offer.click()
    page.wait_for_function(f"() => shown.length > 1 && shown.at(-1) === {now}")
    assert page.evaluate("shown") == [now, *range(since, now + 1)]
    assert page.evaluate("[...passing]") == list(range(since, now))
    expect(page.locator("#table[data-passing]")).to_have_count(0)

    # So does a page that was out of view, but not once the match is over.
    page.evaluate(COME_BACK, False)
    expect(offer).to_be_visible()
    page.evaluate(COME_BACK, True)
    expect(offer).to_be_hidden()
