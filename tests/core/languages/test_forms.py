"""Sentences put names into the form that a translation asks for."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from django.utils import translation
from django.utils.translation import gettext, ngettext_lazy
from pytest_django import Settings

from core.fastpath.template_runtime import translated
from core.languages.forms import FormedSentence, NameList, grammar_of
from games.boards.lines import PlainLine
from games.boards.words import list_words

GRAMMAR = """
same = ["akk"]
vowels = "aeé"

[forms.den]
masculine = "den {akk}"
feminine = "die {word}"

[forms.des]
masculine = "des {gen}"

[forms.le]
feminine = "la {word}"
feminine_elided = "l’{word}"

[forms.de]
any = "de {word}"
any_elided = "d’{word}"
"""
NAMES = """
[names.masculine]
"König" = {}
"Knappe" = { akk = "Knappen", gen = "Knappen" }
"Kopf" = { den = "das Haupt" }

[names.feminine]
"Königin" = {}
"Armée" = { word = "armée" }
"Héroïne" = { word = "héroïne", elided = true }
"Échelle" = { elided = false }
"""
CATALOGUE = {
    "{who} plays {card}.": "{who} spielt [den]{card} aus.",
    "{card} falls.": "[Den]{card} trifft es.",
    "<b>%(who)s</b> has %(card)s.": "[De]%(who)s : <b>[le]%(card)s</b>.",
    "[{card}]": "[{card}]",
}
PLURAL = ("{n} for {what}", "{n} cards for {what}", "eine für [den]{what}", "%(n)s für [den]{what}")


@pytest.fixture
def german(tmp_path: Path, settings: Settings) -> Iterator[None]:
    """Activate German with a few sentences, forms and names."""
    po = polib.POFile()
    po.metadata = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }
    po.extend(polib.POEntry(msgid=key, msgstr=text) for key, text in CATALOGUE.items())
    one, many, first, second = PLURAL
    po.append(polib.POEntry(msgid=one, msgid_plural=many, msgstr_plural={0: first, 1: second}))
    for folder, text in (("site", GRAMMAR), ("game", NAMES)):
        messages = tmp_path / folder / "de" / "LC_MESSAGES"
        messages.mkdir(parents=True)
        po.save_as_mofile(str(messages / "django.mo"))
        (messages.parent / "forms.toml").write_text(text, "utf-8")
    settings.LOCALE_PATHS = [tmp_path / "site", tmp_path / "game"]
    with translation.override("de"):
        yield


@pytest.mark.parametrize(
    ("name", "form", "expected"),
    [
        ("König", "den", "den König"),
        ("Knappe", "den", "den Knappen"),
        ("Knappe", "des", "des Knappen"),
        ("Knappe", "Des", "Des Knappen"),
        ("Knap\N{SOFT HYPHEN}pe", "den", "den Knappen"),
        ("Köni\N{SOFT HYPHEN}gin", "den", "die Königin"),
        ("Kopf", "den", "das Haupt"),
        ("Königin", "den", "die Königin"),
        ("Armée", "le", "l’armée"),
        ("Héroïne", "le", "l’héroïne"),
        ("Échelle", "le", "la Échelle"),
        ("Anna", "de", "d’Anna"),
        ("Émile", "de", "d’Émile"),
        ("Ben", "de", "de Ben"),
    ],
)
def test_name_takes_form(name: str, form: str, expected: str, german: None) -> None:
    assert grammar_of("de").form(name, form) == expected


@pytest.mark.parametrize(
    ("name", "form"), [("König", "des"), ("Ben", "den"), ("", "de "), ("König", "unknown")]
)
def test_name_without_the_form_stays_plain(name: str, form: str, german: None) -> None:
    assert grammar_of("de").find(name, form) is None
    assert grammar_of("de").form(name, form) == name
    assert FormedSentence(f"[{form.strip()}]{{x}}", "fr").format(x=name) == name


def test_translated_sentences_put_names_into_forms(german: None) -> None:
    assert gettext("{who} plays {card}.").format(who="Ann{a}", card="Knappe") == (
        "Ann{a} spielt den Knappen aus."
    )
    assert gettext("{card} falls.").format_map({"card": "Königin"}) == "Die Königin trifft es."
    assert gettext("[{card}]").format(card="König") == "[König]"
    filled = translated(
        "<b>%(who)s</b> has %(card)s.", None, None, {"who": "Anna", "card": "Armée"}
    )
    assert filled == "D’Anna : <b>l’armée</b>."


def test_sentence_filled_in_two_steps_puts_names_into_forms(german: None) -> None:
    line = PlainLine(lambda facts, _names: facts, ngettext_lazy(*PLURAL[:2], "n"))
    assert line({"n": 2, "what": "Knappe"}, ()).text == "2 für den Knappen"
    assert line({"n": 1, "what": "Knappe"}, ()).text == "eine für den Knappen"


def test_each_name_of_a_list_takes_the_form(german: None) -> None:
    names = list_words(["Knappe", "Königin", "Bär"])
    assert isinstance(names, NameList)
    filled = gettext("{who} plays {card}.").format(who="Anna", card=names)
    assert filled == "Anna spielt den Knappen, die Königin and Bär aus."
    assert pickle.loads(pickle.dumps(names)) == "Knappe, Königin and Bär"


def test_english_sentence_stays_plain(german: None) -> None:
    with translation.override("en"):
        assert gettext("{who} plays {card}.").format(who="Ben", card="König") == "Ben plays König."
