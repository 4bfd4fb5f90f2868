"""The picture of a step has the right size, and is drawn from the page's own content."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from games.titles.registry import all_games
from tests.browser.conftest import Person
from tests.helpers.backstage import Backstage

pytestmark = pytest.mark.browser
MEASURE = (Path(__file__).parent / "picture.js").read_text("utf-8")
WIDTH, HEIGHT = 1280, 960
COLOURS = 1000
"""A board with cards has thousands of colours, an empty page with text about a hundred."""


def take(page: Page) -> None:
    page.locator(".more > summary").click()
    page.locator("#step-picture").click()
    expect(page.locator("[data-save]")).to_be_visible()


def steps_from(first: int) -> re.Pattern[str]:
    """Return the address at which the replay fetches a batch of steps."""
    return re.compile(rf"\?step={first}&view=1&part=steps$")


def test_picture_of_every_game_is_drawn_on_phone(
    arrive: Callable[..., Person], behind: Backstage
) -> None:
    anna, ben = arrive(phone=True, touch=True, calm=True), arrive(script=False)
    page = anna.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    for game in all_games():
        names = [anna.name, ben.name][: max(2, min(game.seats))]
        match_id = behind.ask("played", game=game.slug, names=names)
        # The replay fetches the neighbouring steps when the browser is idle.
        with page.expect_response(steps_from(21)), page.expect_response(steps_from(4)):
            page.goto(f"/matches/{match_id}/replay/?step=20&view=1")
        asked.clear()
        take(page)
        # The picture is made from this page; only stylesheets, fonts and emblems are loaded.
        assert all(path.startswith("/static/") for path in asked), asked
        seen = page.evaluate(MEASURE)
        assert (seen["width"], seen["height"]) == (WIDTH, HEIGHT)
        assert seen["colours"] > COLOURS, game.slug
        with page.expect_download() as download:
            page.locator("[data-save]").click()
        assert download.value.suggested_filename == f"tavola-{match_id}-20.png"
        picture = Path(download.value.path()).read_bytes()
        assert picture[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">2I", picture[16:24]) == (WIDTH, HEIGHT)
    assert anna.complaints == []

    # While the dialog is open, keys belong to it, afterwards to the replay.
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(page.locator(".more > summary")).to_be_focused()
    expect(page.locator("#step-now")).to_have_text("20")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step-now")).to_have_text("21")

    # Without scripts the button is not shown.
    ben.page.goto(f"/matches/{match_id}/replay/")
    ben.page.locator(".more > summary").click()
    expect(ben.page.locator("#step-picture")).to_be_hidden()
    expect(ben.page.locator("#picture")).to_be_hidden()


def test_failed_picture_shows_message(arrive: Callable[..., Person], behind: Backstage) -> None:
    anna, ben = arrive(calm=True), arrive()
    match_id = behind.ask("played", game="babel", names=[anna.name, ben.name])
    page = anna.page
    page.goto(f"/matches/{match_id}/replay/")
    page.route("**/*.css", lambda route: route.abort())
    page.locator(".more > summary").click()
    page.locator("#step-picture").click()
    expect(page.locator("#picture [data-failed]")).to_be_visible()
    expect(page.locator("[data-save]")).to_be_hidden()
