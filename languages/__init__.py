"""Which languages there are, and what one needs besides a catalogue: particles in Korean."""

from __future__ import annotations

from pathlib import Path

from django.conf.locale import LANG_INFO
from django.utils.translation import to_language


def languages_in(folder: Path) -> list[tuple[str, str]]:
    """The languages that a folder has catalogues of, by code and English name."""
    codes = sorted(to_language(path.name) for path in folder.iterdir() if path.is_dir())
    return [(code, LANG_INFO.get(code, {}).get("name", code)) for code in codes]
