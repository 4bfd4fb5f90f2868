"""One translation for each term: catalogues follow the glossary of the site or of their game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import polib
import pytest
from django.conf import settings

from tests.test_translations import PLACEHOLDER, ROOT, translated

LANGUAGES = {code: str(name) for code, name in settings.LANGUAGES if code != "en"}
GLOSSARIES = [ROOT / "locale/GLOSSARY.md", *sorted(ROOT.glob("games/titles/*/locale/GLOSSARY.md"))]
FREE = "–"


@dataclass(frozen=True)
class Term:
    """A row: its forms in English and in each other language, and where it is another word."""

    english: tuple[str, ...]
    forms: dict[str, tuple[str, ...]]
    elsewhere: tuple[str, ...]


def named(path: Path) -> str:
    """Return the game of a glossary; “site” for the one of the site."""
    return "site" if path == GLOSSARIES[0] else path.parent.parent.name


def parted(cell: str) -> tuple[str, ...]:
    return tuple(form.strip() for form in cell.split(",") if form.strip())


def terms_of(path: Path) -> list[Term]:
    lines = [line for line in path.read_text("utf-8").splitlines() if line.startswith("|")]
    head, _rule, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    first, *names, last = head
    assert (first, last) == ("English", "Not in"), path
    columns = [code for name in names for code, known in LANGUAGES.items() if known == name]
    assert len(columns) == len(names), f"{path}: no such language among {names}"
    terms = []
    for row in rows:
        assert len(row) == len(head), row
        assert all(row[:-1]), row
        english, *others, elsewhere = map(parted, row)
        terms.append(Term(english, dict(zip(columns, others, strict=True)), elsewhere))
    return terms


def terms_in(text: str, terms: list[Term]) -> list[Term]:
    """Return the terms in an English sentence; longer terms match first."""
    left = PLACEHOLDER.sub(" ", text)
    known: list[tuple[str, Term | None]] = [(form, term) for term in terms for form in term.english]
    known += [(phrase, None) for term in terms for phrase in term.elsewhere]
    found = []
    for form, term in sorted(known, key=lambda one: -len(one[0])):
        left, times = re.subn(rf"(?<!\w){re.escape(form)}(?!\w)", " ", left, flags=re.IGNORECASE)
        if times and term is not None:
            found.append(term)
    return found


def departures(path: Path, language: str) -> list[str]:
    """Return the translations that do not use the agreed translation of a term."""
    terms = terms_of(path)
    found = []
    for entry in polib.pofile(str(path.parent / language / "LC_MESSAGES" / "django.po")):
        for original, translation in translated(entry):
            for term in terms_in(original, terms):
                forms = term.forms.get(language, (FREE,))
                if forms != (FREE,) and not any(
                    form.casefold() in translation.casefold() for form in forms
                ):
                    found.append(f"{term.english[0]} → {forms[0]}: {original} → {translation}")
    return found


def test_translated_games_have_a_glossary() -> None:
    folders = {path.parent.parent for path in ROOT.glob("games/titles/*/locale/*/LC_MESSAGES")}
    assert {path.parent for path in GLOSSARIES[1:]} == folders


@pytest.mark.parametrize("path", GLOSSARIES, ids=named)
def test_terms_appear_in_one_row(path: Path) -> None:
    forms = [form.casefold() for term in terms_of(path) for form in term.english]
    assert sorted(forms) == sorted(set(forms))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", GLOSSARIES, ids=named)
def test_catalogues_follow_the_glossary(path: Path, language: str) -> None:
    assert departures(path, language) == []


def test_longest_matching_term_is_found() -> None:
    row, temple_row = (
        Term(("row", "rows"), {}, ("in a row",)),
        Term(("temple row",), {}, ()),
    )
    assert terms_in("Your temple row", [row, temple_row]) == [temple_row]
    assert terms_in("Two rows, {row} arrows", [row, temple_row]) == [row]
    assert terms_in("Three in a row", [row, temple_row]) == []
