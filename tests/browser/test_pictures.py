"""Every prepared position, banner and end on a desk and on a phone: nothing is cut or out of sight,
nor lost where letters are twice as large.

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
from tests.browser.large_print import LargePrint

pytestmark = pytest.mark.browser
PICTURES = os.environ.get("PICTURES")
"""The folder for pictures. Without one none are taken: they cost more than the rest."""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
FAULTS = (Path(__file__).parent / "spacing.js").read_text("utf-8")


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_everything_of_a_crowded_table_is_in_sight(
    slug: str, size: str, arrive: Callable[..., Person]
) -> None:
    phone = size == "phone"
    maker = arrive(phone=phone, touch=phone, calm=True, staff=True, paced=True)
    large = LargePrint(maker)
    faults, lost = {}, {}
    pages = {prepared.name: f"{slug}/{prepared.name}" for prepared in prepared_positions(slug)}
    for name, page in {**pages, "great-moments": slug}.items():
        maker.page.goto(f"/styleguide/{page}/")
        if found := maker.page.evaluate(FAULTS):
            faults[name] = found
        if PICTURES:
            take_pictures(maker.page, Path(PICTURES) / size, f"{slug}-{name}")
        if name in pages and (found := large.faults()):
            lost[name] = found
    assert faults == {}
    assert lost == {}
    assert maker.complaints == []


def take_pictures(page: Page, folder: Path, name: str) -> None:
    """What the window shows, in both colour schemes."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=folder / scheme / f"{name}.png", animations="disabled")
