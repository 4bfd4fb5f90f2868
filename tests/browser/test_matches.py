"""The page of a player's matches on a phone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from tests.browser.conftest import Person
from tests.helpers.backstage import Backstage

pytestmark = pytest.mark.browser
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
