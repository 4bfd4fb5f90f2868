"""Unpack the site's fonts, for pictures that resvg draws instead of a browser.

resvg reads no compressed fonts (docs/decisions/0045-embeds.md). The Korean font has all syllables,
because names of players may contain any.
"""

from __future__ import annotations

from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from tools.build_korean_font import build as build_korean

ROOT = Path(__file__).resolve().parent.parent
BUILT = ROOT / "static" / "built"
HANGUL = range(0xAC00, 0xD7A4)
HANGUL_WEIGHT = 550
UNPACKED = ("inter", "inter-ext", "fraunces")
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


def build(built: Path = BUILT, modules: Path = ROOT / "node_modules") -> None:
    fonts = built / "fonts"
    fonts.mkdir(exist_ok=True)
    for name in UNPACKED:
        unpack(built / f"{name}.woff2", fonts / f"{name}.ttf")
    packed = fonts / "korean.woff2"
    build_korean(packed, modules, set(HANGUL))
    # Only one weight, which keeps the file small.
    font = instancer.instantiateVariableFont(TTFont(packed), {"wght": HANGUL_WEIGHT})
    font.flavor = None
    font.save(fonts / "korean.ttf")
    packed.unlink()


if __name__ == "__main__":
    build()
