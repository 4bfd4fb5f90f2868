"""Rules of French typography and address that hold in every French text of the site."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import polib
from django.utils import translation

from games.boards.words import labelled

ROOT = Path(__file__).resolve().parents[3]
NARROW = "\u202f"
"""The narrow no-break space before “;”, “:”, “!” and “?”, and within “« »”."""
CODE = re.compile(r"<[^<>]*>|`[^`]*`|%\(\w+\)[sd]|\{\w*\}|&\w+;|https?:\S*")
SIGN = re.compile(rf"(?<![{NARROW}!?])[;:!?](?=[\s»)]|\Z)")
QUOTES = re.compile(rf"«(?!{NARROW})|(?<!{NARROW})»")
STRAIGHT = re.compile(r"(?<=\w)['`]|[\"—]|\.\.\.")
FORMAL = re.compile(r"(?i)\b(?:veuillez|votre|vos|êtes|\w+-vous)\b")
"""Players are addressed as “tu”; “vous” is left for several players at once."""
BOTH_GENDERS = re.compile(r"\w\(e\)|·e|\w\(s\)")


def texts() -> Iterator[str]:
    for folder in (ROOT / "locale", *ROOT.glob("games/titles/*/locale")):
        for entry in polib.pofile(str(folder / "fr/LC_MESSAGES/django.po")):
            yield from entry.msgstr_plural.values() if entry.msgid_plural else (entry.msgstr,)
    for page in ROOT.glob("games/titles/*/docs/rules.fr.md"):
        yield from page.read_text("utf-8").splitlines()


def departures(rule: re.Pattern[str]) -> list[str]:
    return [text for text in texts() if rule.search(CODE.sub("x", text))]


def test_signs_have_narrow_space_before_them() -> None:
    assert departures(SIGN) == []
    assert departures(QUOTES) == []


def test_apostrophes_quotes_and_dashes_are_french() -> None:
    assert departures(STRAIGHT) == []


def test_players_are_addressed_as_tu_and_without_gender() -> None:
    assert departures(FORMAL) == []
    assert departures(BOTH_GENDERS) == []


def test_name_and_value_are_parted_as_the_language_does() -> None:
    with translation.override("fr"):
        assert labelled("Acclamations", "à la main") == f"Acclamations{NARROW}: à la main"
    assert labelled("Cheering", "by hand") == "Cheering: by hand"
