"""Lay the site's fonts beside its styles as plain files, for pictures that no browser draws.

What writes them is resvg, which reads no compressed fonts (docs/decisions/0045-embeds.md).
Hangul is there with all its syllables: names may have any, whatever the site says itself.
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
"""The entries of a font that say of which family it is."""


def unpack(source: Path, target: Path) -> None:
    """The same font without its compression.

    A family of its own for each file: of two with one name a renderer takes either, and finds no A.
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
    # One weight: with all of them it would be four times as large.
    font = instancer.instantiateVariableFont(TTFont(packed), {"wght": HANGUL_WEIGHT})
    font.flavor = None
    font.save(fonts / "korean.ttf")
    packed.unlink()


if __name__ == "__main__":
    build()
