"""A language is a folder, and its catalogue words Django’s sentences about forms, too."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.core.exceptions import ValidationError
from django.forms import CharField
from django.utils import timezone
from django.utils.translation import override

from core.languages import languages_in


def test_folders_are_languages(tmp_path: Path) -> None:
    for name in ("fr", "pt_BR", "tlh"):
        (tmp_path / name).mkdir()
    (tmp_path / ".ready").touch()
    assert languages_in(tmp_path) == [
        ("fr", "French"),
        ("pt-br", "Brazilian Portuguese"),
        ("tlh", "tlh"),
    ]


def test_languages_of_site_are_english_and_folders() -> None:
    folders = languages_in(settings.BASE_DIR / "locale")
    assert [("en", "English"), *folders] == settings.LANGUAGES
    assert {"de", "fr", "ko"} <= {code for code, _name in folders}


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", "This field is required."),
        ("de", "Hier fehlt noch etwas."),
        ("fr", "Il manque quelque chose ici."),
        ("ko", "꼭 필요한 항목이에요."),
    ],
)
def test_form_says_in_words_of_the_site_what_is_missing(code: str, words: str) -> None:
    with override(code), pytest.raises(ValidationError) as missing:
        CharField().clean("")
    with override(code):
        assert missing.value.messages == [words]


@pytest.mark.parametrize(
    ("span", "ago", "ahead"),
    [
        (timedelta(hours=2), "vor 2 Stunden", "in 2 Stunden"),
        (timedelta(days=1, hours=4), "vor 1 Tag, 4 Stunden", "in 1 Tag, 4 Stunden"),
        (timedelta(days=9), "vor 1 Woche, 2 Tagen", "in 1 Woche, 2 Tagen"),
        (timedelta(days=800), "vor 2 Jahren, 2 Monaten", "in 2 Jahren, 2 Monaten"),
    ],
)
def test_german_spans_of_time_are_in_the_dative(span: timedelta, ago: str, ahead: str) -> None:
    moments = (timezone.now() - span, timezone.now() + span + timedelta(seconds=5))
    with override("de"):
        words = [naturaltime(moment).replace("\xa0", " ") for moment in moments]
    assert words == [ago, ahead]
