"""The outlines of emblems, as they stand in the sprites: a picture holds those that it shows."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders

SYMBOL = re.compile(r'<symbol id="emblem-([^"]+)".*?</symbol>', re.DOTALL)
NEUTRAL = "tavola"
"""Stands for an emblem that no sprite has."""


@cache
def outlines() -> dict[str, str]:
    """Each emblem as an SVG symbol, by its name; empty where none was built."""
    site = finders.find("built/emblems.svg")
    sprites = sorted(Path(site).parent.glob("emblems*.svg")) if site else []
    return {
        found[1]: found[0]
        for sprite in sprites
        for found in SYMBOL.finditer(sprite.read_text("utf-8"))
    }
