"""Build fonts with the Hangul that this site uses, from the many files that hold all of it.

Hangul has 11,172 syllables, in about a hundred files, dozens of which a page would load. The texts
of the site use only a few of the syllables. Other syllables, which users write, come from a font of
the reader's system. Only pages in Korean name this font (static/css/tokens.css).

All other pages show the name of the language in the footer. A second, tiny font has its three
syllables, for readers whose system has no Hangul.
"""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "@fontsource-variable/noto-sans-kr"
NAME = "한국어"
HANGUL = re.compile("[가-힣]")
NEEDED = {
    *("GlyphOrder", "head", "hhea", "maxp", "OS/2", "hmtx", "cmap", "loca", "glyf", "name", "post"),
    *("avar", "fvar", "gvar"),
}
"""The tables that are kept: glyphs in all weights. Hangul syllables need no shaping tables."""
SOURCES = (
    "locale/ko/LC_MESSAGES/django.po",
    "games/titles/*/locale/ko/LC_MESSAGES/django.po",
    "games/titles/*/docs/*.ko.md",
)
LIBRARIES = {
    "django": (
        "conf/locale/ko/formats.py",
        "conf/locale/ko/LC_MESSAGES/django.po",
        "contrib/auth/locale/ko/LC_MESSAGES/django.po",
        "contrib/humanize/locale/ko/LC_MESSAGES/django.po",
    ),
    "allauth": ("locale/ko/LC_MESSAGES/django.po",),
}
"""Texts of libraries that our pages show: dates, errors of forms, pages for signing in."""


def of_libraries() -> list[Path]:
    found = {name: find_spec(name) for name in LIBRARIES}
    return [
        Path(spec.origin).parent / source
        for name, spec in found.items()
        if spec is not None and spec.origin is not None
        for source in LIBRARIES[name]
    ]


def syllables(root: Path = ROOT) -> set[int]:
    """Return the Hangul in all texts of the site, and in the name of the language."""
    own = [path for source in SOURCES for path in sorted(root.glob(source))]
    texts = [path.read_text("utf-8") for path in (*own, *of_libraries())]
    return {ord(syllable) for text in (NAME, *texts) for syllable in HANGUL.findall(text)}


def build(target: Path, modules: Path, wanted: set[int]) -> None:
    """Write a packed font with the wanted syllables to a file."""
    font = collected(modules, wanted)
    font.flavor = "woff2"
    font.save(target)


def collected(modules: Path, wanted: set[int]) -> TTFont:
    """Return a font with the wanted syllables, in all weights."""
    font: TTFont | None = None
    order = [".notdef"]
    names: dict[int, str] = {}
    for path in sorted((modules / PACKAGE / "files").glob("*-wght-normal.woff2")):
        part = TTFont(path)
        known = part.getBestCmap()
        for code in sorted(wanted & known.keys() - names.keys()):
            names[code] = name = f"uni{code:04X}"
            if font is None:
                font = emptied(part)
            order.append(name)
            add(font, part, name, known[code])
    if font is None or wanted - names.keys():
        raise SystemExit(f"{PACKAGE} lacks {sorted(map(chr, wanted - names.keys()))}")
    finish(font, order, names)
    return font


def emptied(part: TTFont) -> TTFont:
    """Return a copy of a part without glyphs except the blank; all parts have the same axes."""
    font = TTFont(part.reader.file.name)
    for tag in set(font.keys()) - NEEDED:
        del font[tag]
    blank = font["glyf"][".notdef"]
    font["glyf"].glyphs = {".notdef": blank}
    font["hmtx"].metrics = {".notdef": font["hmtx"][".notdef"]}
    font["gvar"].variations = {".notdef": font["gvar"].variations.get(".notdef", [])}
    return font


def add(font: TTFont, part: TTFont, name: str, glyph: str) -> None:
    """Copy a glyph of a part into the font, with its variations of weight."""
    outline = part["glyf"][glyph]
    if outline.isComposite():
        raise SystemExit(f"{PACKAGE} composes {glyph}, which this builder does not expect")
    outline.removeHinting()
    font["glyf"].glyphs[name] = outline
    font["hmtx"].metrics[name] = part["hmtx"][glyph]
    font["gvar"].variations[name] = part["gvar"].variations.get(glyph, [])


def finish(font: TTFont, order: list[str], names: dict[int, str]) -> None:
    """Make all tables name the same glyphs."""
    font.setGlyphOrder(order)
    font["glyf"].glyphOrder = order
    font["cmap"].tables = [table for table in font["cmap"].tables if table.isUnicode()][:1]
    font["cmap"].tables[0].cmap = names
    font["post"].formatType = 3.0
    font["maxp"].numGlyphs = len(order)
    font.flavor = None


if __name__ == "__main__":
    built, modules = ROOT / "static" / "built", ROOT / "node_modules"
    build(built / "korean.woff2", modules, syllables())
    build(built / "korean-name.woff2", modules, set(map(ord, NAME)))
