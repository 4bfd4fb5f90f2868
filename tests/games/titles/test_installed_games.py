"""Games of installed packages: found by their entry points, and left out with a reason."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from django.apps import apps
from pytest_django import Settings

from games.engine import outside
from games.engine.outside import GROUP, Outside, games_outside
from games.titles import registry
from tests.helpers.imports import importable

REASONS = {
    "Bad Name": "A name has 2 to 20 lower-case letters and digits, a letter first.",
    "taken": "The name “taken” is taken.",
    "nowhere": "Python finds no package “no_such_package”.",
    "crashes": "It raises ValueError: no luck.",
    "tables": "“withmodels” has a module “models”, and a game must not.",
    "attribute": "“json:loads” isn’t the name of a package.",
}


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    files = {"crashing/__init__.py": "raise ValueError('no luck.')", "withmodels/models.py": ""}
    files |= {"wellmade/__init__.py": "", "withmodels/__init__.py": ""}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    with importable(tmp_path):
        yield tmp_path


def offer(monkeypatch: pytest.MonkeyPatch, **packages: str) -> None:
    points = [EntryPoint(name.replace("_", " "), value, GROUP) for name, value in packages.items()]
    monkeypatch.setattr(outside, "entry_points", lambda group: points)


def test_unusable_entry_points_are_left_out_with_a_reason(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer(
        monkeypatch,
        well="wellmade",
        Bad_Name="wellmade",
        taken="wellmade",
        nowhere="no_such_package",
        crashes="crashing",
        tables="withmodels",
        attribute="json:loads",
    )
    found = games_outside({"taken"})
    assert found == Outside({"well": "wellmade"}, REASONS)


def test_number_of_games_from_outside_is_bounded(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outside, "MOST", 1)
    offer(monkeypatch, one="wellmade", two="json")
    assert games_outside().broken == {"two": "There are 1 games from outside already."}


def test_packages_that_cannot_be_imported_are_left_out_with_a_reason(path: Path) -> None:
    found, broken = outside.importable(["wellmade", "crashing", "no.such"])
    assert found == ["wellmade"]
    reason = "It raises ModuleNotFoundError: No module named 'no'."
    assert broken == {"crashing": "It raises ValueError: no luck.", "such": reason}


def test_broken_title_is_left_out_and_others_stay(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = apps.get_app_config("boards")
    before = registry.slugs()
    settings.OUTSIDE_TITLES = Outside({"broken": app.name}, {"gone": "Python finds no package."})
    registry._looked_up.cache_clear()
    try:
        assert registry.slugs() == before
        assert registry.broken_titles() == {
            "gone": "Python finds no package.",
            "broken": "“games.boards” has no module “title”.",
        }
    finally:
        registry._looked_up.cache_clear()
