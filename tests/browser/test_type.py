"""All pages use eight pairs of size and weight, and three shadows.

What a sheet declares as drawn, such as the name printed on a card, scales with its picture instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from games.titles.registry import slugs
from tests.browser.conftest import DESK, PHONE, ROOT, Person
from tests.helpers.backstage import Backstage
from tests.helpers.effort import covering

pytestmark = pytest.mark.browser
FAULTS = (Path(__file__).parent / "type.js").read_text("utf-8")
PAIRS = [
    "40 640",  # the title of a page
    "28 640",  # sections
    "21 640",  # turns and panels
    "17 400",  # reading
    "15 400",  # the interface
    "15 550",  # what is emphasised in the interface
    "13 400",  # notes
    "11.5 550",  # counts and badges; nothing is smaller
]
"""Each pair is a size in pixels and a weight."""


def type_faults(page: Page) -> list[str]:
    """Return what breaks the rules on the open page."""
    found: list[str] = page.evaluate(FAULTS, PAIRS)
    return found


@pytest.mark.parametrize("kind", ["visitor", "moderator", "matches"])
def test_page_uses_eight_pairs_of_size_and_weight_and_three_shadows(
    kind: str, arrive: Callable[..., Person], behind: Backstage
) -> None:
    """Show each page on a desktop or a phone, with EFFORT=thorough on both.

    The pages of members are in test_accessible.py, tables in test_pictures.py, lessons in
    test_lessons.py.
    """
    person, other = arrive(account=kind != "visitor", staff=True, calm=True), arrive()
    faults: dict[str, list[str]] = {}
    for turn, path in enumerate(pages(kind, person, other, behind)):
        sizes = covering((DESK, PHONE), turn)
        person.page.set_viewport_size(sizes[0])
        person.page.goto(path)
        for size in sizes:
            person.page.set_viewport_size(size)
            if found := type_faults(person.page):
                faults[f"{path} at {size['width']} px"] = found
    assert faults == {}


def pages(kind: str, person: Person, other: Person, behind: Backstage) -> list[str]:
    """Return a page of each design that visitors of this kind see."""
    game = slugs()[0]
    if kind == "visitor":
        return ["/", f"/games/{game}/", "/accounts/login/", "/credits/", "/offline/", "/nowhere/"]
    if kind == "moderator":
        behind.ask("appoint", name=person.name)
        staff = [f"/administration/{page}" for page in ("", "announcements/", "reasons/")]
        player = f"/moderation/players/{person.name}/"
        return [*staff, "/moderation/", "/moderation/book/", player, "/styleguide/"]
    match = behind.ask("played", game=game, names=[person.name, other.name])
    return ["/matches/", f"/matches/{match}/replay/", f"/embed/matches/{match}/"]


def test_sheet_declares_what_is_drawn_in_one_place() -> None:
    sheets = [*ROOT.glob("static/css/*.css"), *ROOT.glob("games/titles/*/static/games/*/*.css")]
    scattered = {s.name: n for s in sheets if (n := s.read_text("utf-8").count("--drawn:")) > 1}
    assert scattered == {}


def test_font_of_one_word_is_only_for_elements_that_name_their_language() -> None:
    """A whole Korean page would have it with `:lang(ko)`, without most of its letters."""
    sheets = [sheet.read_text("utf-8") for sheet in ROOT.glob("static/css/*.css")]
    rule = re.compile(r"([^{}]*)\{ font-family: .Korean Name")
    found = [one for text in sheets for one in rule.findall(text)]
    assert [one.strip().endswith('[lang="ko"]') for one in found] == [True]


def test_name_of_korean_is_drawn_in_our_font(arrive: Callable[..., Person]) -> None:
    """A system may have no font with Hangul, and then the link would be an empty line."""
    page = arrive(account=False).page
    page.goto("/")
    faces = "[...document.fonts].filter((face) => face.family.includes('Korean Name'))"
    page.wait_for_function(f"() => {faces}.some((face) => face.status === 'loaded')")
