"""Lengths of time in few words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def time_words(milliseconds: int) -> str:
    """A length of time, to two digits or so."""
    if milliseconds < 10 * SECOND:
        return _("{number} s").format(number=round(milliseconds / SECOND, 1))
    if milliseconds < 2 * MINUTE:
        return _("{number} s").format(number=round(milliseconds / SECOND))
    if milliseconds < 2 * HOUR:
        return _("{number} min").format(number=round(milliseconds / MINUTE))
    if milliseconds < 2 * DAY:
        return _("{number} h").format(number=round(milliseconds / HOUR))
    days = round(milliseconds / DAY)
    return ngettext("{number} day", "{number} days", days).format(number=days)
