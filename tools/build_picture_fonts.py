"""Unpack the site's fonts, for pictures that resvg draws instead of a browser.

resvg reads no compressed fonts (docs/decisions/0045-embeds.md). The Korean font has all syllables,
because names of players may contain any. It does not need the site's fonts, so both can be built at
the same time.

    python -m tools.build_picture_fonts korean
    python -m tools.build_picture_fonts inter inter-ext fraunces
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from tools.build_korean_font import collected

ROOT = Path(__file__).resolve().parent.parent
BUILT = ROOT / "static" / "built"
HANGUL = range(0xAC00, 0xD7A4)
HANGUL_WEIGHT = 550
FAMILY_NAMES = (1, 16)
"""The name entries of a font that hold its family."""


def unpack(source: Path, target: Path) -> None:
    """Write a font without compression.

    Each file gets a family name of its own: of two files with the same family resvg would use only
    one, and miss the letters of the other.
    """
    font = TTFont(source)
    font.flavor = None
    if target.stem.endswith("-ext"):
        for entry in font["name"].names:
            if entry.nameID in FAMILY_NAMES:
                entry.string = target.stem
    font.save(target)


def build_korean(target: Path, modules: Path = ROOT / "node_modules") -> None:
    """Write the Korean font in only one weight, which keeps the file small."""
    font = collected(modules, set(HANGUL))
    instancer.instantiateVariableFont(font, {"wght": HANGUL_WEIGHT}, inplace=True)
    font.save(target)


def build(names: list[str], built: Path = BUILT) -> None:
    fonts = built / "fonts"
    fonts.mkdir(parents=True, exist_ok=True)
    for name in names:
        target = fonts / f"{name}.ttf"
        if name == "korean":
            build_korean(target)
        else:
            unpack(built / f"{name}.woff2", target)


if __name__ == "__main__":
    build(sys.argv[1:])
