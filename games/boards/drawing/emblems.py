"""The built sprites of emblems; pages link to them and pictures include what they show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders

SYMBOL = re.compile(r'<symbol id="emblem-([^"]+)".*?</symbol>', re.DOTALL)
NEUTRAL = "tavola"
"""Used for an emblem that no sprite has."""


def _symbols() -> Iterator[tuple[Path, str, str]]:
    """Yield the sprite file, the name and the SVG of each emblem."""
    site = finders.find("built/emblems.svg")
    # Of several emblems with one name the last is used, the site's.
    folders = [settings.OUTSIDE_DIR / "static" / "built", *([Path(site).parent] if site else [])]
    for sprite in (file for folder in folders for file in sorted(folder.glob("emblems*.svg"))):
        for symbol in SYMBOL.finditer(sprite.read_text("utf-8")):
            yield sprite, symbol[1], symbol[0]


@cache
def outlines() -> dict[str, str]:
    """Return each emblem as an SVG symbol by name; empty if no sprites are built."""
    return {name: symbol for _sprite, name, symbol in _symbols()}


@cache
def known_emblems() -> dict[str, str]:
    """Return the static path of each emblem's sprite; empty if no sprites are built."""
    return {name: f"built/{sprite.name}" for sprite, name, _symbol in _symbols()}
