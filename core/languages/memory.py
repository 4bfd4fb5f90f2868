"""The current language and translated sentences, found more quickly than Django finds them.

A table asks some forty times for the language or a sentence. Django keeps the language in a `Local`
that locks and copies, and searches two or three catalogs for each sentence.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

from django.utils.translation import _trans, trans_real  # type: ignore[attr-defined]  # not in stubs

MOST = 20_000
"""The most sentences that are remembered for a language: all of the site, and no more."""
_current: ContextVar[Any] = ContextVar("translation")
_django = vars(trans_real)
_slowly = trans_real.gettext


class Active:
    """The active translation of a thread or task, in place of the `Local` of `trans_real`."""

    @property
    def value(self) -> Any:
        """The translation; raises AttributeError while none is active."""
        translation = _current.get(None)
        if translation is None:
            raise AttributeError("value")
        return translation

    @value.setter
    def value(self, translation: Any) -> None:
        _current.set(translation)

    @value.deleter
    def value(self) -> None:
        _current.set(None)


def gettext(message: str) -> str:
    """Translate a sentence like Django, and remember it with the translation that has it."""
    translation = getattr(_django["_active"], "value", None)
    if translation is None or type(message) is not str:
        return _slowly(message)
    sentences: dict[str, str] = vars(translation).setdefault("sentences", {})
    found = sentences.get(message)
    if found is None:
        found = _slowly(message)
        if len(sentences) < MOST:
            sentences[message] = found
    return found


def install() -> None:
    """Put these into Django's `trans_real`, for all who translate."""
    before, active = _django["_active"], Active()
    if hasattr(before, "value"):
        active.value = before.value
    _django.update(_active=active, gettext=gettext)
    _trans.gettext = gettext
