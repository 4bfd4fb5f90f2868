"""Names in the form that a sentence needs: “den König”, “l’assassin”.

A translator does not know which name a sentence will contain, so a translation asks for a form in
brackets in front of the name: `{name} schickt [den]{card}.` A language states its forms and a game
the names in `locale/<language>/forms.toml`:

    [forms.den]                       # in the site's file: a form, by group of names
    masculine = "den {accusative}"
    feminine = "die {word}"

    [names.masculine]                 # in a game's file
    "Kriegsherr" = { accusative = "Kriegsherrn" }

`[Den]` begins with a capital letter. A name without an entry gets the pattern for `any` name, and
otherwise stays as it is.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeGuard

from django.conf import settings
from django.utils.translation import to_locale
from django.utils.translation.trans_real import all_locale_paths

FILE = "forms.toml"
ASKED = re.compile(r"\[(\w+)\](?:\{(\w+)\}|%\((\w+)\)s)")
"""A form and its placeholder, in either of the two styles."""
SOFT_HYPHEN = "\N{SOFT HYPHEN}"
"""Where a name may be broken on a narrow card."""
BEFORE_VOWEL = "_elided"
"""Ends the key of a pattern for words that begin with a vowel: `le_elided`."""
WORD = "word"
"""The name itself, or what its entry puts in its place, as a small first letter."""

Entry = Mapping[str, str | bool]


class Grammar:
    """The forms and the names of one language, merged from several files.

    Attributes:
        forms: For each form, the pattern for each group of names.
        names: For each name, its group (`group`) and its words that are not regular.
        same: Words that equal the name unless its entry states them.
        vowels: First letters before which an article is elided.
    """

    def __init__(self, files: Sequence[Path]) -> None:
        self.forms: dict[str, dict[str, str]] = {}
        self.names: dict[str, Entry] = {}
        self.same: frozenset[str] = frozenset()
        self.vowels = ""
        for file in files:
            self._add(tomllib.loads(file.read_text("utf-8")))
        self.find = lru_cache(maxsize=4096)(self._find)

    def _add(self, data: Mapping[str, object]) -> None:
        for form, patterns in _tables(data.get("forms")):
            self.forms[form] = {group: str(pattern) for group, pattern in patterns.items()}
        for group, names in _tables(data.get("names")):
            for name, words in names.items():
                self.names[name] = {**self.names.get(name, {}), **_entry(words), "group": group}
        same, vowels = data.get("same"), data.get("vowels")
        if isinstance(same, list):
            self.same = frozenset(map(str, same))
        if isinstance(vowels, str):
            self.vowels = vowels

    def _find(self, name: str, form: str) -> str | None:
        """Return a name in a form; None if the form or a word that it needs is unknown.

        Sentences have no narrow cards, so the form has no soft hyphens.
        """
        name = name.replace(SOFT_HYPHEN, "")
        entry = self.names.get(name, {})
        if form in self.forms:
            return self._in_form(name, entry, form)
        small = form[:1].lower() + form[1:]
        found = self._in_form(name, entry, small) if small in self.forms else None
        return None if found is None else found[:1].upper() + found[1:]

    def _in_form(self, name: str, entry: Entry, form: str) -> str | None:
        if form in entry:
            return str(entry[form])
        words: dict[str, str | bool] = dict.fromkeys((WORD, *self.same), name)
        if WORD in entry:
            words |= dict.fromkeys(self.same, entry[WORD])
        words |= entry
        pattern = self._pattern(str(words[WORD]), entry, form)
        try:
            return None if pattern is None else pattern.format_map(words)
        except KeyError:
            return None

    def _pattern(self, word: str, entry: Entry, form: str) -> str | None:
        patterns, group = self.forms[form], str(entry.get("group", "any"))
        keys = [group, "any"]
        if entry.get("elided", word[:1].lower() in self.vowels):
            keys = [f"{group}{BEFORE_VOWEL}", f"any{BEFORE_VOWEL}", *keys]
        return next((patterns[key] for key in keys if key in patterns), None)

    def form(self, name: object, form: str) -> str:
        """Return a name, or a list of names, in a form; unchanged if it has no such form."""
        if isinstance(name, NameList):
            return name.joined_by([self.form(one, form) for one in name.names])
        found = self.find(str(name), form)
        return str(name) if found is None else found


def _tables(data: object) -> list[tuple[str, Mapping[str, object]]]:
    if not isinstance(data, Mapping):
        return []
    return [(key, value) for key, value in data.items() if isinstance(value, Mapping)]


def _entry(words: object) -> Entry:
    return words if _is_entry(words) else {}


def _is_entry(words: object) -> TypeGuard[Entry]:
    return isinstance(words, Mapping)


def grammar_of(language: str) -> Grammar:
    """Return the grammar of a language, of the site and of all games."""
    return _grammar(language, tuple(settings.LOCALE_PATHS))


@cache
def _grammar(language: str, _folders: tuple[str | Path, ...]) -> Grammar:
    files = [Path(folder) / to_locale(language) / FILE for folder in all_locale_paths()]
    return Grammar([file for file in files if file.exists()])


class NameList(str):
    """A list of names as a text, “Anna and Ben”, whose names can each take a form."""

    names: list[str]
    joined_by: Callable[[list[str]], str]

    def __new__(cls, names: list[str], joined_by: Callable[[list[str]], str]) -> NameList:
        text = super().__new__(cls, joined_by(names))
        text.names, text.joined_by = names, joined_by
        return text

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        """Pickle as a text, since a function that joins cannot always be pickled."""
        return str, (str.__str__(self),)


class _Word:
    """The value of a placeholder; formats itself in the form that its placeholder asks for."""

    __slots__ = ("grammar", "value")

    def __init__(self, value: object, grammar: Grammar) -> None:
        self.value, self.grammar = value, grammar

    def __format__(self, form: str) -> str:
        return self.grammar.form(self.value, form) if form else format(self.value)


class FormedSentence(str):
    """A sentence of a catalogue that puts names into their forms when it is formatted."""

    language: str
    template: str
    """The sentence with the forms as format specifications."""

    def __new__(cls, text: str, language: str) -> FormedSentence:
        sentence = super().__new__(cls, text)
        sentence.language = language
        sentence.template = ASKED.sub(_specified, text)
        return sentence

    def __str__(self) -> str:
        return self

    def format(self, *args: object, **kwargs: object) -> str:
        grammar = grammar_of(self.language)
        words = {key: _Word(value, grammar) for key, value in kwargs.items()}
        return self.template.format(*args, **words)

    def format_map(self, mapping: Mapping[str, object], /) -> str:  # type: ignore[override]  # typeshed wants its private protocol
        return self.format(**mapping)

    def __mod__(self, values: object, /) -> str:
        """Format with `%`; some sentences are formatted again, for names after a number."""
        text = str.__str__(self)
        if isinstance(values, Mapping):
            grammar = grammar_of(self.language)

            def formed(found: re.Match[str]) -> str:
                if not found[3]:
                    return found[0]
                return grammar.form(values[found[3]], found[1]).replace("%", "%%")

            text = ASKED.sub(formed, text)
        filled = text % values
        return FormedSentence(filled, self.language) if ASKED.search(filled) else filled


def _specified(found: re.Match[str]) -> str:
    form, braces, _percent = found.groups()
    return f"{{{braces}:{form}}}" if braces else found[0]
