"""Text that is rendered for a user outside the user's requests: its language, zone and dates."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.utils import translation

from core.languages.local_time import UNKNOWN, Reader, is_zone, reading


def reader_of(user: Any) -> Reader:
    """Return how times are shown to a user; to a visitor who is not signed in, in UTC."""
    if not user.is_authenticated:
        return UNKNOWN
    return Reader(user.time_zone if is_zone(user.time_zone) else "", user.british_dates)


@contextmanager
def written_for(user: Any, language: str = "") -> Iterator[None]:
    """Write text in a user's language, or the given one, with times as the user reads them."""
    code = language or user.language or settings.LANGUAGE_CODE
    with translation.override(code), reading(reader_of(user)):
        yield
