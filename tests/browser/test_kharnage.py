"""Kharnage in a real browser: a whole match of four, the cheer, aiming, and without scripts."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TooLate

from games.engine.referee import Wishes, judge
from games.rules import SHELF
from tests.browser.conftest import Person
from tests.browser.playing import is_mine, is_over, open_table, play_to_the_end
from tests.helpers.battlefields import position_at

pytestmark = pytest.mark.browser


def decide(page: Page, rng: Random) -> None:
    """One decision, in at most two clicks, from what the page offers; always at the weakest."""
    plans = page.locator("#my-side label.card")
    if plans.count():
        plans.nth(rng.randrange(plans.count())).click(position={"x": 20, "y": 30}, force=True)
        page.click("#act-plan")
        return
    armies = page.locator(".army[data-aims]")
    if armies.count():
        sizes = [army.locator(".rank .stack").count() for army in armies.all()]
        weakest = armies.nth(sizes.index(min(sizes)))
        weakest.locator(".blow.is-whole").click(force=True)
        return
    cards = page.locator("#board button.card")
    if cards.count():
        cards.nth(rng.randrange(cards.count())).click(force=True)
        return
    with suppress(TooLate):  # another may have cheered between a look and a click
        page.locator("#act-cheer, #my-side .acts button").first.click(force=True, timeout=2000)


def whole_match(anna: Person, ben: Person, rng: Random) -> str:
    """From the lobby to the end; its record."""
    open_table(anna, seats=4, bots=2, public=False, game="kharnage", cheer="manual")
    link = anna.page.locator("[data-copy]").first.get_attribute("data-copy")
    assert link is not None
    ben.page.goto(link)
    ben.page.get_by_role("button", name="Take a chair").first.click()
    for person in (anna, ben):
        expect(person.page.locator("#table")).to_be_visible()
    play_to_the_end([anna, ben], rng, seconds=200, decide=decide)
    return anna.context.request.get(f"{anna.page.url}record.json").text()


def test_two_people_and_two_bots_fight_four_rounds(arrive: Callable[..., Person]) -> None:
    anna, ben = arrive(calm=True), arrive(phone=True, calm=True)
    rng = Random(5)
    cheers = 0
    for _ in range(3):  # Of 250 such matches one sees no Kharnage that a person has to cheer.
        record = whole_match(anna, ben, rng)
        people = {anna.name, ben.name}
        seats = [n for n, p in enumerate(json.loads(record)["players"]) if p["name"] in people]
        moves = json.loads(record)["moves"]
        cheers = sum(move["type"] == "cheer" and move["seat"] in seats for move in moves)
        if cheers:
            break
    assert cheers
    for person in (anna, ben):
        expect(person.page.locator("#ask")).to_contain_text("The hill falls silent")
        width = person.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width[0] <= width[1]
    answer = judge(record, SHELF, Wishes(verify=True))
    assert answer["ok"], answer["error"]
    assert answer["position"]["phase"] == "over"
    anna.page.goto(f"{anna.page.url}replay/?step=4")
    expect(anna.page.locator("#hill")).to_be_visible()
    assert anna.complaints == []
    assert ben.complaints == []


def prepared_for(
    prepare: Callable[..., str], phase: str, asked: Person, bot: str = "easy"
) -> tuple[str, int]:
    """A table at this phase where the seat that is asked (first) is this person's."""
    position = position_at(phase)
    cheering = position["pending"]["cheer"]
    seat = cheering[0] if cheering else position["turn"]
    seated = [asked if n == seat else bot for n in range(4)]
    return prepare("kharnage", position, *seated, options={"cheer": "manual"}), seat


def test_a_kharnage_is_cheered_by_hand_against_the_clock(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna = arrive()
    path, _seat = prepared_for(prepare, "cheer", anna)
    anna.page.goto(path)
    left = anna.page.locator("[data-until]")
    expect(left).to_be_visible()
    anna.page.click("#act-cheer")
    expect(anna.page.locator("#act-cheer")).to_have_count(0)
    expect(anna.page.locator("#log-lines")).to_contain_text(f"{anna.name} cheers.")
    assert anna.complaints == []


def test_an_attack_is_aimed_by_clicking_the_armies(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna = arrive()
    path, _seat = prepared_for(prepare, "target", anna)
    anna.page.goto(path)
    armies = anna.page.locator(".army[data-aims]")
    if armies.count() > 1:
        # One after the other, with half the strength each.
        anna.page.check("[name=aim][value=split]", force=True)
        expect(anna.page.locator(".blow.is-whole:visible")).to_have_count(0)
        armies.nth(0).locator(".is-first input").check(force=True)
        expect(anna.page.locator(".blow.is-then:visible")).to_have_count(armies.count() - 1)
        armies.nth(1).locator(".rank").first.click(position={"x": 5, "y": 5})
    else:
        armies.first.locator(".rank").first.click(position={"x": 5, "y": 5})
    expect(anna.page.locator("#log-lines")).to_contain_text(f"{anna.name} attacks")
    assert anna.complaints == []


def test_cards_explain_themselves_to_the_keyboard(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna = arrive(phone=True)
    path, _seat = prepared_for(prepare, "destroy", anna)
    anna.page.goto(path)
    target = anna.page.locator(".army.is-open button.card").first
    target.focus()
    expect(target.locator(".tip")).to_be_visible()
    expect(target.locator(".tip")).to_contain_text("strength destroys it")
    anna.page.keyboard.press("Enter")
    expect(anna.page.locator("#log-lines")).to_contain_text(f"{anna.name} destroys")


def test_the_battle_can_be_fought_with_javascript_off(arrive: Callable[..., Person]) -> None:
    carla = arrive(script=False)
    open_table(carla, seats=2, bots=1, game="kharnage")
    rng = Random(2)
    decided = 0
    for _ in range(300):
        if is_over(carla.page) or decided >= 12:
            break
        if is_mine(carla.page):
            decide(carla.page, rng)
            carla.page.wait_for_load_state()
            decided += 1
        else:
            carla.page.wait_for_timeout(50)
            carla.page.reload()
    assert decided >= 12 or is_over(carla.page)
    expect(carla.page.locator("#refusal p")).to_have_count(0)
