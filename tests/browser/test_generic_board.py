"""The game that `startgame` writes is played on the generic board."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from tests.browser.conftest import PASSWORD, Person, environment_at, served
from tests.browser.driver import open_table, play_to_the_end
from tests.helpers.backstage import Backstage, backstage

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Run a site with a game from another package."""
    folder = tmp_path_factory.mktemp("games")
    call_command("startgame", "sixteen", into=folder, stdout=StringIO())
    known = {
        "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT))),
        "EXTRA_TITLES": "sixteen",
    }
    return {**environment_at(tmp_path_factory.mktemp("site")), **known}


@pytest.fixture(scope="module")
def site(environment: dict[str, str]) -> Iterator[str]:
    with served(environment) as address:
        yield address


@pytest.fixture(scope="module")
def behind(site: str, environment: dict[str, str]) -> Iterator[Backstage]:
    with backstage({**environment, "PASSWORD": PASSWORD}) as given:
        yield given


@pytest.mark.long
def test_two_people_and_bot_play_generic_board_to_end(arrive: Callable[..., Person]) -> None:
    """Return a person at a desktop, and one on a phone without JavaScript."""
    anna, ben = arrive(calm=True), arrive(phone=True, script=False)
    open_table(anna, seats=3, bots=1, game="sixteen")
    ben.page.goto(anna.page.url)
    ben.page.get_by_role("button", name="Take a seat").first.click()
    expect(anna.page.locator("#table")).to_be_visible()
    for person in (anna, ben):
        # The hand is above the moves, and nothing extends outside the page.
        expect(person.page.locator("#my-side .mine .entries li")).to_have_count(3)
        width = "document.documentElement.scrollWidth <= innerWidth"
        assert person.page.evaluate(width), f"{person.name}: wider than the screen"
    play_to_the_end([anna, ben], Random(3))
    ben.page.reload()
    for person in (anna, ben):
        expect(person.page.locator("#result .places tbody tr")).to_have_count(3)
    assert anna.complaints == []
    anna.page.get_by_role("link", name="Watch the replay").click()
    expect(anna.page.locator("#replay[data-scripted]")).to_be_attached()
    anna.page.keyboard.press("End")
    expect(anna.page.locator("#board")).to_contain_text("Out")
