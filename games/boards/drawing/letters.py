"""The fonts of pictures and the width of text in them.

A renderer without a browser knows only the fonts it is given, so the site's fonts are stored as
plain files (tools/build_picture_fonts.py).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.conf import settings

FOLDER = Path(settings.BASE_DIR) / "static" / "built" / "fonts"
TITLE, TEXT = "Fraunces", "Inter"
FAMILIES = {
    TITLE: "Fraunces, 'Fraunces Variable', Georgia, 'Noto Sans KR', serif",
    TEXT: "Inter, 'Inter Variable', system-ui, 'Noto Sans KR', sans-serif",
}
FILES = {TITLE: ("fraunces", "inter-ext", "korean"), TEXT: ("inter", "inter-ext", "korean")}
"""The fonts of each family; the first that has a letter is used."""
ORDER = ("inter", "fraunces", "inter-ext", "korean")
"""The order of fallback fonts for letters that a family lacks."""
BOLDER = 1.07
"""Width of bold letters relative to the measured regular ones."""
NARROW_SPACE, NARROWED = 0x202F, 0.5
"""The space before “:” in French. No font has it; renderers narrow the usual space."""
UNKNOWN = 0.6
"""Width of a letter that no font has, relative to its size; a cautious guess."""
SQUEEZED = 0.82
"""Text shrinks to this share of its size before it is cut off."""
ELLIPSIS = "…"


def font_files() -> list[Path]:
    """Return all picture fonts that are built."""
    paths = (FOLDER / f"{name}.ttf" for name in ORDER)
    return [path for path in paths if path.exists()]


@cache
def _advances(family: str) -> dict[int, float]:
    """Return the width of each letter relative to its size; the family's first font wins."""
    # Only drawing pictures needs this module, and its import is slow.
    from fontTools.ttLib import TTFont

    found: dict[int, float] = {}
    for name in reversed(FILES[family]):
        path = FOLDER / f"{name}.ttf"
        if path.exists():
            with TTFont(path, lazy=True) as font:
                units, widths = font["head"].unitsPerEm, font["hmtx"].metrics
                glyphs = font.getBestCmap().items()
                found |= {code: widths[glyph][0] / units for code, glyph in glyphs}
    if (space := found.get(ord(" "))) is not None:
        found.setdefault(NARROW_SPACE, space * NARROWED)
    return found


def width_of(words: str, size: float, family: str = TEXT, *, bold: bool = False) -> float:
    """Return the width of text in one line."""
    advances = _advances(family)
    width = sum(advances.get(ord(letter), UNKNOWN) for letter in words) * size
    return width * BOLDER if bold and family == TEXT else width


def fitted(
    words: str, size: float, room: float, family: str = TEXT, *, bold: bool = False
) -> tuple[str, float]:
    """Return text that fits in a line, and its size: it shrinks first and is then cut off."""
    width = width_of(words, size, family, bold=bold)
    if width <= room:
        return words, size
    size *= max(room / width, SQUEEZED)
    if width * SQUEEZED <= room:
        return words, size
    while words and width_of(words + ELLIPSIS, size, family, bold=bold) > room:
        words = words[:-1]
    return words.rstrip() + ELLIPSIS, size
