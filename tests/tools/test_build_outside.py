"""Games of other projects get a sprite and catalogues in the site's folder, not in their own."""

from __future__ import annotations

import gettext
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from games.titles.outside_files import build_files_outside
from tests.helpers.imports import importable
from tools import build_outside

PO = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Play high."
msgstr "Spiel hoch."

msgid "Settle"
msgstr "Not as in Babel."
"""
OUTLINE = "own M0 0h512v512z"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the package of a game, on the path and named by EXTRA_TITLES."""
    folder = tmp_path / "packages" / "outer"
    (folder / "locale/de/LC_MESSAGES").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "locale/de/LC_MESSAGES/django.po").write_text(PO, "utf-8")
    (folder / "emblems.txt").write_text(f"outer {OUTLINE}\nsecond {OUTLINE}\nmede {OUTLINE}\n")
    monkeypatch.setenv("PYTHONPATH", str(folder.parent), ":")
    monkeypatch.setenv("EXTRA_TITLES", "outer")
    with importable(folder.parent):
        yield folder


def test_sprite_and_catalogue_are_built_once_and_again_after_a_change(
    game: Path, tmp_path: Path
) -> None:
    before, target = sorted(game.rglob("*")), tmp_path / "var"
    assert build_outside.main(target) == []
    sprite = target / "static/built/emblems-outer.svg"
    assert 'id="emblem-outer"' in sprite.read_text("utf-8")
    assert 'id="emblem-mede"' not in sprite.read_text("utf-8"), "Babel has it"
    credits = json.loads((target / "credits.json").read_text("utf-8"))
    assert [one["name"] for one in credits] == ["outer", "second"]
    with (target / "locale/de/LC_MESSAGES/django.mo").open("rb") as file:
        known = gettext.GNUTranslations(file)
    assert known.gettext("Play high.") == "Spiel hoch."
    assert known.gettext("Settle") == "Settle", "Babel says it in its own words"
    assert sorted(game.rglob("*")) == before
    sprite.write_text("as it was")
    assert build_outside.main(target) == []
    assert sprite.read_text() == "as it was"
    (game / "emblems.txt").write_text(f"late {OUTLINE}\n")
    (game / "locale/de/LC_MESSAGES/django.po").unlink()
    assert build_outside.main(target) == []
    assert 'id="emblem-late"' in sprite.read_text("utf-8")
    assert [*target.rglob("*.mo")] == []


def test_fault_of_an_emblem_is_logged_at_start_and_the_rest_is_built(
    game: Path, tmp_path: Path, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.OUTSIDE_DIR, settings.EXTRA_TITLES = tmp_path / "var", ["outer"]
    (game / "emblems.txt").write_text("outer no-such-icon Lorc\n")
    build_files_outside()
    (said,) = caplog.messages
    assert said.startswith("The emblems of “outer” are not built.")
    assert "game-icons has no “no-such-icon” (for outer)" in said
    assert [*(tmp_path / "var").rglob("*.mo")]
    assert not (tmp_path / "var/.ready").exists(), "it is tried again at the next start"
