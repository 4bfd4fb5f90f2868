"""The main pages pass axe, and lose nothing with a large font size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import ViewportSize, expect

from games.titles.registry import all_games, titles
from tests.browser.conftest import DESK, PHONE, ROOT, Person
from tests.browser.driver import whose_turn
from tests.browser.large_print import FAULTS as LARGE_FAULTS
from tests.browser.large_print import LargePrint
from tests.browser.test_type import type_faults
from tests.helpers.effort import covering
from tests.helpers.tables import every_game_with

pytestmark = pytest.mark.browser
AXE = Path(ROOT, "node_modules/axe-core/axe.min.js")


SETTLED = """Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity)
  .map(({ finished }) => finished))"""


def complaints(person: Person, *, colours: bool = True) -> list[str]:
    """Return the violations that axe finds on the page.

    Without `colours` the contrast of colours is not checked.
    """
    page = person.page
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE.read_text())
    # During a transition colours have no fixed contrast.
    page.evaluate(SETTLED)
    but = {} if colours else {"rules": {"color-contrast": {"enabled": False}}}
    how = {"resultTypes": ["violations"], "selectors": False, **but}
    found = page.evaluate("(how) => axe.run(how)", how)
    return [f"{v['id']}: {v['help']} ({v['nodes'][0]['html'][:120]})" for v in found["violations"]]


MOVES = """document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().activeDuration > 50)
  .map(({ animationName, effect }) => `${animationName ?? "?"} on ${effect.target.outerHTML}`)
"""
"""Animations that are long enough to be visible."""


WINDOWS: list[tuple[ViewportSize, Literal["light", "dark"]]] = [
    (DESK, "light"),
    (PHONE, "dark"),
    (DESK, "dark"),
    (PHONE, "light"),
]
PAGES = (
    "/",
    "/games/",
    *(
        f"/games/{game.slug}/{part}"
        for turn, game in enumerate(all_games())
        for part in covering(("", "open/"), turn)
    ),
    "/matches/",
    "/ladders/",
    *(f"/ladders/{game.slug}/{game.seats[0]}/" for game in all_games()[:1]),
    "/learn/",
    *(f"/learn/{title.slug}/" for title in titles()[:1]),
    # Its table is checked in test_pictures.py, as are those of the other games.
    *(f"/learn/{title.slug}/{title.lessons[0].slug}/" for title in titles()[:1]),
    "/puzzles/",
    "/quick/",
    "/notices/",
    "/settings/",
    "/settings/notifications/",
    "/settings/privacy/",
    "/settings/shield/",
    "/clubs/",
    "/clubs/new/",
    "/events/",
    "/events/new/",
    "/credits/",
    "/stored/",
)


@pytest.mark.long
@pytest.mark.parametrize("half", [0, 1])
def test_pages_are_accessible_and_lose_nothing_in_large_print(
    arrive: Callable[..., Person], half: int
) -> None:
    """Open each page once, and then change its window and colours: no page scrolls sideways.

    A page checked with axe on a desktop is shown in large print on a phone, and the other way
    round; EFFORT=thorough does both in both windows, and in light and dark. All use the type and
    shadows of the design (test_type.py).
    """
    person = arrive(calm=True)
    page = person.page
    large = LargePrint(person)
    against, lost, drawn = {}, {}, {}
    for turn, path in enumerate(PAGES[half::2]):
        page.set_viewport_size(DESK)
        page.goto(path)
        never_scrolls_sideways(person)
        for size, scheme in covering(WINDOWS, turn):
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size(size)
            if found := complaints(person):
                against[f"{path}, {size['width']} wide, {scheme}"] = found
            if found := type_faults(page):
                drawn[f"{path}, {size['width']} wide, {scheme}"] = found
        for size in covering((PHONE, DESK), turn):
            page.set_viewport_size(size)
            if found := large.faults():
                lost[f"{path}, {size['width']} wide"] = found
    assert against == {}
    assert lost == {}
    assert drawn == {}
    assert person.complaints == []


MARKS = """() => {
  const width = (one) => one ? parseFloat(getComputedStyle(one).outlineWidth) : null;
  const chosen = document.querySelector("#my-side .card:has(> input:checked)");
  const turns = [...document.querySelectorAll("#table article")];
  return {
    chosen: chosen ? [width(chosen), getComputedStyle(chosen, "::before").content] : null,
    turns: turns.filter((one) => one.matches(".is-turn")).map(width),
    others: turns.filter((one) => !one.matches(".is-turn")).map(width),
    owners: turns.every((one) => one.querySelector(".seat-mark b")?.textContent.trim()),
  };
}"""
"""The marks of a table that do not depend on colours."""


@pytest.mark.parametrize(("game", "seats"), every_game_with(seats=6))
def test_table_and_replay_are_accessible(
    arrive: Callable[..., Person], prepare: Callable[..., str], game: str, seats: int
) -> None:
    """Games take turns with the windows of table and replay; EFFORT=thorough does all.

    A full table does not scroll sideways. Forced colours keep the marks of choice, turn and owner.
    """
    person = arrive(calm=True)
    page = person.page
    turn = [one.slug for one in all_games()].index(game)
    page.goto(prepare(game, None, person, *["easy"] * (seats - 1)))
    never_scrolls_sideways(person)
    accessible_in(person, covering((PHONE, DESK), turn))
    whose_turn([person])
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        assert page.evaluate(MOVES) == [], "nothing moves with reduced motion"
    page.emulate_media(forced_colors="active")
    if page.locator("#my-side .hand label.card").count():
        page.locator("#my-side .hand label.card").first.click(position={"x": 20, "y": 20})
    marks = page.evaluate(MARKS)
    if marks["chosen"]:
        assert marks["chosen"] == [4, '"✓"']
    assert min(marks["turns"], default=4) >= 4
    assert max(marks["others"], default=0) < 4
    assert marks["owners"]
    page.emulate_media(forced_colors="none")
    page.goto(f"{page.url}replay/?step=2")
    accessible_in(person, covering((DESK, PHONE), turn))


def accessible_in(person: Person, sizes: Sequence[ViewportSize]) -> None:
    """Check the open page in these windows; the colours are the same in all."""
    for size in sizes:
        person.page.set_viewport_size(size)
        assert complaints(person, colours=size == sizes[-1]) == [], (person.page.url, size)


TWICE = """() => {
  const enlarge = () => document.documentElement?.style.setProperty("font-size", "200%");
  enlarge();
  new MutationObserver(enlarge).observe(document, { childList: true });
}"""
"""Doubles the size of letters as a page style does, from the start of each page."""


def test_table_loses_nothing_when_page_style_doubles_letters(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    person = arrive(calm=True)
    page = person.page
    page.add_init_script(f"({TWICE})()")
    for game, seats in every_game_with(seats=2):
        page.goto(prepare(game, None, person, *["easy"] * (seats - 1)))
        # The layout of a narrow screen, as with the browser's own large letters.
        expect(page.locator("[data-tab=log]")).to_be_visible()
        assert page.evaluate(LARGE_FAULTS) == [], game


BROKEN = """() => [...document.querySelectorAll("main :is(h1, h2)")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const lines = one.clientHeight / parseFloat(getComputedStyle(one).lineHeight);
    return lines > one.innerText.trim().split(/\\s+/).length + 0.5;
  })
  .map((one) => one.textContent)"""
"""Returns the titles that have more lines than words."""


UNFOLD = "(folds) => folds.forEach((fold) => (fold.open = true))"


def test_pages_of_finished_matches_are_accessible(
    arrive: Callable[..., Person], past: Callable[[Person, Person], None]
) -> None:
    """Pages take turns to be checked on a desktop or a phone; EFFORT=thorough does both."""
    person, rival = arrive(calm=True), arrive(calm=True)
    page = person.page
    past(person, rival)
    paths = (
        "/matches/?player=" + rival.name,
        "/matches/?whose=all&player=nobody-at-all",
        f"/players/{person.name}/",
        f"/players/{rival.name}/",
        f"/players/{person.name}/against/{rival.name}/",
    )
    for turn, path in enumerate(paths):
        page.goto(path)
        for size in (DESK, PHONE):
            page.set_viewport_size(size)
            page.locator("main details").evaluate_all(UNFOLD)
            if size in covering((DESK, PHONE), turn):
                assert complaints(person) == [], (path, size)
                assert type_faults(page) == [], (path, size)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= size["width"], path
            broken = page.evaluate(BROKEN)
            assert broken == [], f"{path}: a title is broken into letters"
    assert person.complaints == []


def test_lists_of_full_tables_do_not_scroll_sideways(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    person = arrive(calm=True)
    for game, seats in every_game_with(seats=6):
        prepare(game, None, person, *["easy"] * (seats - 1))
    for path in ("/", "/matches/"):
        person.page.goto(path)
        never_scrolls_sideways(person)


def never_scrolls_sideways(person: Person) -> None:
    for width in (1280, 360, 390):
        person.page.set_viewport_size({"width": width, "height": 800})
        wide = person.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, (person.page.url, wide)
