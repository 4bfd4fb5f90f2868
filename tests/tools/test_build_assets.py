"""Every emblem, font and script a page asks for is there after a build."""

import importlib.util
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location("build_assets", ROOT / "tools" / "build_assets.py")
assert spec
assert spec.loader
build_assets = importlib.util.module_from_spec(spec)
spec.loader.exec_module(build_assets)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("built")
    build_assets.build(target)
    return target


def test_every_listed_emblem_is_in_the_sprite(built: Path) -> None:
    drawn = re.findall(r'<symbol id="emblem-([^"]+)"', (built / "emblems.svg").read_text("utf-8"))
    assert drawn == [emblem.name for emblem in build_assets.read_lists()]
    assert len(drawn) == len(set(drawn))


def test_fonts_and_scripts_are_laid_out(built: Path) -> None:
    for name in build_assets.COPIES:
        assert (built / name).stat().st_size > 1000, name


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
