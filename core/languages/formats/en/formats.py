"""English formats of dates and times: Django's British ones for readers who use them.

Django knows formats by language only. These choose when a date is formatted, so that British
readers need no catalogue of their own.
"""

from __future__ import annotations

from django.conf.locale.en import formats as american  # type: ignore[import-untyped]  # not in stubs
from django.conf.locale.en_GB import (  # type: ignore[import-untyped]  # not in stubs
    formats as british,
)

from core.languages.local_time import reader


class Chosen(str):
    """An American format; `str`, which Django calls to format a date, returns the reader's."""

    __slots__ = ("_british",)
    _british: str

    def __new__(cls, name: str) -> Chosen:
        made = super().__new__(cls, getattr(american, name))
        made._british = getattr(british, name)
        return made

    def __str__(self) -> str:
        return self._british if reader().british else self[:]


DATE_FORMAT = Chosen("DATE_FORMAT")
TIME_FORMAT = Chosen("TIME_FORMAT")
DATETIME_FORMAT = Chosen("DATETIME_FORMAT")
YEAR_MONTH_FORMAT = Chosen("YEAR_MONTH_FORMAT")
MONTH_DAY_FORMAT = Chosen("MONTH_DAY_FORMAT")
SHORT_DATE_FORMAT = Chosen("SHORT_DATE_FORMAT")
SHORT_DATETIME_FORMAT = Chosen("SHORT_DATETIME_FORMAT")
