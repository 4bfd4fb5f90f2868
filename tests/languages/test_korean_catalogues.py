"""What Korean translators must heed: nobody knows beforehand how a word that is filled in ends."""

from __future__ import annotations

import re
from pathlib import Path

import polib

from languages.korean import MARKER

ROOT = Path(__file__).resolve().parents[2]
FILLED = r"(?:\}|\)[sd])(?:</?\w+>|[”’»」])*"
BARE = re.compile(rf"{FILLED}(?:[을를은는이가과와]|으?로|이?라는|이?나)(?=[\s.,:;!?]|\Z)")
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


def test_particles_after_what_is_filled_in_are_open() -> None:
    """“{card}을(를)”, not “{card}을”: the sentence chooses when it is filled."""
    assert [text for text in sentences() if BARE.search(text)] == []


def test_no_particle_is_left_open_where_the_word_is_known() -> None:
    """A sentence without anything to fill in is never looked through."""
    assert [
        text
        for text in sentences()
        for found in MARKER.finditer(text)
        if not SUITED.search(text[: found.start()])
    ] == []
