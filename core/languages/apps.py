"""The app `languages`."""

from gettext import NullTranslations

from django.apps import AppConfig
from django.utils.translation.trans_real import DjangoTranslation

from core.languages.korean import MARKER, Sentence

KOREAN = "ko"


class LanguagesConfig(AppConfig):
    name = "core.languages"

    def ready(self) -> None:
        hand_out_sentences()


def hand_out_sentences() -> None:
    """Make Korean catalogues return sentences that choose their particles when they are formatted.

    Many places in code and templates format sentences, and all take them from the catalogue. Done
    here, only Korean sentences with such particles cost time, and user text is never searched.
    Django has no setting for the class of a message, and reads a catalogue again when its folders
    change.
    """
    if hasattr(DjangoTranslation.merge, "hands_out_sentences"):
        return
    merge = DjangoTranslation.merge

    def merge_sentences(self: DjangoTranslation, other: NullTranslations) -> None:
        if self.language() == KOREAN:
            catalog = getattr(other, "_catalog", {})
            for key, text in catalog.items():
                if MARKER.search(text):
                    catalog[key] = Sentence(text)
        merge(self, other)

    merge_sentences.hands_out_sentences = True  # type: ignore[attr-defined]  # marks the patched function
    DjangoTranslation.merge = merge_sentences  # type: ignore[method-assign]  # Django has no setting for it
