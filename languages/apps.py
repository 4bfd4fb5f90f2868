"""The app `languages`."""

from typing import Any

from django.apps import AppConfig
from django.utils.translation.trans_real import DjangoTranslation

from languages.korean import MARKER, Sentence

KOREAN = "ko"


class LanguagesConfig(AppConfig):
    name = "languages"

    def ready(self) -> None:
        hand_out_sentences()


def hand_out_sentences() -> None:
    """Let Korean catalogues hand out sentences that choose their particles when they are filled.

    Sentences are filled in a hundred places, by code and by templates, and all of them begin with
    the catalogue: here a sentence costs something only if it is Korean and has such a particle, and
    nothing that people wrote themselves is ever looked through. Django has no setting for the class
    of a message, and reads a catalogue anew whenever its folders change.
    """
    if hasattr(DjangoTranslation.merge, "hands_out_sentences"):
        return
    merge = DjangoTranslation.merge

    def merge_sentences(self: DjangoTranslation, other: Any) -> None:
        if self.language() == KOREAN:
            for key, text in getattr(other, "_catalog", {}).items():
                if MARKER.search(text):
                    other._catalog[key] = Sentence(text)
        merge(self, other)

    merge_sentences.hands_out_sentences = True  # type: ignore[attr-defined]
    DjangoTranslation.merge = merge_sentences  # type: ignore[method-assign]
