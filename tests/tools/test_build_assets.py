"""`make setup` builds every emblem, font and script that a page loads."""

import json
import re
import struct
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain, islice
from pathlib import Path

import pytest
import resvg_py
from django.utils import formats
from django.utils.translation import get_language_info, override
from fontTools.ttLib import TTFont

from tools import build_assets, outlines
from tools import build_korean_font as korean_font

ROOT = Path(__file__).resolve().parents[2]
Pixel = tuple[int, ...]
BUILT = build_assets.BUILT
"""The folder that `make setup` builds, and rebuilds when any of its sources change."""


def test_listed_emblem_is_in_exactly_one_sprite() -> None:
    drawn = {
        path.stem: re.findall(r'<symbol id="emblem-([^"]+)"', path.read_text("utf-8"))
        for path in BUILT.glob("emblems*.svg")
    }
    listed = build_assets.read_lists()
    assert drawn == {name: [one.name for one in emblems] for name, emblems in listed.items()}
    everywhere = [name for names in drawn.values() for name in names]
    assert len(everywhere) == len(set(everywhere))
    assert "emblems" in drawn
    assert len(drawn) > 4, "each game has its own sprite"


def test_rounded_outline_covers_same_area() -> None:
    listed = build_assets.read_lists()
    icons = json.loads((build_assets.MODULES / "@iconify-json/game-icons/icons.json").read_text())
    filled = [one for emblems in listed.values() for one in emblems if one.icon != "line"]
    for emblem in filled[::25]:
        body = build_assets.body(emblem, icons["icons"], icons.get("aliases", {}))
        for d in re.findall(r' d="([^"]+)"', body):
            apart = [
                abs(one[3] - other[3])
                for one, other in zip(drawn(d), drawn(outlines.rounded(d)), strict=True)
            ]
            assert sum(apart) / len(apart) < 0.01 * 255, emblem.name


def drawn(outline: str) -> list[Pixel]:
    """Draw an outline of an emblem, 48 pixels wide."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path d="{outline}"/>'
    picture = resvg_py.svg_to_bytes(svg_string=svg + "</svg>", width=48, skip_system_fonts=True)
    return list(chain(*pixels(picture)))


def test_home_screen_pictures_have_their_size_and_colours() -> None:
    nothing, green, cream, white = (0, 0, 0, 0), (44, 95, 71, 255), (247, 242, 232, 255), (255,) * 4
    for name, side, corner, middle in (
        ("icon-192.png", 192, nothing, cream),
        ("icon-512.png", 512, nothing, None),
        ("icon-maskable-512.png", 512, green, None),
        ("apple-touch-icon.png", 180, green, cream),
        ("badge.png", 96, nothing, white),
    ):
        picture = (BUILT / name).read_bytes()
        assert struct.unpack(">II", picture[16:24]) == (side, side)
        lines = pixels(picture)
        assert next(lines)[0] == corner, name
        assert middle is None or next(islice(lines, side // 2, None))[side // 2] == middle, name


def pixels(png: bytes) -> Iterator[list[Pixel]]:
    """Yield the lines of a PNG picture; a pixel is red, green, blue and alpha from 0 to 255."""
    width, _, *kind = struct.unpack(">IIBBBBB", png[16:29])
    assert kind == [8, 6, 0, 0, 0], "not 8 bits of red, green, blue and alpha"
    chunks, at = b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            chunks += png[at + 8 : at + 8 + length]
        at += length + 12
    packed = zlib.decompress(chunks)
    above = [0] * 4 * width
    for start in range(0, len(packed), 1 + 4 * width):
        method, *line = packed[start : start + 1 + 4 * width]
        for x in range(4 * width):
            left, corner = (line[x - 4], above[x - 4]) if x > 3 else (0, 0)
            guess = left + above[x] - corner
            near = min((left, above[x], corner), key=lambda value: abs(guess - value))
            line[x] += (0, left, above[x], (left + above[x]) // 2, near)[method]
            line[x] &= 255
        yield [tuple(line[x : x + 4]) for x in range(0, 4 * width, 4)]
        above = line


def test_built_fonts_keep_characters_and_weights_and_are_small() -> None:
    for name, (source, axes) in build_assets.FONT_FILES.items():
        whole = TTFont(build_assets.MODULES / build_assets.FONTS / source)
        lean = TTFont(BUILT / name)
        assert set(lean.getBestCmap()) == set(whole.getBestCmap())
        weights = {
            one.axisTag: (one.minValue, one.maxValue)
            for one in (lean["fvar"].axes if "fvar" in lean else ())
        }
        assert weights == {tag: range for tag, range in axes.items() if isinstance(range, tuple)}
    assert TTFont(BUILT / "inter.woff2")["GDEF"].table.VarStore, "kerning of one weight for all"
    first = [(BUILT / name).stat().st_size for name in ("fraunces.woff2", "inter.woff2")]
    assert sum(first) < 50_000


def test_fonts_and_scripts_are_built() -> None:
    for name in [*build_assets.COPIES, *build_assets.FONT_FILES]:
        assert (BUILT / name).stat().st_size > 1000, name


def test_korean_font_has_exactly_used_syllables() -> None:
    path = BUILT / "korean.woff2"
    font = TTFont(path)
    assert set(font.getBestCmap()) == korean_font.syllables()
    assert ord("콘") in korean_font.syllables()
    (weight,) = font["fvar"].axes
    assert (weight.axisTag, weight.minValue, weight.maxValue) == ("wght", 100, 900)
    assert all(font["gvar"].variations[f"uni{code:04X}"] for code in font.getBestCmap())
    assert path.stat().st_size < 150_000


def test_korean_font_has_syllables_of_dates() -> None:
    moment = datetime(2026, 11, 23, 9, 5, tzinfo=UTC)
    with override("ko"):
        written = "".join(
            formats.date_format(moment, f"{kind}_FORMAT")
            for kind in ("DATE", "TIME", "DATETIME", "YEAR_MONTH", "MONTH_DAY")
        )
    hangul = set(map(ord, korean_font.HANGUL.findall(written)))
    assert {ord("년"), ord("월"), ord("일")} <= hangul <= korean_font.syllables()


def test_syllable_missing_in_package_stops_build(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="A"):
        korean_font.build(tmp_path / "korean.woff2", tmp_path, {ord("A")})


def test_korean_font_is_named_only_for_korean_pages() -> None:
    sheet = (ROOT / "static/css/tokens.css").read_text("utf-8")
    named = re.findall(r'([^{}]*)\{[^{}]*--text:[^;]*"Noto Sans KR Variable"', sheet)
    assert [one.rsplit("*/")[-1].strip() for one in named] == [":root:lang(ko)"]


def test_name_of_korean_is_readable_on_pages_without_korean_font() -> None:
    path = BUILT / "korean-name.woff2"
    name = set(map(ord, get_language_info("ko")["name_local"]))
    assert set(TTFont(path).getBestCmap()) == name
    assert path.stat().st_size < 1500
    sheet = (ROOT / "static/css/tokens.css").read_text("utf-8")
    face = re.search(r"korean-name\.woff2[^}]*unicode-range: ([^;]*);", sheet)
    assert face, "no such face"
    assert {int(code, 16) for code in re.findall(r"U\+(\w+)", face[1])} == name


def test_credits_name_every_source() -> None:
    credits = json.loads((BUILT / "credits.json").read_text("utf-8"))
    assert {package["name"] for package in credits["packages"]} == set(build_assets.PACKAGES)
    assert all(package["license"] for package in credits["packages"])


def test_stylesheets_use_only_built_files() -> None:
    for sheet in [*(ROOT / "static").rglob("*.css"), *(ROOT / "games").rglob("*.css")]:
        for name in re.findall(r"built/([\w.-]+)", sheet.read_text("utf-8")):
            assert (BUILT / name).exists(), f"{sheet.name} asks for {name}"


def test_templates_use_only_listed_emblems() -> None:
    names = {one.name for emblems in build_assets.read_lists().values() for one in emblems}
    pages = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "games").rglob("*.html")]
    for page in pages:
        for name in re.findall(r'{% emblem "([^"]+)"', page.read_text("utf-8")):
            assert name in names, f"{page.name} asks for {name}"


def test_templates_use_no_emblems_of_other_game() -> None:
    own = {
        name: {one.name for one in emblems} for name, emblems in build_assets.read_lists().items()
    }
    for page in [*(ROOT / "templates").rglob("*.html"), *(ROOT / "games").rglob("*.html")]:
        title = page.relative_to(ROOT).parts[2] if "titles" in page.parts else ""
        at_hand = own["emblems"] | own.get(f"emblems-{title}", set())
        for name in re.findall(r'{% emblem "([^"]+)"', page.read_text("utf-8")):
            assert name in at_hand, f"{page.name} asks for {name}"


def test_unknown_icon_stops_build() -> None:
    with pytest.raises(SystemExit, match="no-such-icon"):
        build_assets.body(build_assets.Emblem("ours", "no-such-icon", ""), {}, {})
