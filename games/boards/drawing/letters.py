"""The letters of pictures: which fonts draw them, and how much room words take.

A renderer without a browser knows no fonts but those it is given, so the site's own lie beside its
styles as plain files (tools/build_picture_fonts.py).
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
"""Where each family's letters are, the first that has one first."""
ORDER = ("inter", "fraunces", "inter-ext", "korean")
"""A letter that its own family lacks comes from the first of these that has it."""
BOLDER = 1.07
"""How much wider bold letters are than those that are measured."""
UNKNOWN = 0.6
"""The width of a letter that no font has, as a share of its size: a cautious one."""
SQUEEZED = 0.82
"""Words shrink to this share of their size before any of them is left out."""
ELLIPSIS = "…"


def font_files() -> list[Path]:
    """Every font of pictures that was built."""
    paths = (FOLDER / f"{name}.ttf" for name in ORDER)
    return [path for path in paths if path.exists()]


@cache
def _advances(family: str) -> dict[int, float]:
    """By letter, its width as a share of the size; of two fonts with a letter the first counts."""
    # Only who draws pictures needs it, and it takes a while.
    from fontTools.ttLib import TTFont

    found: dict[int, float] = {}
    for name in reversed(FILES[family]):
        path = FOLDER / f"{name}.ttf"
        if path.exists():
            with TTFont(path, lazy=True) as font:
                units, widths = font["head"].unitsPerEm, font["hmtx"].metrics
                glyphs = font.getBestCmap().items()
                found |= {code: widths[glyph][0] / units for code, glyph in glyphs}
    return found


def width_of(words: str, size: float, family: str = TEXT, *, bold: bool = False) -> float:
    """How wide words are in one line."""
    advances = _advances(family)
    width = sum(advances.get(ord(letter), UNKNOWN) for letter in words) * size
    return width * BOLDER if bold and family == TEXT else width


def fitted(
    words: str, size: float, room: float, family: str = TEXT, *, bold: bool = False
) -> tuple[str, float]:
    """The words as they fit in a line, and their size: smaller first, then without their end."""
    width = width_of(words, size, family, bold=bold)
    if width <= room:
        return words, size
    size *= max(room / width, SQUEEZED)
    if width * SQUEEZED <= room:
        return words, size
    while words and width_of(words + ELLIPSIS, size, family, bold=bold) > room:
        words = words[:-1]
    return words.rstrip() + ELLIPSIS, size
