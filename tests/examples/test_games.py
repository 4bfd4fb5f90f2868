"""The games of `examples/games`: complete by `checkgame`, in German, with a lesson, and short."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import polib
import pytest

from tests.helpers.effort import EFFORT

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent for path in (ROOT / "examples/games").glob("*/pyproject.toml"))
WRITTEN = (".py", ".html", ".css", ".md", ".po")
MOST_LINES = 900
"""Lines of a game with its rules and its German."""


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_example_game_is_complete_by_checkgame(folder: Path) -> None:
    known = {"PYTHONPATH": os.pathsep.join((str(ROOT), str(folder))), "EXTRA_TITLES": folder.name}
    if EFFORT == "usual":
        # This asks whether a game is complete; the games of the site are checked more thoroughly.
        known["EFFORT"] = "quick"
    done = subprocess.run(
        [sys.executable, "manage.py", "checkgame", folder.name],
        cwd=ROOT,
        env={**os.environ, **known},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    has = {tuple(line.split()[:2]) for line in done.stdout.splitlines()}
    assert "note" not in {mark for mark, *_rest in has}, done.stdout
    parts = ("contract", "secrecy", "replays", "bots", "board", "styles", "rules", "lessons")
    assert {("ok", part) for part in parts} <= has, done.stdout


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_example_game_is_short_and_in_german(folder: Path) -> None:
    written = [path for path in folder.rglob("*") if path.suffix in WRITTEN]
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in written)
    assert lines <= MOST_LINES
    catalogue = polib.pofile(str(folder / folder.name / "locale/de/LC_MESSAGES/django.po"))
    assert catalogue.percent_translated() == 100
    name = next(one.msgstr for one in catalogue if one.msgctxt == "name of a game")
    rules = (folder / folder.name / "docs/rules.de.md").read_text("utf-8")
    assert rules.startswith(f"# {name}\n")
