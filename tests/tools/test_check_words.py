"""Discouraged words are counted in the right files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import check_words
from tools.check_words import MOST, ROOT, count, texts_for_people, texts_of_code


def test_whole_words_are_counted_in_any_case() -> None:
    text = "Somebody told nobody twice so many times; toldo, nobodys and nobody."
    counted = count([(ROOT / "docs/page.md", text)])
    assert {word: times for (_path, word), times in counted.items()} == {
        "somebody": 1,
        "told": 1,
        "nobody": 2,
        "so many": 1,
    }


def test_code_docs_templates_and_english_strings_are_searched() -> None:
    code = {path.relative_to(ROOT).as_posix() for path, _text in texts_of_code()}
    read = {path.relative_to(ROOT).as_posix() for path, _text in texts_for_people()}
    assert "games/engine/contract.py" in code
    assert not any(name.startswith("tests/") for name in code)
    assert {
        "README.md",
        "templates/base.html",
        "locale/de/LC_MESSAGES/django.po",
        "games/titles/babel/docs/rules.md",
    } <= read
    assert "games/titles/babel/docs/rules.de.md" not in read


def test_copy_without_git_is_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "var" / "tavola"
    for name in (
        "README.md",
        "core/one.py",
        "core/migrations/two.py",
        "var/three.py",
        ".venv/four.py",
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("anew")
    monkeypatch.setattr(check_words, "ROOT", root)
    monkeypatch.setenv("PATH", "")
    assert [path for path, _text in texts_of_code()] == [root / "core/one.py"]
    assert [path for path, _text in texts_for_people()] == [root / "README.md"]


def test_files_above_limit_are_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check_words, "texts_of_code", lambda: [(ROOT / "a.py", "anew " * MOST)])
    monkeypatch.setattr(
        check_words, "texts_for_people", lambda: [(ROOT / "b.md", "anew " * (MOST + 1))]
    )
    assert check_words.main() == 1
    said = capsys.readouterr().out
    assert "b.md" in said
    assert "a.py" not in said
