"""The app `languages`."""

from gettext import NullTranslations

from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_noop
from django.utils.translation.trans_real import DjangoTranslation

from core.languages import forms, german, korean, memory

KOREAN = "ko"
TIMES = {"de": german.TIMES, KOREAN: korean.TIMES}
"""Django's words for spans of time that read wrong, in the words of the site, by language."""
FORM_ERRORS = (
    gettext_noop("This field is required."),
    gettext_noop("Enter a valid date."),
    gettext_noop("Enter a valid time."),
    gettext_noop("Enter a valid email address."),
    gettext_noop("Enter a whole number."),
    gettext_noop("Ensure this value is less than or equal to %(limit_value)s."),
    gettext_noop("Ensure this value is greater than or equal to %(limit_value)s."),
    gettext_noop("Select a valid choice. %(value)s is not one of the available choices."),
)
"""Django's sentences below the fields of a form, which our catalogues say as a friend would."""


class LanguagesConfig(AppConfig):
    name = "core.languages"

    def ready(self) -> None:
        hand_out_sentences()
        if settings.FAST_TRANSLATIONS:
            memory.install()


def hand_out_sentences() -> None:
    """Make catalogues return sentences that suit the names and words that they are filled with.

    Korean sentences choose their particles, and those of other languages the forms of names. Many
    places in code and templates format sentences, and all take them from the catalogue. Done here,
    only sentences with particles or forms cost time, and user text is never searched. Django has no
    setting for the class of a message, and reads a catalogue again when its folders change.
    """
    if hasattr(DjangoTranslation.merge, "hands_out_sentences"):
        return
    merge = DjangoTranslation.merge

    def merge_sentences(self: DjangoTranslation, other: NullTranslations) -> None:
        catalog, language = getattr(other, "_catalog", {}), self.language()
        times = TIMES.get(language, {})
        catalog |= {key: text for key, text in times.items() if key in catalog}
        for key, text in catalog.items():
            catalog[key] = sentence(text, language)
        merge(self, other)

    merge_sentences.hands_out_sentences = True  # type: ignore[attr-defined]  # marks the patched function
    DjangoTranslation.merge = merge_sentences  # type: ignore[method-assign]  # Django has no setting for it


def sentence(text: str, language: str) -> str:
    """Return a text of a catalogue as the sentence that chooses what it needs."""
    if language == KOREAN and korean.MARKER.search(text):
        return korean.Sentence(text)
    return forms.FormedSentence(text, language) if forms.ASKED.search(text) else text
