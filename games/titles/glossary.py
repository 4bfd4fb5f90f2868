"""Check that a catalogue translates each term as its glossary says.

A glossary is a table in `locale/GLOSSARY.md`: a term, its forms in each language, and phrases in
which the word means something else. Where an English form stands in a message, one of the forms of
the language must stand in the translation.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import polib
from django.conf import settings

from core.languages.forms import SOFT_HYPHEN

FILE = "GLOSSARY.md"
FREE = "–"
"""Stands for a term that a language may translate in any way."""
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w*\}")
CODE = re.compile("<code>.*?</code>")
"""Code, which no language translates."""


class BadGlossary(Exception):
    """The table of a glossary cannot be read."""


@dataclass(frozen=True)
class Term:
    """A row: its forms in English and in each other language, and where it is another word."""

    english: tuple[str, ...]
    forms: dict[str, tuple[str, ...]]
    elsewhere: tuple[str, ...]


def glossary_faults(path: Path) -> list[str]:
    """Return what is wrong with a glossary, and where the catalogues next to it depart from it."""
    try:
        terms = terms_of(path)
    except BadGlossary as error:
        return [str(error)]
    faults = [f"“{form}” is in more than one row" for form in repeated_forms(terms)]
    for catalogue in sorted(path.parent.glob("*/LC_MESSAGES/django.po")):
        faults += departures(terms, catalogue)
    return faults


def terms_of(path: Path) -> list[Term]:
    """Return the rows of a glossary.

    Raises:
        BadGlossary: The file has no such table.
    """
    lines = [line for line in path.read_text("utf-8").splitlines() if line.startswith("|")]
    if len(lines) < 2:
        raise BadGlossary("there is no table")
    head, _rule, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    first, *names, last = head
    if (first, last) != ("English", "Not in"):
        raise BadGlossary("the first column is “English”, the last one “Not in”")
    codes = {str(name): code for code, name in settings.LANGUAGES if code != "en"}
    for name in names:
        if name not in codes:
            raise BadGlossary(f"there is no language “{name}”")
    terms = []
    for row in rows:
        if len(row) != len(head) or not all(row[:-1]):
            raise BadGlossary(f"a row has an empty cell, or too few: {' | '.join(row)}")
        english, *others, elsewhere = map(_parted, row)
        forms = dict(zip((codes[name] for name in names), others, strict=True))
        terms.append(Term(english, forms, elsewhere))
    return terms


def repeated_forms(terms: list[Term]) -> list[str]:
    """Return the English forms that stand in more than one row."""
    forms = [form.casefold() for term in terms for form in term.english]
    return sorted({form for form in forms if forms.count(form) > 1})


def terms_in(text: str, terms: list[Term]) -> list[Term]:
    """Return the terms in an English sentence; longer terms match first."""
    left = CODE.sub(" ", PLACEHOLDER.sub(" ", text))
    known: list[tuple[str, Term | None]] = [(form, term) for term in terms for form in term.english]
    known += [(phrase, None) for term in terms for phrase in term.elsewhere]
    found = []
    for form, term in sorted(known, key=lambda one: -len(one[0])):
        left, times = re.subn(rf"(?<!\w){re.escape(form)}(?!\w)", " ", left, flags=re.IGNORECASE)
        if times and term is not None:
            found.append(term)
    return found


def departures(terms: list[Term], catalogue: Path) -> list[str]:
    """Return the translations that do not use the agreed translation of a term.

    Args:
        terms: The terms of the glossary.
        catalogue: The `.po` file of a language, in the folders `<language>/LC_MESSAGES`.
    """
    language, found = catalogue.parts[-3], []
    for entry in polib.pofile(str(catalogue)):
        for original, translation in translated(entry):
            for term in terms_in(original, terms):
                forms = term.forms.get(language, (FREE,))
                words = translation.replace(SOFT_HYPHEN, "").casefold()
                if forms != (FREE,) and not any(form.casefold() in words for form in forms):
                    found.append(f"{term.english[0]} → {forms[0]}: {original} → {translation}")
    return found


def translated(entry: polib.POEntry) -> list[tuple[str, str]]:
    """Return each sentence with its translation; the last plural form belongs to the plural."""
    if not entry.msgid_plural:
        return [(entry.msgid, entry.msgstr)]
    *singular, plural = (entry.msgstr_plural[form] for form in sorted(entry.msgstr_plural))
    return [*((entry.msgid, form) for form in singular), (entry.msgid_plural, plural)]


def _parted(cell: str) -> tuple[str, ...]:
    return tuple(form.strip() for form in cell.split(",") if form.strip())
