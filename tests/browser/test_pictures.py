"""Every prepared position, banner and end on a desk and on a phone: nothing is cut or out of sight,
nor lost where letters are twice as large; on a desk, every table can be heard and read.

A phone is told the same in the same colours. One visit serves all checks: a visit takes longer.

`make pictures` also takes a picture of each in both colour schemes, for looking:
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
"""The folder for pictures. Without one none are taken: they cost more than the rest."""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
FAULTS = (Path(__file__).parent / "spacing.js").read_text("utf-8")


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_everything_of_a_crowded_table_is_in_sight_and_on_a_desk_can_be_heard_and_read(
    slug: str, size: str, arrive: Callable[..., Person]
) -> None:
    phone = size == "phone"
    maker = arrive(phone=phone, touch=phone, calm=True, staff=True, paced=True)
    page = maker.page
    large = LargePrint(maker)
    session = maker.context.new_cdp_session(page)
    faults: dict[str, list[str]] = {}
    paths = {prepared.name: f"{slug}/{prepared.name}" for prepared in prepared_positions(slug)}
    for name, path in {**paths, "great-moments": slug}.items():
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
    """What the window shows, in both colour schemes."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=folder / scheme / f"{name}.png", animations="disabled")
