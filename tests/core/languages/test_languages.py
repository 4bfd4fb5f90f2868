"""A language is a folder."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from core.languages import languages_in


def test_folders_are_languages(tmp_path: Path) -> None:
    for name in ("fr", "pt_BR", "tlh"):
        (tmp_path / name).mkdir()
    (tmp_path / ".ready").touch()
    assert languages_in(tmp_path) == [
        ("fr", "French"),
        ("pt-br", "Brazilian Portuguese"),
        ("tlh", "tlh"),
    ]


def test_languages_of_site_are_english_and_folders() -> None:
    folders = languages_in(settings.BASE_DIR / "locale")
    assert [("en", "English"), *folders] == settings.LANGUAGES
    assert {"de", "fr", "ko"} <= {code for code, _name in folders}
