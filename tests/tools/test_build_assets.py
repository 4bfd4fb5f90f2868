"""`make setup` builds every emblem, font and script that a page loads."""

import json
import re
import struct
import zlib
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path

import pytest
from django.utils import formats
from django.utils.translation import get_language_info, override
from fontTools.ttLib import TTFont

from tools import build_assets, outlines
from tools import build_korean_font as korean_font

ROOT = Path(__file__).resolve().parents[2]
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
        size = 48
        for d in re.findall(r' d="([^"]+)"', body):
            fine = outlines.coverage(d, size, size / 512, 0)
            lean = outlines.coverage(outlines.rounded(d), size, size / 512, 0)
            pairs = zip(chain(*fine), chain(*lean), strict=True)
            apart = [abs(one - other) for one, other in pairs]
            assert sum(apart) / size**2 < 0.01, emblem.name


def test_home_screen_pictures_have_their_size() -> None:
    for name, side in {
        "icon-192.png": 192,
        "icon-512.png": 512,
        "icon-maskable-512.png": 512,
        "apple-touch-icon.png": 180,
        "badge.png": 96,
    }.items():
        picture = (BUILT / name).read_bytes()
        assert struct.unpack(">II", picture[16:24]) == (side, side)
        length = struct.unpack(">I", picture[33:37])[0]
        lines = zlib.decompress(picture[41 : 41 + length])
        assert len(lines) == side * (1 + 4 * side)
        corner, middle = lines[4], lines[(side // 2) * (1 + 4 * side) + 4 * (side // 2) + 4]
        assert corner == (255 if "maskable" in name or "apple" in name else 0)
        assert middle == 255


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
