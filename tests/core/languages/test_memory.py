"""Sentences and the language are those of Django, however they are found."""

from collections.abc import Iterator
from threading import Thread

import pytest
from asgiref.local import Local
from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext, trans_real

from core.languages import memory
from tests.helpers.languages import LANGUAGES

MESSAGES = ("Rules", "no sentence of ours", "", "two\r\nlines", SafeString("Rules"))


@pytest.fixture(autouse=True)
def clean() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.mark.parametrize("message", MESSAGES)
@pytest.mark.parametrize("language", [*LANGUAGES, None])
def test_sentence_equals_that_of_django(language: str | None, message: str) -> None:
    with translation.override(language):
        theirs = memory._slowly(message)
        for _time in range(2):
            assert (gettext(message), type(gettext(message))) == (theirs, type(theirs))


def test_sentence_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def answer(message: str) -> str:
        asked.append(message)
        return "x"

    monkeypatch.setattr(memory, "_slowly", answer)
    monkeypatch.setitem(vars(trans_real.catalog()), "sentences", {})
    monkeypatch.setattr(memory, "MOST", 1)
    for message in ("first of its kind", "first of its kind", "one too many", "one too many"):
        assert gettext(message) == "x"
    assert asked == ["first of its kind", "one too many", "one too many"]


def test_language_belongs_to_its_thread() -> None:
    found: list[str | None] = []
    with translation.override("de"):
        thread = Thread(target=lambda: found.append(translation.get_language()))
        thread.start()
        thread.join()
        assert translation.get_language() == "de"
    assert (found, translation.get_language()) == (["en"], "en")
    translation.deactivate()
    assert not hasattr(vars(trans_real)["_active"], "value")


def test_catalog_that_was_read_again_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Django's reloader replaces both when a catalog's file changes."""
    with translation.override("de"):
        words = gettext("Rules")
    monkeypatch.setattr(trans_real, "_translations", {})
    monkeypatch.setattr(trans_real, "_active", Local())
    with translation.override("de"):
        assert gettext("Rules") == words
        assert vars(trans_real.catalog())["sentences"] == {"Rules": words}
