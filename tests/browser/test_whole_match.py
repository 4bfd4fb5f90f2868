"""A whole match in a real browser, from the lobby to the replay."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import expect

from games.engine.contract import Json
from games.engine.referee import Requested, judge
from games.titles.registry import ALL_RULES
from tests.browser.conftest import Person
from tests.browser.driver import Way, open_table, play, play_to_the_end, read
from tests.browser.keys import by_keys_alone
from tests.helpers.effort import EFFORT

pytestmark = pytest.mark.browser
LIVELY = 8
"""Decisions of the match that begins in the lobby, which Ben's page shows with motion."""
DECISIONS = 15 if EFFORT == "thorough" else 5
"""Decisions of the match without scripts, each of which loads the page again."""
TWO_CITIES_LEFT: Json = {
    "cities": {
        **dict.fromkeys(("ancona", "ferrara", "firenze", "parma", "torino"), 0),
        **dict.fromkeys(("bologna", "lucca", "milano", "roma", "venezia"), 1),
        **dict.fromkeys(("genova", "modena", "napoli", "siena", "spoleto"), 2),
    }
}
"""Two battles at least are left, because neither city makes a kingdom of four."""


def passing_often(way: Way) -> float:
    """Prefer to pass, so that battles and the match are short."""
    return 3 if way.type == "pass" else 1


@pytest.mark.long
def test_two_people_and_bot_play_from_lobby_to_replay(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """Play the first decisions and the last two cities, or with thorough effort the whole match."""
    anna, ben = arrive(sign_up=True, calm=True), arrive(phone=True)
    open_table(anna, seats=3, bots=1, public=False)
    link = anna.page.locator("[data-copy]").first.get_attribute("data-copy")
    assert link is not None
    assert "/join/" in link

    ben.page.goto(link)
    ben.page.get_by_role("button", name="Take a seat").first.click()
    expect(ben.page.locator("#table")).to_be_visible()
    # Anna's page opens the table by itself.
    expect(anna.page.locator("#table")).to_be_visible()

    rng = Random(5)
    play([anna, ben], rng, passing_often, most=LIVELY)
    if EFFORT != "thorough":
        # What moves costs most of the time of a match.
        ben.page.emulate_media(reduced_motion="reduce")
        table = prepare("condottiere", TWO_CITIES_LEFT, anna, ben, "easy")
        for person in (anna, ben):
            person.page.goto(table)
    with by_keys_alone(anna) as keys:
        play_to_the_end([anna, ben], rng, passing_often, keys)
    for person in (anna, ben):
        standing = re.compile(r"^(Victory|First place, shared|Place [23] of 3)$")
        expect(person.page.locator("#result .scene-placing")).to_have_text(standing)

    address = anna.page.url
    anna.page.goto(f"{address}replay/?step=3")
    expect(anna.page.locator("#board")).to_be_visible()
    anna.page.keyboard.press("ArrowRight")
    expect(anna.page).to_have_url(re.compile("step=4"))
    record = anna.context.request.get(f"{address}record.json").text()
    # Only a match that was dealt has a shuffle to verify.
    answer = judge(record, ALL_RULES, Requested(verify=EFFORT == "thorough"))
    assert answer["ok"], answer["error"]
    assert answer["position"] is not None
    assert answer["position"]["phase"] == "over" or json.loads(record)["left"]
    assert anna.complaints == []
    assert ben.complaints == []


@pytest.mark.long
def test_table_works_without_javascript(arrive: Callable[..., Person]) -> None:
    carla = arrive(script=False, calm=True)
    open_table(carla, seats=2, bots=1)
    decided = play([carla], Random(2), most=DECISIONS)
    assert decided == DECISIONS or read(carla.page).over
    expect(carla.page.locator("#refusal p")).to_have_count(0)


def test_open_table_appears_in_every_lobby(arrive: Callable[..., Person]) -> None:
    emil, frida = arrive(calm=True), arrive(calm=True)
    frida.page.goto("/")
    open_table(emil, seats=2, bots=0)
    expect(frida.page.locator("#lobby")).to_contain_text(emil.name)
