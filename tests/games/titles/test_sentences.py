"""Every sentence of a game fits every name that it can contain, in every language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import polib
import pytest
from django.conf import settings
from django.utils import translation

from core.languages import korean
from core.languages.apps import sentence
from core.languages.forms import ASKED, FILE, SOFT_HYPHEN, NameList, grammar_of
from games.boards.words import list_words
from games.titles.babel.board import faces as babel
from games.titles.babel.rules.cards import TRIBES
from games.titles.condottiere.board import faces as condottiere
from games.titles.condottiere.board.map import NAMES as CITIES
from games.titles.kabale.board import faces as kabale
from games.titles.kharnage.board.faces import card_name
from games.titles.kharnage.rules.cardset import built_in
from tests.test_translations import ROOT

LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]
PLAYERS = ("Anna", "Ben", "Émile", "민지")
NUMBERS = ("1", "9½")
FIELD = re.compile(r"\{(\w+)\}")
BRACKETS = re.compile(r"\[\w+\]|\{\w*\}")


def kabale_names() -> dict[str, list[str]]:
    goals = [kabale.goal_name(area, points) for area in kabale.AREA_NAMES for points in (1, 5)]
    return {
        **dict.fromkeys(("goal", "one", "other"), goals),
        "goals": [list_words(goals)],
        "card": [kabale.card_name(card) for card in kabale.ORDER],
        "area": [str(area) for area in kabale.AREA_NAMES.values()],
    }


def kharnage_names() -> dict[str, list[str]]:
    cards = [card_name(built_in(), card) for card in built_in().cards]
    return {"card": cards, "cards": [*cards, list_words(cards)]}


def condottiere_names() -> dict[str, list[str]]:
    cards = [condottiere.card_name(card) for card in condottiere.ORDER]
    return {"card": cards, "cards": [*cards, list_words(cards)], "city": list(CITIES.values())}


def babel_names() -> dict[str, list[str]]:
    counted = [babel.counted(tribe, n) for tribe in TRIBES for n in (1, 3)]
    return {
        "card": [str(babel.A_CARD[tribe]) for tribe in TRIBES],
        "cards": [*counted, list_words(counted)],
        "tribe": [str(babel.NAMES[tribe]) for tribe in TRIBES],
        "there": [str(words[tribe]) for words in (babel.TO, babel.AMONG) for tribe in TRIBES],
    }


NAMES: dict[str, Callable[[], dict[str, list[str]]]] = {
    "babel": babel_names,
    "condottiere": condottiere_names,
    "kabale": kabale_names,
    "kharnage": kharnage_names,
}
"""For each game, the names that its placeholders stand for."""


def catalogue_of(title: str, language: str) -> polib.POFile:
    folder = translation.to_locale(language)
    return polib.pofile(str(ROOT / f"games/titles/{title}/locale/{folder}/LC_MESSAGES/django.po"))


def texts_of(po: Iterable[polib.POEntry]) -> Iterator[str]:
    for entry in po:
        yield from entry.msgstr_plural.values() if entry.msgid_plural else (entry.msgstr,)


def single(name: str) -> list[str]:
    return name.names if isinstance(name, NameList) else [name]


@pytest.mark.parametrize(("title", "language"), list(product(NAMES, LANGUAGES)))
def test_every_name_fits_every_sentence(title: str, language: str) -> None:
    grammar = grammar_of(language)
    with translation.override(language):
        names = NAMES[title]()
        for text in filter(FIELD.search, texts_of(catalogue_of(title, language))):
            fields = FIELD.findall(text)
            asked = {(braces, form) for form, braces, _percent in ASKED.findall(text)}
            for field, form in asked:
                for name in names.get(field, PLAYERS):
                    missing = [one for one in single(name) if grammar.find(one, form) is None]
                    assert not missing, f"no form “{form}” in {FILE}: {text}"
            for field in fields:
                for name in (*names.get(field, PLAYERS), *NUMBERS):
                    words: dict[str, Any] = dict.fromkeys(fields, name) | {field: name}
                    said = sentence(text, language).format(**words)
                    assert not korean.MARKER.search(said), said
                    assert not BRACKETS.search(said), said


@pytest.mark.parametrize("title", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_headline_differs_from_every_log_line(title: str, language: str) -> None:
    """“Anna ist am Zug und legt eine Karte” is happening, “Anna legt eine Karte …” has happened."""
    headlines, lines = set(), set()
    for entry in catalogue_of(title, language):
        files = {Path(file).name for file, _line in entry.occurrences}
        texts = {text.rstrip(".") for text in texts_of([entry])}
        lines |= texts if "lines.py" in files else set()
        headlines |= texts if files & {"board.py", "sentences.py"} else set()
    known = [line for line in lines if line.startswith("{name}")]
    headlines = {text for text in headlines if text.startswith("{name}")}
    assert [one for one in headlines if any(line.startswith(one) for line in known)] == []


def files_of(language: str) -> list[Path]:
    folder = translation.to_locale(language)
    folders = [ROOT / "locale", *ROOT.glob("games/titles/*/locale")]
    return [path for place in folders if (path := place / folder / FILE).exists()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_and_names_are_needed(language: str) -> None:
    """A name that the game no longer has, or a form that no sentence asks for, is removed."""
    site = polib.pofile(
        str(ROOT / f"locale/{translation.to_locale(language)}/LC_MESSAGES/django.po")
    )
    texts = [
        text
        for po in (site, *(catalogue_of(title, language) for title in NAMES))
        for text in texts_of(po)
    ]
    asked = {form.lower() for text in texts for form, *_field in ASKED.findall(text)}
    with translation.override(language):
        groups = [group for names in NAMES.values() for group in names().values()]
    named = {one for group in groups for name in group for one in single(name)}
    known = {name.replace(SOFT_HYPHEN, "") for name in named}
    for file in files_of(language):
        data = tomllib.loads(file.read_text("utf-8"))
        assert set(data.get("forms", ())) <= asked, file
        for names in data.get("names", {}).values():
            assert set(names) <= known, file


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_name_has_the_same_forms_in_all_games(language: str) -> None:
    found: dict[str, object] = {}
    for file in files_of(language):
        for group, names in tomllib.loads(file.read_text("utf-8")).get("names", {}).items():
            for name, words in names.items():
                assert found.setdefault(name, (group, words)) == (group, words), (file, name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_message_in_several_catalogues_has_one_translation(language: str) -> None:
    """Django merges all catalogues into one; a message with two meanings needs a context."""
    folder = translation.to_locale(language)
    site = polib.pofile(str(ROOT / f"locale/{folder}/LC_MESSAGES/django.po"))
    found: dict[tuple[str | None, str, bool], set[str]] = {}
    for po in (site, *(catalogue_of(title, language) for title in NAMES)):
        for entry in po:
            key = (entry.msgctxt, entry.msgid, bool(entry.msgid_plural))
            found.setdefault(key, set()).add(" / ".join(texts_of([entry])))
    assert [said for said in found.values() if len(said) > 1] == []
