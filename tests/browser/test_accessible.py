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
    how = {"resultTypes": ["violations"], **but}
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
    *(f"/games/{game.slug}/" for game in all_games()),
    *(f"/games/{game.slug}/open/" for game in all_games()),
    "/matches/",
    "/ladders/",
    *(f"/ladders/{game.slug}/{game.seats[0]}/" for game in all_games()[:1]),
    "/learn/",
    *(f"/learn/{title.slug}/" for title in titles()[:1]),
    # Its table is checked in test_pictures.py, as are those of the other games.
    *(f"/learn/{title.slug}/{title.lessons[0].slug}/" for title in titles()[:1]),
    "/quick/",
    "/notices/",
    "/settings/",
    "/settings/notifications/",
    "/settings/privacy/",
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
    round; EFFORT=thorough does both in both windows, and in light and dark.
    """
    person = arrive(calm=True, own=True)
    page = person.page
    large = LargePrint(person)
    against, lost = {}, {}
    for turn, path in enumerate(PAGES[half::2]):
        page.set_viewport_size(DESK)
        page.goto(path)
        never_scrolls_sideways(person)
        for size, scheme in covering(WINDOWS, turn):
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size(size)
            if found := complaints(person):
                against[f"{path}, {size['width']} wide, {scheme}"] = found
        for size in covering((PHONE, DESK), turn):
            page.set_viewport_size(size)
            if found := large.faults():
                lost[f"{path}, {size['width']} wide"] = found
    assert against == {}
    assert lost == {}
    assert person.complaints == []


@pytest.mark.parametrize(("game", "seats"), every_game_with(seats=4))
def test_table_and_replay_are_accessible(
    arrive: Callable[..., Person], prepare: Callable[..., str], game: str, seats: int
) -> None:
    """Games take turns with the windows of table and replay; EFFORT=thorough does all."""
    person = arrive(calm=True)
    page = person.page
    turn = [one.slug for one in all_games()].index(game)
    page.goto(prepare(game, None, person, *["easy"] * (seats - 1)))
    accessible_in(person, covering((PHONE, DESK), turn))
    whose_turn([person])
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        assert page.evaluate(MOVES) == [], "nothing moves with reduced motion"
    page.goto(f"{page.url}replay/?step=2")
    accessible_in(person, covering((DESK, PHONE), turn))


def accessible_in(person: Person, sizes: Sequence[ViewportSize]) -> None:
    """Check the open page in these windows; the colours are the same in all."""
    for size in sizes:
        person.page.set_viewport_size(size)
        assert complaints(person, colours=size == sizes[-1]) == [], (person.page.url, size)


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


@pytest.mark.parametrize(("game", "seats"), every_game_with(seats=2))
def test_forced_colours_keep_marks_of_choice_turn_and_owner(
    arrive: Callable[..., Person], prepare: Callable[..., str], game: str, seats: int
) -> None:
    person = arrive(calm=True)
    page = person.page
    page.emulate_media(forced_colors="active")
    page.goto(prepare(game, None, person, *["easy"] * (seats - 1)))
    whose_turn([person])
    if page.locator("#my-side .hand label.card").count():
        page.locator("#my-side .hand label.card").first.click(position={"x": 20, "y": 20})
    marks = page.evaluate(MARKS)
    if marks["chosen"]:
        assert marks["chosen"] == [4, '"✓"']
    assert min(marks["turns"], default=4) >= 4
    assert max(marks["others"], default=0) < 4
    assert marks["owners"]


TWICE = """() => {
  const enlarge = () => document.documentElement?.style.setProperty("font-size", "200%");
  enlarge();
  new MutationObserver(enlarge).observe(document, { childList: true });
}"""
"""Doubles the size of letters as a page style does, from the start of each page."""


@pytest.mark.parametrize(("game", "seats"), every_game_with(seats=2))
def test_table_loses_nothing_when_page_style_doubles_letters(
    arrive: Callable[..., Person], prepare: Callable[..., str], game: str, seats: int
) -> None:
    person = arrive(calm=True, own=True)
    page = person.page
    page.add_init_script(f"({TWICE})()")
    page.goto(prepare(game, None, person, *["easy"] * (seats - 1)))
    # The layout of a narrow screen, as with the browser's own large letters.
    expect(page.locator("[data-tab=log]")).to_be_visible()
    assert page.evaluate(LARGE_FAULTS) == []


def test_search_page_is_accessible(arrive: Callable[..., Person]) -> None:
    person = arrive(phone=True, calm=True)
    person.page.goto("/")
    person.page.get_by_role("button", name="Find opponents").click()
    person.page.wait_for_url("**/quick/*/")
    assert complaints(person) == []
    person.page.get_by_role("button", name="Stop looking").click()
    person.page.wait_for_url("**/")


BROKEN = """() => [...document.querySelectorAll("main :is(h1, h2)")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const lines = one.clientHeight / parseFloat(getComputedStyle(one).lineHeight);
    return lines > one.innerText.trim().split(/\\s+/).length + 0.5;
  })
  .map((one) => one.textContent)"""
"""Returns the titles that have more lines than words."""


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
            for folded in page.query_selector_all("main details:not([open]) > summary"):
                folded.click()
            if size in covering((DESK, PHONE), turn):
                assert complaints(person) == [], (path, size)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= size["width"], path
            broken = page.evaluate(BROKEN)
            assert broken == [], f"{path}: a title is broken into letters"
    assert person.complaints == []


def test_full_tables_and_lists_do_not_scroll_sideways(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    """Open a table of each game, and then the lists that show them all."""
    person = arrive(calm=True)
    for game, seats in every_game_with(seats=6):
        # The form would ask whether to take a seat at another table, too.
        person.page.goto(prepare(game, None, person, *["easy"] * (seats - 1)))
        never_scrolls_sideways(person)
    for path in ("/", "/matches/"):
        person.page.goto(path)
        never_scrolls_sideways(person)


def never_scrolls_sideways(person: Person) -> None:
    for width in (1280, 360, 390):
        person.page.set_viewport_size({"width": width, "height": 800})
        wide = person.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, (person.page.url, wide)
