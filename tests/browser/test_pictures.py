"""Every prepared position, banner and end, on desktop and phone, is completely visible.

That also holds with the font size doubled. On a desktop each table is checked for contrast and
screen readers too; a phone has the same content and colours. Each page is opened once for all
checks, because opening is slow.

`make pictures` also takes a picture of each in both colour schemes:
`var/pictures/<size>/<scheme>/<game>-<name>.png`. `PICTURES=folder pytest` with this file and
`-k <game>` takes those of one game.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page

from games.titles.positions import prepared_positions
from games.titles.registry import slugs
from tests.browser.conftest import Person
from tests.browser.heard import hearing_faults
from tests.browser.large_print import LargePrint
from tests.browser.test_accessible import complaints, contrast_complaints

pytestmark = pytest.mark.browser
PICTURES = os.environ.get("PICTURES")
"""The folder for pictures; without it none are taken, because they are slow."""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
FAULTS = (Path(__file__).parent / "spacing.js").read_text("utf-8")


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_crowded_table_is_visible_accessible_and_readable(
    slug: str, size: str, arrive: Callable[..., Person]
) -> None:
    phone = size == "phone"
    maker = arrive(phone=phone, touch=phone, calm=True, staff=True, playback=True)
    page = maker.page
    large = LargePrint(maker)
    session = maker.context.new_cdp_session(page)
    faults: dict[str, list[str]] = {}
    paths = {prepared.name: f"{slug}/{prepared.name}" for prepared in prepared_positions(slug)}
    for name, path in {**paths, "highlights": slug}.items():
        page.goto(f"/styleguide/{path}/")
        found: list[str] = page.evaluate(FAULTS)
        if PICTURES:
            take_pictures(page, Path(PICTURES) / size, f"{slug}-{name}")
        if name in paths:
            found += [f"in large print: {lost}" for lost in large.faults()]
        if name in paths and not phone:
            found += hearing_faults(page, session)
            page.emulate_media(color_scheme="light")
            found += complaints(maker)
            page.emulate_media(color_scheme="dark")
            found += [f"in the dark: {faint}" for faint in contrast_complaints(maker)]
        if found:
            faults[name] = found
    assert faults == {}
    assert maker.complaints == []


def take_pictures(page: Page, folder: Path, name: str) -> None:
    """Take pictures of the window in both colour schemes."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=folder / scheme / f"{name}.png", animations="disabled")
