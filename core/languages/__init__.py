"""The site's languages, and what they need in addition to a catalogue: particles and forms."""

from __future__ import annotations

from pathlib import Path

from django.conf.locale import LANG_INFO
from django.utils.translation import to_language


def languages_in(folder: Path) -> list[tuple[str, str]]:
    """Return the languages that a folder has catalogues for, as (code, English name)."""
    codes = sorted(to_language(path.name) for path in folder.iterdir() if path.is_dir())
    return [(code, LANG_INFO.get(code, {}).get("name", code)) for code in codes]
