"""A rule for Korean translations: the ending of a filled-in word is not known in advance."""

from __future__ import annotations

import re
from pathlib import Path

import polib

from core.languages.korean import MARKER

ROOT = Path(__file__).resolve().parents[3]
FILLED = r"(?:\}|\)[sd])(?:</?\w+>|[”’»」])*"
BARE = re.compile(
    rf"{FILLED}(?:[을를은는이가과와]|으?로|이?라는|이?나|이에요|예요)(?=[\s.,:;!?]|\Z)"
)
SUITED = re.compile(rf"{FILLED}\Z")


def sentences() -> list[str]:
    paths = [ROOT / "locale", *ROOT.glob("games/titles/*/locale")]
    catalogues = [polib.pofile(str(path / "ko/LC_MESSAGES/django.po")) for path in paths]
    return [
        text
        for po in catalogues
        for entry in po
        for text in (entry.msgstr, *entry.msgstr_plural.values())
    ]


def test_particle_after_placeholder_has_both_forms() -> None:
    """“{card}을(를)”, not “{card}을”: the particle is chosen when the sentence is filled."""
    assert [text for text in sentences() if BARE.search(text)] == []


def test_particle_after_known_word_has_one_form() -> None:
    """Particles are chosen only in sentences with placeholders."""
    assert [
        text
        for text in sentences()
        for found in MARKER.finditer(text)
        if not SUITED.search(text[: found.start()])
    ] == []
