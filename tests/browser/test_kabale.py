"""Kabale und Hiebe in a real browser: a match to its end, decisions out of turn, the award show."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Route, expect

from games.titles.kabale.rules.rounds import ROUNDS
from tests.browser.conftest import DESK, PHONE, Person
from tests.browser.driver import play_to_the_end
from tests.browser.keys import by_keys_alone
from tests.helpers.effort import EFFORT
from tests.helpers.kabale import column
from tests.helpers.tables import end_of_round
from tests.helpers.values import not_none

pytestmark = pytest.mark.browser


def place_of(person: Person, selector: str) -> FloatRect:
    """Return the place of an element on a person's page."""
    place = person.page.locator(selector).bounding_box()
    assert place is not None
    return place


LAST_OF_A_ROUND: dict[str, Any] = {
    "round": 3,
    "columns": [
        column("music 5", "0 king", "1 dragon", "2 witch", "0 hermit", "1 giant down"),
        column("trade 1"),
        column("trade 2", "2 wizard", "1 king", "1 merchant", "2 squire"),
    ],
    "hands": [["queen", "beggar"], ["storm"], ["storm"]],
}
"""Any card in the second column ends the round."""


@pytest.mark.long
def test_two_people_and_bot_play_to_the_end(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """Play from the end of the fifth of six equal rounds, or with thorough effort all of them."""
    anna, ben = arrive(calm=True), arrive(phone=True, calm=True)
    late = None if EFFORT == "thorough" else end_of_round("kabale", ROUNDS - 1, 3)
    table = prepare("kabale", late, anna, ben, "easy")
    for person in (anna, ben):
        person.page.goto(table)
        expect(person.page.locator("#table")).to_be_visible()
    with by_keys_alone(anna) as keys:
        play_to_the_end([anna, ben], Random(3), otherwise=keys)
    for person in (anna, ben):
        headline = person.page.inner_text("#result h2")
        assert re.search(r"(wins?|share the victory) with \d+ points", headline)
    # The stage shows the last round, also after a reload.
    for person in (anna, ben):
        for again in (False, True):
            if again:
                person.page.reload()
            expect(person.page.locator(".stage .summary li:visible")).to_have_count(3)
            expect(person.page.locator("#result")).to_be_visible()
            expect(person.page.locator("#show")).to_have_count(0)
        assert person.complaints == []
    # A long log scrolls by itself, and the page of a wide screen does not scroll.
    assert anna.page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")


def test_player_out_of_turn_decides_about_cloak(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(phone=True, calm=True), arrive(phone=True, calm=True)
    position = {
        "turn": 1,
        "columns": [column("music 5", "0 cloak down"), column("trade 3", "1 king down")],
        "hands": [["juliet", "storm"], ["dragon", "queen"]],
        "stacks": [["giant"], ["witch"]],
    }
    path = prepare("kabale", position, anna, ben)
    anna.page.goto(path)
    ben.page.goto(path)
    # A click on a column without a card says what is missing.
    ben.page.click("#slot-0")
    expect(ben.page.locator(".hint .missing")).to_be_visible()
    ben.page.locator("#my-side label.card", has_text="Dragon").click(position={"x": 20, "y": 20})
    expect(ben.page.locator(".hint .missing")).to_be_hidden()
    ben.page.click("#slot-0")
    # She is asked at once, and he sees that he waits for her.
    expect(anna.page.locator("#ask")).to_contain_text("Your cloak was uncovered")
    expect(ben.page.locator("#ask")).to_have_text(
        f"{anna.name} is choosing whether to hide a card under the cloak."
    )
    expect(ben.page.locator("#my-side label.card")).to_have_count(0)
    anna.page.click("#act-hide")
    expect(anna.page.locator(".hint .missing")).to_be_visible()
    for size in (PHONE, DESK):
        anna.page.set_viewport_size(size)
        hint, lane, side = (place_of(anna, one) for one in (".hint", "#lane-0", "#my-side"))
        assert hint["width"] > 200, "words are in one line"
        assert lane["y"] + lane["height"] <= side["y"], "the column is not covered"
    anna.page.locator("#my-side label.card", has_text="Juliet").click(position={"x": 20, "y": 20})
    anna.page.click("#act-hide")
    expect(ben.page.locator("#lane-0 .is-cloaked")).to_be_visible()
    assert "emblem-juliet" not in ben.page.inner_html("#table")
    expect(anna.page.locator("#lane-0 .is-cloaked.is-known")).to_be_visible()
    expect(anna.page.locator("#ask")).to_contain_text("Choose a card")
    assert anna.complaints == ben.complaints == []


def test_player_out_of_turn_decides_about_traitor(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, ben = arrive(phone=True, calm=True), arrive(calm=True)
    position = {
        "turn": 1,
        "columns": [column("music 5", "0 traitor down"), column("trade 3", "1 king down")],
        "hands": [["juliet", "storm"], ["dragon", "queen"]],
    }
    path = prepare("kabale", position, anna, ben)
    anna.page.goto(path)
    ben.page.goto(path)
    # With the keyboard: Enter on a card leads to the columns, Enter there lays it.
    ben.page.focus("#hand-dragon input")
    ben.page.keyboard.press("Space")
    ben.page.keyboard.press("Enter")
    expect(ben.page.locator("#slot-0")).to_be_focused()
    ben.page.keyboard.press("Enter")
    expect(ben.page.locator("#ask")).to_contain_text("is choosing whether the traitor swaps goals")
    expect(anna.page.locator("#ask")).to_contain_text("Your traitor was uncovered: swap Music 5")
    anna.page.click("#goal-1")
    expect(ben.page.locator("#lane-0 .bill")).to_contain_text("Trade 3")
    expect(ben.page.locator("#lane-1 .bill")).to_contain_text("Music 5")
    assert anna.complaints == ben.complaints == []


def test_award_is_shown_step_by_step_and_can_be_repeated(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna = arrive(calm=True)
    page = anna.page
    page.goto(prepare("kabale", LAST_OF_A_ROUND, anna, "easy", "easy"))
    page.locator("#my-side label.card").first.click(position={"x": 20, "y": 20})
    page.click("#slot-1")
    # The show opens by itself; with reduced motion at the summary, which links each column.
    expect(page.locator("#show .summary li:visible")).to_have_count(3)
    expect(page.locator("#show")).not_to_be_focused()
    page.locator("#show .summary a").first.click()
    expect(page.locator("#show .beat:visible")).to_have_count(1)
    page.click("[data-show-on]")
    expect(page.locator(".beat:visible .beat-text")).to_contain_text("The witch removes")
    expect(page.locator(".beat:visible .is-gone")).to_have_count(1)
    page.click("[data-show-on]")
    change = page.locator(".beat:visible .change")
    expect(change).to_have_count(1)
    expect(change).to_contain_text("12")
    expect(change).to_contain_text("9")
    # The whole verdict is visible with any number of cards below, and the stage does not scroll.
    page.click("[data-show-on]")
    page.click("[data-show-on]")
    expect(page.locator(".verdict:visible")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.getElementById('show').scrollTop") == 0
    # On request it plays by itself to the end.
    page.locator(".programme a").nth(2).click()
    expect(page.locator(".scene:visible h3")).to_contain_text("Trade 2")
    page.click("[data-show-run]")
    expect(page.locator("#show .summary li:visible")).to_have_count(3)
    # It can be skipped, and opened again from the log at any column.
    page.keyboard.press("Escape")
    expect(page.locator("#show")).to_have_count(0)
    expect(page.locator(".stage")).to_be_visible()
    page.locator("#log a[data-show]").nth(1).click()
    expect(page.locator(".scene:visible h3")).to_contain_text("Music 5")
    expect(page.locator("#show")).to_be_focused()
    page.click("[data-show-close]")
    # The replay has it too.
    page.goto(page.locator("#award-3").get_attribute("href") or "")
    expect(page.locator("#show .summary li:visible")).to_have_count(3)
    page.click("[data-show-close]")
    expect(page.locator(".stage")).to_be_visible()
    assert anna.complaints == []


MORE = ("2 king", "0 alchemist", "0 merchant", "1 squire", "2 merchant", "1 alchemist", "0 fencer")


def with_cards(count: int) -> dict[str, Any]:
    """Return LAST_OF_A_ROUND with this number of cards in its first column."""
    music, *others = LAST_OF_A_ROUND["columns"]
    more = column("music 5", *MORE[: count - len(music["cards"])])["cards"]
    columns = [{**music, "cards": [*music["cards"], *more]}, *others]
    return {**LAST_OF_A_ROUND, "columns": columns}


@pytest.mark.parametrize("cards", [9, 12])
def test_all_cards_of_award_are_whole_on_a_phone(
    cards: int, arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna = arrive(phone=True, calm=True, guided=True)
    page = anna.page
    page.goto(prepare("kabale", with_cards(cards), anna, "easy", "easy"))
    page.locator("#my-side label.card").first.click(position={"x": 20, "y": 20})
    page.click("#slot-1")
    page.locator("#show .summary a").first.click()
    for _beat in range(page.locator("#scene-0 .beat").count()):
        expect(page.locator(".beat.is-now .actor")).to_have_count(cards)
        end = place_of(anna, ".beat.is-now .troupe")
        show = place_of(anna, "#show")
        assert end["y"] + end["height"] <= show["y"] + show["height"]
        page.click("[data-show-on]")
    assert anna.complaints == []


def test_long_column_of_match_called_off_ends_above_players_on_a_phone(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna = arrive(phone=True, calm=True)
    page = anna.page
    page.goto(prepare("kabale", with_cards(12), anna, "easy", "easy"))
    page.click(".table-menu > summary")
    page.click(".resign > summary")
    page.locator(".resign button").click()
    expect(page.locator("#table.is-over")).to_have_count(1)
    stage, players = place_of(anna, ".stage"), place_of(anna, "#players")
    assert stage["y"] + stage["height"] <= players["y"]
    assert anna.complaints == []


def test_table_does_not_wait_for_still_award(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """With reduced motion the award stays open, and the bots' next moves were never shown."""
    anna = arrive(calm=True, playback=True)
    page = anna.page
    page.goto(prepare("kabale", LAST_OF_A_ROUND, anna, "easy", "easy"))
    page.locator("#my-side label.card").first.click(position={"x": 20, "y": 20})
    page.click("#slot-1")
    expect(page.locator("#show .summary li:visible")).to_have_count(3)
    expect(page.locator("#table.is-mine")).to_be_visible()
    expect(page.locator(".is-behind")).to_have_count(0)
    expect(page.locator("#show")).to_be_visible()
    # A hint shows its words, and a chosen card brings back the columns.
    page.click(".ask-hint")
    expect(page.locator("#show")).to_have_count(0)
    expect(page.locator("#hint > .guide")).to_be_visible()
    page.locator("a[data-show]:visible").first.click()
    expect(page.locator("#show")).to_be_visible()
    page.locator("#my-side label.card").first.click(position={"x": 20, "y": 20})
    expect(page.locator("#show")).to_have_count(0)
    expect(page.locator(".slot").last).to_be_visible()
    assert anna.complaints == []


def test_result_of_resigned_match_is_not_hidden_by_award(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna = arrive(calm=True)
    page = anna.page
    page.goto(prepare("kabale", LAST_OF_A_ROUND, anna, "easy", "easy"))
    page.locator("#my-side label.card").first.click(position={"x": 20, "y": 20})
    page.click("#slot-1")
    expect(page.locator("#show .summary li:visible")).to_have_count(3)
    page.click(".table-menu > summary")
    page.click(".resign > summary")
    page.get_by_role("button", name="Resign now").click()
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator("#show")).to_have_count(0)
    assert anna.complaints == []


def test_rematch_and_replay_stand_on_one_line(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """The offer of another game below the rematch had pushed the other buttons down."""
    people = anna, ben = arrive(calm=True), arrive(calm=True)
    columns = [column("music 5", "0 king"), column("trade 3")]
    position = {"turn": 0, "columns": columns, "hands": [["juliet"], ["queen"]]}
    table = prepare("kabale", position, anna, ben)
    for person in people:
        person.page.goto(table)
        expect(person.page.locator("#table.is-mine")).to_be_visible()
        person.page.locator("#my-side label.card").first.click(position={"x": 20, "y": 20})
        person.page.click("#slot-0")
        expect(person.page.locator("#table.is-mine")).to_have_count(0)
    page = anna.page
    page.click(".table-menu > summary")
    page.click(".resign > summary")
    page.get_by_role("button", name="Resign now").click()
    expect(page.get_by_role("link", name="Challenge them to something else")).to_be_visible()
    rematch = place_of(anna, "#rematch .primary")
    assert rematch["y"] == pytest.approx(place_of(anna, ".scene-acts > p > a")["y"], abs=1)


@pytest.mark.parametrize(("number", "after"), [(3, ".stage"), (ROUNDS, "#result h2")])
def test_next_round_or_result_waits_for_award(
    number: int, after: str, arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """It flashed up before the award that it results from."""
    anna = arrive(playback=True)
    page, held = anna.page, list[Route]()
    page.route(re.compile("part=1$"), lambda route: held.append(route))
    page.goto(prepare("kabale", {**LAST_OF_A_ROUND, "round": number}, anna, "easy", "easy"))
    page.locator("#hand-queen").click(position={"x": 20, "y": 20})
    page.click("#slot-1")
    expect(page.locator(f"#award-{number}")).to_have_count(1)
    expect(page.locator("#board")).to_be_visible()
    for late in (".stage", "#result", "#playback .banner"):
        expect(page.locator(late)).to_be_hidden()
    held[0].continue_()
    expect(page.locator("#scene-1 .actor").last).to_contain_text("Queen")
    # The log keeps its place in the meantime.
    expect(page.locator("#log-lines > li").last).to_be_in_viewport()
    page.locator("[data-show-close]").first.click()
    expect(page.locator(after)).to_be_visible()
    assert anna.complaints == []


RECORD_FLIGHTS = """() => {
  window.flights = [];
  window.starts = [];
  const size = ({ offsetWidth, offsetHeight }) => [offsetWidth, offsetHeight];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    if (this.classList.contains("in-flight")) {
      const cards = [this.querySelector(".card"), document.querySelector(".is-played > .card")];
      flights.push(cards.map(size));
      const { top, height } = this.getBoundingClientRect();
      starts.push(top + height / 2 + new DOMMatrix(frames[0].transform).f);
    }
    return animate.call(this, frames, timing);
  };
}"""


def test_laid_card_has_its_size_in_flight_and_shows_its_name(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """It flew at half its size, and the curtain covered the end of a long name."""
    anna, ben = arrive(), arrive(calm=True)
    page = anna.page
    columns = [column("music 5", "1 king", "0 witch", "1 fencer"), column("trade 3")]
    hands = [["musketeers", "storm"], ["dragon", "queen"]]
    page.goto(prepare("kabale", {"columns": columns, "hands": hands}, anna, ben))
    page.evaluate(RECORD_FLIGHTS)
    page.locator("#hand-musketeers").click(position={"x": 20, "y": 20})
    page.click("#slot-0")
    page.wait_for_function("() => flights.length")
    for flying, landed in page.evaluate("flights"):
        assert flying == landed
    covered = """card => {
      const name = document.createRange();
      name.selectNodeContents(card.querySelector(".card-name"));
      const curtain = parseFloat(getComputedStyle(card, "::after").width);
      return name.getBoundingClientRect().right - (card.getBoundingClientRect().right - curtain);
    }"""
    assert page.locator(".lies.is-known").evaluate(covered) <= 0
    assert anna.complaints == []


def test_card_of_player_below_the_window_comes_from_above(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """It came from below a phone's hand, as if it were a card of one's own."""
    anna, ben = arrive(phone=True), arrive(calm=True)
    position = {"columns": [column("music 5"), column("trade 3")], "hands": [["dragon"], ["queen"]]}
    path = prepare("kabale", position, ben, anna)
    anna.page.goto(path)
    anna.page.evaluate(RECORD_FLIGHTS)
    ben.page.goto(path)
    ben.page.locator("#hand-dragon").click(position={"x": 20, "y": 20})
    ben.page.click("#slot-0")
    anna.page.wait_for_function("() => starts.length")
    stage = not_none(anna.page.locator("#board").bounding_box())
    assert max(anna.page.evaluate("starts")) <= stage["y"]


def test_award_without_javascript_shows_every_step(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    carla = arrive(script=False, phone=True, calm=True)
    page = carla.page
    page.goto(prepare("kabale", LAST_OF_A_ROUND, carla, "easy", "easy"))
    page.locator("#my-side label.card").first.click(position={"x": 20, "y": 20})
    # Enter on a card does not lay it yet.
    page.keyboard.press("Enter")
    expect(page.locator("#refusal p")).to_be_visible()
    page.locator("#my-side label.card").first.click(position={"x": 20, "y": 20})
    page.click("#slot-1")
    page.click("#award-3")
    expect(page.locator("#show .scene:visible")).to_have_count(4)
    expect(page.locator("#show .beat:visible")).to_have_count(page.locator("#show .beat").count())
    expect(page.locator(".stage")).to_be_visible()
