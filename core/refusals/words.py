"""Refusals as text on screen, and for programs."""

from __future__ import annotations

from django.utils.translation import gettext

from core.labels import name_words
from core.refusals import Refusal


def refusal_text(refusal: Refusal) -> str:
    """Return a refusal's reason in the reader's language; keys of the JSON are shown as words."""
    facts = {
        name: _label(fact) if name in refusal.keys and isinstance(fact, str) else fact
        for name, fact in refusal.facts.items()
    }
    return gettext(refusal.template).format(**facts)


def refusal_text_for_programs(refusal: Refusal) -> str:
    """Return a refusal's reason in the reader's language; keys of the JSON stay unchanged."""
    return gettext(refusal.template).format(**refusal.facts)


def _label(key: str) -> str:
    """Return a key's words, translated if a catalogue has these words."""
    words = name_words(key)
    return gettext(words) if words else key
