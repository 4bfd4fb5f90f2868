"""One translation for each term: catalogues follow the glossary of the site or of their game."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.titles.glossary import (
    Term,
    departures,
    glossary_faults,
    repeated_forms,
    terms_in,
    terms_of,
)
from tests.test_translations import LANGUAGES, ROOT

GLOSSARIES = [ROOT / "locale/GLOSSARY.md", *sorted(ROOT.glob("games/titles/*/locale/GLOSSARY.md"))]
TABLE = """
| English | German | Not in |
|---|---|---|
| die, dice | Würfel | |
"""


def named(path: Path) -> str:
    """Return the game of a glossary; “site” for the one of the site."""
    return "site" if path == GLOSSARIES[0] else path.parent.parent.name


def test_translated_games_have_a_glossary() -> None:
    folders = {path.parent.parent for path in ROOT.glob("games/titles/*/locale/*/LC_MESSAGES")}
    assert {path.parent for path in GLOSSARIES[1:]} == folders


@pytest.mark.parametrize("path", GLOSSARIES, ids=named)
def test_terms_appear_in_one_row(path: Path) -> None:
    assert repeated_forms(terms_of(path)) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", GLOSSARIES, ids=named)
def test_catalogues_follow_the_glossary(path: Path, language: str) -> None:
    catalogue = path.parent / language / "LC_MESSAGES" / "django.po"
    assert departures(terms_of(path), catalogue) == []


def test_longest_matching_term_is_found() -> None:
    row, temple_row = (
        Term(("row", "rows"), {}, ("in a row",)),
        Term(("temple row",), {}, ()),
    )
    assert terms_in("Your temple row", [row, temple_row]) == [temple_row]
    assert terms_in("Two rows, {row} arrows", [row, temple_row]) == [row]
    assert terms_in("Three in a row", [row, temple_row]) == []
    assert terms_in("Send <code>row</code> or {row}.", [row, temple_row]) == []


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (TABLE, "die → Würfel: Your dice → Deine Knobel"),
        (TABLE + "| dice | Würfel | |", "“dice” is in more than one row"),
        (TABLE + "| cup | | |", "a row has an empty cell"),
        (TABLE.replace("German", "Elvish"), "there is no language “Elvish”"),
        (TABLE.replace("Not in", "Notes"), "the last one “Not in”"),
        ("Words.", "there is no table"),
    ],
)
def test_faults_of_a_glossary_outside_are_named(tmp_path: Path, table: str, said: str) -> None:
    glossary, catalogue = tmp_path / "GLOSSARY.md", tmp_path / "de/LC_MESSAGES/django.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text('msgid "Your dice"\nmsgstr "Deine Knobel"\n', "utf-8")
    glossary.write_text(table, "utf-8")
    assert said in glossary_faults(glossary)[0]


def test_word_may_have_soft_hyphens(tmp_path: Path) -> None:
    glossary, catalogue = tmp_path / "GLOSSARY.md", tmp_path / "de/LC_MESSAGES/django.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text('msgid "Your dice"\nmsgstr "Deine Wür\N{SOFT HYPHEN}fel"\n', "utf-8")
    glossary.write_text(TABLE, "utf-8")
    assert glossary_faults(glossary) == []
