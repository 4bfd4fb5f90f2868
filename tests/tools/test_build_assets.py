"""Every emblem, font and script a page asks for is there after a build."""

import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parents[2]


def tool(name: str) -> Any:
    """A program of tools/, which is no package."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


build_assets = tool("build_assets")
korean_font = tool("build_korean_font")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("built")
    build_assets.build(target)
    korean_font.build(target / "korean.woff2", build_assets.MODULES, korean_font.syllables())
    return target


def test_every_listed_emblem_is_in_the_sprite(built: Path) -> None:
    drawn = re.findall(r'<symbol id="emblem-([^"]+)"', (built / "emblems.svg").read_text("utf-8"))
    assert drawn == [emblem.name for emblem in build_assets.read_lists()]
    assert len(drawn) == len(set(drawn))


def test_fonts_and_scripts_are_laid_out(built: Path) -> None:
    for name in build_assets.COPIES:
        assert (built / name).stat().st_size > 1000, name


def test_the_korean_font_has_what_is_said_and_no_more(built: Path) -> None:
    path = built / "korean.woff2"
    font = TTFont(path)
    assert set(font.getBestCmap()) == korean_font.syllables()
    assert ord("콘") in korean_font.syllables()
    (weight,) = font["fvar"].axes
    assert (weight.axisTag, weight.minValue, weight.maxValue) == ("wght", 100, 900)
    assert all(font["gvar"].variations[f"uni{code:04X}"] for code in font.getBestCmap())
    assert path.stat().st_size < 150_000


def test_a_syllable_that_the_package_lacks_stops_the_build(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="A"):
        korean_font.build(tmp_path / "korean.woff2", tmp_path, {ord("A")})


def test_only_pages_in_korean_name_its_font() -> None:
    sheet = (ROOT / "static/css/tokens.css").read_text("utf-8")
    named = re.findall(r'([^{}]*)\{[^{}]*--text:[^;]*"Noto Sans KR Variable"', sheet)
    assert [one.rsplit("*/")[-1].strip() for one in named] == [":root:lang(ko)"]


def test_credits_name_every_source(built: Path) -> None:
    credits = json.loads((built / "credits.json").read_text("utf-8"))
    assert {package["name"] for package in credits["packages"]} == set(build_assets.PACKAGES)
    assert all(package["license"] for package in credits["packages"])


def test_stylesheets_ask_only_for_what_is_built(built: Path) -> None:
    for sheet in [*(ROOT / "static").rglob("*.css"), *(ROOT / "games").rglob("*.css")]:
        for name in re.findall(r"built/([\w.-]+)", sheet.read_text("utf-8")):
            assert (built / name).exists(), f"{sheet.name} asks for {name}"


def test_templates_ask_only_for_emblems_that_are_drawn() -> None:
    names = {emblem.name for emblem in build_assets.read_lists()}
    pages = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "games").rglob("*.html")]
    for page in pages:
        for name in re.findall(r'{% emblem "([^"]+)"', page.read_text("utf-8")):
            assert name in names, f"{page.name} asks for {name}"


def test_an_unknown_icon_stops_the_build() -> None:
    with pytest.raises(SystemExit, match="no-such-icon"):
        build_assets.body(build_assets.Emblem("ours", "no-such-icon", ""), {}, {})
