"""The page of a player's matches."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Person
from tests.helpers.backstage import Backstage

pytestmark = pytest.mark.browser
BATTLE = {
    "phase": "battle",
    "city": "milano",
    "hands": [["m3", "m5"], ["m4", "m5"]],
    "armies": [["m10"], ["m1"]],
    "passed": [False, False],
}
RENAME = """(names) => {
    const shown = document.querySelectorAll(".played .seated .name");
    names.forEach((name, at) => { shown[at].textContent = name; });
}"""
SEATED = """() => [...document.querySelectorAll(".played .seated > li")].map((row) => {
    const box = row.getBoundingClientRect();
    const inside = Math.max(...[...row.querySelectorAll("*")]
        .map((part) => part.getBoundingClientRect().right));
    return { left: box.left, right: box.right, top: box.top, inside };
})"""


def test_names_of_three_players_do_not_overlap_on_phone(
    arrive: Callable[..., Person], behind: Backstage
) -> None:
    person = arrive(phone=True, calm=True)
    behind.ask("played", game="condottiere", names=[person.name, arrive().name, arrive().name])
    for path in ("/matches/", f"/players/{person.name}/"):
        person.page.goto(path)
        person.page.evaluate(RENAME, ["Snikkit the Seventh", "Amelie Langenfeld", "Joon"])
        rows = person.page.evaluate(SEATED)
        assert len(rows) == 3
        for row, later in pairwise(rows):
            assert later["left"] >= row["right"] or later["top"] > row["top"]
        for row in rows:
            assert row["inside"] <= row["right"] + 1
    assert person.complaints == []


CUT = """() => [...document.querySelectorAll("#result, #result *")]
  .filter((one) => one.checkVisibility() && !one.closest("svg, .visually-hidden"))
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => [one.className, getComputedStyle(one)])
  .filter(([, style]) => style.overflowX !== "visible" && style.textOverflow !== "ellipsis")
  .map(([name]) => name)"""
"""Returns the boxes of a result that cut words off without “…”."""


def test_result_cuts_no_long_name_off_on_phone(
    arrive: Callable[..., Person], behind: Backstage
) -> None:
    person, rival = arrive(phone=True, calm=True), arrive()
    for one in (person, rival):
        behind.ask("describe", name=one.name, display_name=f"{one.name:m<30}", about="")
    match_id = behind.ask("played", game="babel", names=[person.name, rival.name])
    person.page.goto(f"/matches/{match_id}/")
    expect(person.page.locator("#result")).to_be_visible()
    assert person.page.evaluate(CUT) == []
    assert person.complaints == []


def test_running_matches_name_opponents_and_follow_their_moves(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna, berta, carla = arrive(calm=True), arrive(calm=True), arrive(calm=True)
    page = anna.page

    def chip(other: Person) -> Locator:
        return page.locator("#running .chip").filter(has_text=other.name)

    clock = ("turns", 86400, 43200)
    tables = [
        (one, prepare("condottiere", BATTLE, one, anna, clock=clock)) for one in (berta, carla)
    ]
    page.goto("/matches/")
    for away, (other, path) in enumerate(tables):
        expect(chip(other)).to_contain_text("waiting for others")
        if away:
            page.goto("/games/")
        other.page.goto(path)
        other.page.get_by_role("button", name="Pass", exact=True).click()
        expect(other.page.locator("#table:not(.is-mine)")).to_be_attached()
        if away:
            page.go_back()
        expect(chip(other)).to_contain_text("Your turn")
    assert anna.complaints == []
