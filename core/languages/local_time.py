"""The reader's time zone and date formats, on pages and in messages.

    with reading(Reader("Europe/Berlin", british=True)):
        moment_words(at)   # "27 Nov 2026, 6:05 p.m."

A page knows the zone from a cookie, so that it needs no account to show a time. Without a known
zone times are in UTC, and say so; static/js/site.js then shows them in the browser's zone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy
from django.utils.translation.trans_real import parse_accept_lang_header

ZONE_COOKIE = "time_zone"
ZONE_LENGTH = 64
WITH_HOURS = frozenset({"DATETIME_FORMAT", "SHORT_DATETIME_FORMAT", "TIME_FORMAT", "H:i:s"})
BRITISH = frozenset({"en-gb", "en-ie", "en-au", "en-nz", "en-za", "en-in"})
"""Browser languages whose readers write the day before the month."""


@dataclass(frozen=True)
class Reader:
    """A reader's time zone, "" if unknown, and whether English dates are British."""

    zone: str = ""
    british: bool = False


UNKNOWN = Reader()
_reader: ContextVar[Reader] = ContextVar("reader", default=UNKNOWN)


@contextmanager
def reading(reader: Reader) -> Iterator[None]:
    """Show times in a reader's zone and formats."""
    token = _reader.set(reader)
    try:
        with timezone.override(zone_info(reader.zone)):
            yield
    finally:
        _reader.reset(token)


def reader() -> Reader:
    """Return the reader of what is being rendered."""
    return _reader.get()


@cache
def zones() -> tuple[str, ...]:
    """Return the names of time zones to choose from."""
    known = {zone for zone in available_timezones() if "/" in zone}
    return ("UTC", *sorted(zone for zone in known if not zone.startswith(("Etc/", "SystemV/"))))


@cache
def _known() -> frozenset[str]:
    return frozenset(available_timezones())


def is_zone(name: str) -> bool:
    """Return whether a name is one of a time zone, also one that is not offered as a choice."""
    return name in _known()


def zone_info(name: str) -> tzinfo:
    """Return a time zone by its name; UTC if there is none of this name."""
    return ZoneInfo(name) if is_zone(name) else UTC


def validate_zone(name: str) -> None:
    """Raise ValidationError unless a name is one of a time zone."""
    if not is_zone(name):
        raise ValidationError(
            gettext_lazy("There is no such time zone. Choose one from the list."), code="unknown"
        )


def moment_words(at: datetime, form: str = "DATETIME_FORMAT") -> str:
    """Return a moment for the reader; with “UTC” if the reader's zone is unknown."""
    words = date_format(timezone.localtime(at), form)
    return f"{words} UTC" if form in WITH_HOURS and not reader().zone else words


def moment_at_end(at: datetime) -> str:
    """Return a moment for the end of a sentence, whose full stop also ends “p.m.”."""
    return moment_words(at).rstrip(".")


def is_british(request: HttpRequest) -> bool:
    """Return whether the browser asks for English as in Britain before other English."""
    wanted = parse_accept_lang_header(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))
    english = (code for code, _weight in wanted if code.split("-")[0] == "en")
    return next(english, "") in BRITISH


def reader_of_request(request: HttpRequest) -> Reader:
    zone = request.COOKIES.get(ZONE_COOKIE, "")
    return Reader(zone if is_zone(zone) else "", is_british(request))


class LocalTime:
    """Middleware that shows times on pages in the zone and formats of the reader.

    The API answers in UTC.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.startswith("/api/"):
            return self.get_response(request)
        with reading(reader_of_request(request)):
            return self.get_response(request)
