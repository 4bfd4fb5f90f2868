"""Every prepared position, banner and end, on desktop and phone, is completely visible.

Its text is at least 11.5 pixels high, ends inside its box, and is under no pill. A desktop is
measured at 1280×800 or 1920×1080, in light or dark colours, a phone at 360×640 too. Everything is
visible with the font size doubled too, on a desktop or a phone. A phone has the guide on, and shows
what the question is about, the player's own part of the table and the buttons without scrolling: so
does a puzzle of each theme (for lessons see test_lessons.py). What its folds contain can be tapped.
On a desktop each table is checked for contrast and screen readers too; a phone has the same content
and colours.
Positions take turns with these sizes, colours and languages; EFFORT=thorough combines them all. A
page is opened once for all tables of a game, because opening is slow.

`make pictures` also takes a picture of each in both colour schemes:
`var/pictures/<size>/<scheme>/<game>-<name>.png`. `PICTURES=folder pytest` with this file and
`-k <game>` takes those of one game.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from django.conf import settings
from playwright.sync_api import Page, ViewportSize

from games.puzzles.library import puzzles_of
from games.titles.positions import prepared_positions
from games.titles.registry import slugs
from tests.browser.conftest import DESK, GUIDED, PHONE, Person
from tests.browser.heard import hearing_faults
from tests.browser.large_print import LargePrint
from tests.browser.test_accessible import complaints
from tests.browser.test_type import type_faults
from tests.helpers.effort import covering

pytestmark = pytest.mark.browser
PICTURES = os.environ.get("PICTURES")
"""The folder for pictures; without it none are taken, because they are slow."""
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
FAULTS = (Path(__file__).parent / "spacing.js").read_text("utf-8")
OUT_OF_SIGHT = (Path(__file__).parent / "sight.js").read_text("utf-8")
UNDER_OTHERS = (Path(__file__).parent / "folds.js").read_text("utf-8")
LARGE: ViewportSize = {"width": 1920, "height": 1080}
NARROW: ViewportSize = {"width": 360, "height": 640}
LOOKS: list[tuple[ViewportSize, Scheme]] = [
    (DESK, "light"),
    (LARGE, "dark"),
    (DESK, "dark"),
    (LARGE, "light"),
]
"""The windows and colours of a desktop."""
LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]

SHOW = """async (path) => {
  const answer = await (await fetch(path)).text();
  const page = new DOMParser().parseFromString(answer, "text/html");
  const happens = (name) => document.dispatchEvent(new CustomEvent(name, { detail: {} }));
  // The next question is a new one, even if its token is the same.
  document.getElementById("table").classList.remove("is-mine");
  happens("htmx:afterSwap");
  // A puzzle has no chat.
  for (const id of ["table", "chat"])
    document.getElementById(id)?.replaceWith(document.importNode(page.getElementById(id), true));
  scrollTo(0, 0);
  // The scripts look at the table as at the start of a page.
  for (const name of ["htmx:afterSwap", "DOMContentLoaded"]) happens(name);
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}"""
"""Shows the table of another page of the same game, because loading pages is slow."""


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_crowded_table_is_visible_accessible_and_readable(
    slug: str, size: str, arrive: Callable[..., Person]
) -> None:
    phone = size == "phone"
    maker = arrive(phone=phone, touch=phone, calm=True, staff=True, playback=True)
    page = maker.page
    if phone:
        maker.context.add_init_script(GUIDED.replace("GAME", slug))
    large = LargePrint(maker)
    session = maker.context.new_cdp_session(page)
    faults: dict[str, list[str]] = {}
    paths = {prepared.name: f"{slug}/{prepared.name}" for prepared in prepared_positions(slug)}
    *_others, last = paths
    for turn, (name, path) in enumerate({**paths, "highlights": slug}.items()):
        looks = [] if phone else covering(LOOKS, turn)
        if PICTURES or name in (next(iter(paths)), "highlights"):
            page.goto(f"/styleguide/{path}/")
        else:
            page.evaluate(SHOW, f"/styleguide/{path}/")
        found: list[str] = page.evaluate(FAULTS) if phone else []
        if name in (last, "highlights"):
            found += type_faults(page)
        if name in paths and phone:
            found += page.evaluate(OUT_OF_SIGHT) + page.evaluate(UNDER_OTHERS)
        for window, scheme in looks:
            page.set_viewport_size(window)
            page.emulate_media(color_scheme=scheme)
            wrong: list[str] = page.evaluate(FAULTS)
            if name in paths:
                wrong += complaints(maker)
            found += [f"{window['width']} wide, {scheme}: {fault}" for fault in wrong]
        if not phone:
            # A wider window has larger letters, which large print does not expect.
            page.set_viewport_size(DESK)
        if name in paths and size in covering(("desk", "phone"), turn):
            found += [f"in large print: {lost}" for lost in large.faults()]
        if name in paths and not phone:
            found += hearing_faults(page, session)
        if PICTURES:
            take_pictures(page, Path(PICTURES) / size, f"{slug}-{name}")
        if phone:
            found += narrow_faults(page)
        if found:
            faults[name] = found
    if phone:
        for name in puzzles_of_each_theme(page, slug):
            if found := page.evaluate(OUT_OF_SIGHT):
                faults[name] = found
    assert faults == {}
    assert maker.complaints == []


def narrow_faults(page: Page) -> list[str]:
    """Return the faults on a small phone, where a chip has no place of its own."""
    page.set_viewport_size(NARROW)
    # Columns that scroll fade as at the start of a page.
    page.evaluate("document.dispatchEvent(new Event('tavola:frame'))")
    found: list[str] = page.evaluate(FAULTS)
    page.set_viewport_size(PHONE)
    return [f"{NARROW['width']} wide: {fault}" for fault in found if "stands over" not in fault]


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_longest_words_of_a_language_fit_on_a_phone(
    language: str, site: str, arrive: Callable[..., Person]
) -> None:
    """English is measured above, with everything else.

    The page of each game is opened once, and then shows the other tables. The languages share the
    tables of each game, unless the effort is thorough.
    """
    maker = arrive(phone=True, touch=True, calm=True, staff=True)
    page = maker.page
    maker.context.add_cookies(
        [{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": site}]
    )
    faults: dict[str, list[str]] = {}
    for slug in slugs():
        maker.context.add_init_script(GUIDED.replace("GAME", slug))
        shown = [
            prepared.name
            for turn, prepared in enumerate(prepared_positions(slug))
            if language in covering(LANGUAGES, turn)
        ]
        for name in shown:
            path = f"/styleguide/{slug}/{name}/"
            if name == shown[0]:
                page.goto(path)
                assert page.locator("html").get_attribute("lang") == language
            else:
                page.evaluate(SHOW, path)
            if found := page.evaluate(FAULTS) + page.evaluate(OUT_OF_SIGHT):
                faults[f"{slug}/{name}"] = found
    assert faults == {}


def puzzles_of_each_theme(page: Page, slug: str) -> Iterator[str]:
    """Open a puzzle of a game, and show one of each other theme in its page."""
    first = {puzzle.themes[0]: puzzle.key for puzzle in reversed(list(puzzles_of(slug).values()))}
    for turn, (theme, key) in enumerate(first.items()):
        path = f"/puzzles/{slug}/{key}/"
        if turn:
            page.evaluate(SHOW, path)
            # A puzzle that is opened has no banner of what happened since another.
            page.evaluate("document.querySelector('[data-banner]').hidden = true")
        else:
            page.goto(path)
        yield f"puzzle of {theme}"


def take_pictures(page: Page, folder: Path, name: str) -> None:
    """Take pictures of the window in both colour schemes."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=folder / scheme / f"{name}.png", animations="disabled")
