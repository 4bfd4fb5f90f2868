"""An icon of the interface has one meaning; games have filled emblems of their own."""

import re
from itertools import chain

from games.boards.seats import SEAT_EMBLEMS
from tools import build_assets

ROOT = build_assets.ROOT
NAMED = re.compile(r'\{% emblem "([^"]+)"')
THINGS = {"tavola", "cards", "crown", "trophy", "lamp", "passed", "deck"}
"""Filled emblems on the site's pages: its sign, what tables play with, pictures of empty places."""


def test_icon_has_one_name_one_meaning_and_one_picture() -> None:
    icons = build_assets.read_icons()
    for part in zip(*icons, strict=True):
        assert len(set(part)) == len(icons)
    listed = [
        line.split()[0]
        for path in build_assets.lists()
        for line in path.read_text("utf-8").splitlines()
        if line.strip() and not line.startswith("#")
    ]
    assert {icon.name for icon in icons}.isdisjoint(listed)


def test_seats_have_filled_emblems_that_no_icon_uses() -> None:
    drawn = {one.name: one for one in build_assets.read_lists()["emblems"]}
    assert [name for name in SEAT_EMBLEMS if drawn[name].icon == "line"] == []


def test_templates_use_registered_icons_and_every_icon_is_used() -> None:
    icons = {icon.name for icon in build_assets.read_icons()}
    drawn = {one.name for one in chain.from_iterable(build_assets.read_lists().values())}
    site = named("templates/**/*.html")
    games = named("games/titles/*/templates/**/*.html")
    assert site <= icons | THINGS
    assert games <= drawn
    python = "".join(path.read_text("utf-8") for path in ROOT.glob("games/**/*.py"))
    assert {name for name in icons - site - games if f'"{name}"' not in python} == set()


def named(pattern: str) -> set[str]:
    """Return the emblems that the templates of a folder name."""
    return set(chain.from_iterable(NAMED.findall(p.read_text("utf-8")) for p in ROOT.glob(pattern)))
