"""Every game is played in Firefox and WebKit too, over the socket and with forms."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import cast

import pytest
from playwright.sync_api import Page

from games.engine.chance import Chance
from games.titles.registry import newest, slugs
from tests.browser.conftest import Person
from tests.browser.driver import MOST_DECISIONS, play, read
from tests.browser.others import OtherPage, firefox, webkit
from tests.browser.test_picture import COLOURS
from tests.helpers.backstage import Backstage
from tests.helpers.effort import EFFORT

pytestmark = pytest.mark.browser
BROWSERS = {"firefox": firefox, "webkit": webkit}
EACH_WAY = 1
"""Decisions by each way; with EFFORT=thorough a whole match."""
PICTURE = (Path(__file__).parent / "picture.js").read_text("utf-8")

FORM_ONLY = """() => {
  addEventListener("tavola:send", (event) => {
    window.driverForms = (window.driverForms ?? 0) + 1;
    event.stopImmediatePropagation();
  }, true);
}"""
"""Breaks the socket, so that the page posts forms."""
LOOSE = """() => {
  const box = (element) => element.getBoundingClientRect();
  const loose = [...document.querySelectorAll(".group")].filter((group) => {
    const bricks = [...group.querySelectorAll(".slot")].map(box);
    const top = Math.min(...bricks.map((one) => one.top));
    const bottom = Math.max(...bricks.map((one) => one.bottom));
    const { y, height } = box(group.querySelector(".who"));
    return y + height / 2 < top || y + height / 2 > bottom;
  }).map((group) => group.textContent.trim());
  const painted = box(document.querySelector(".panorama"));
  const mine = [...document.querySelectorAll(".yard.near")].map((yard) => box(yard).top);
  return painted.bottom > Math.min(...mine) + 1 ? [...loose, "panorama"] : loose;
}"""
"""Returns the names that are not on their bricks, and the panorama if it reaches below its row."""
SETTINGS = """() => {
  for (const [name, value] of [["guard", "off"], ["speed", "instant"]])
    localStorage.setItem(name, value);
}"""


@pytest.mark.long
@pytest.mark.parametrize("browser", BROWSERS)
def test_every_game_is_played_and_land_of_babel_is_laid_out_in_other_browser(
    browser: str, site: str, behind: Backstage, prepare: Callable[..., str], tmp_path: Path
) -> None:
    """Do all this in one test, because the start of a browser takes longer than a game."""
    with BROWSERS[browser](tmp_path) as page:
        person = Person(f"guest-in-{browser}", lambda _person: cast(Page, page))
        page.sign_in(site, behind.ask("arrive", name=person.name, staff=True))
        page.goto(site)
        page.evaluate(SETTINGS)
        for game in slugs():
            rules = newest(game)
            seats = min(rules.game.seats)
            options = rules.game.read_options({}, seats)
            dealt = rules.deal(seats, options, Chance(bytes(32), 0)).dump()
            page.goto(site + prepare(game, dealt, person, *["easy"] * (seats - 1)))
            play_both_ways(page, person)
            assert page.errors() == [], game
        ben = f"ben-in-{browser}"
        behind.ask("arrive", name=ben, staff=False)
        match_id = behind.ask("played", game=slugs()[0], names=[person.name, ben])
        page.goto(f"{site}/matches/{match_id}/replay/?step=20")
        take_a_picture(page)
        for width, height in [(1280, 860), (390, 900)]:
            page.resize(width, height)
            page.goto(f"{site}/styleguide/babel/end-phase/")
            assert page.evaluate(LOOSE) == [], f"{width} wide"


def take_a_picture(page: OtherPage) -> None:
    """Each browser has its own rules for reading a canvas."""
    page.wait_for_selector("#replay[data-scripted]")
    page.evaluate("void document.getElementById('step-picture').click()")
    page.wait_for_selector("#picture [data-ways]:not([hidden]), [data-failed]:not([hidden])")
    assert page.evaluate(PICTURE)["colours"] > COLOURS


def play_both_ways(page: OtherPage, person: Person) -> None:
    """Make decisions over the socket, then with forms."""
    rng = Random(4)
    assert play([person], rng, most=EACH_WAY) == EACH_WAY
    assert not page.evaluate("Boolean(window.driverForms)")
    page.evaluate(FORM_ONLY)
    play([person], rng, most=MOST_DECISIONS if EFFORT == "thorough" else EACH_WAY)
    assert page.evaluate("window.driverForms") >= EACH_WAY
    assert EFFORT != "thorough" or read(person.page).over
    assert page.inner_text("#refusal") == ""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
