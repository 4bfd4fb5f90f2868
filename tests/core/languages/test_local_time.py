"""Times in the zone and formats of their readers."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.template import Context, Template
from django.test import RequestFactory
from django.utils import timezone, translation

from core.languages.local_time import (
    UNKNOWN,
    LocalTime,
    Reader,
    is_british,
    moment_words,
    reading,
    validate_zone,
    zones,
)

AT = datetime(2026, 11, 27, 23, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "reader", "words"),
    [
        ("en", UNKNOWN, "Nov. 27, 2026, 11:05 p.m. UTC"),
        ("en", Reader("Europe/Berlin"), "Nov. 28, 2026, 12:05 a.m."),
        ("en", Reader("Europe/London", british=True), "27 Nov 2026, 11:05 p.m."),
        ("de", Reader("Europe/Berlin", british=True), "28. November 2026 00:05"),
    ],
)
def test_moment_is_written_in_zone_and_formats_of_reader(
    language: str, reader: Reader, words: str
) -> None:
    with translation.override(language), reading(reader):
        assert moment_words(AT) == words
    assert timezone.get_current_timezone_name() == "UTC"


def test_unknown_zone_is_refused_and_known_ones_are_offered() -> None:
    validate_zone("Asia/Calcutta")
    assert "Asia/Seoul" in zones()
    for name in ("", "Europe/Atlantis", "../../etc/passwd", "x" * 300):
        with pytest.raises(ValidationError):
            validate_zone(name)


@pytest.mark.parametrize(
    ("header", "british"),
    [
        ("en-GB,en;q=0.9", True),
        ("de,en-IE;q=0.8,en-US;q=0.5", True),
        ("en-US,en-GB;q=0.9", False),
        ("ko", False),
        ("", False),
    ],
)
def test_browser_language_decides_on_british_dates(header: str, british: bool) -> None:
    assert is_british(RequestFactory().get("/", headers={"accept-language": header})) is british


@pytest.mark.parametrize(
    ("path", "zone", "name"),
    [
        ("/", "Asia/Seoul", "Asia/Seoul"),
        ("/", "Europe/Atlantis", "UTC"),
        ("/api/v1/games/", "Asia/Seoul", "UTC"),
    ],
)
def test_zone_of_cookie_applies_to_pages_and_not_to_api(path: str, zone: str, name: str) -> None:
    request = RequestFactory().get(path)
    request.COOKIES["time_zone"] = zone
    found = LocalTime(lambda _: HttpResponse(timezone.get_current_timezone_name()))(request)
    assert found.content.decode() == name
    assert timezone.get_current_timezone_name() == "UTC"


def test_shared_moment_has_same_bytes_for_every_reader() -> None:
    words = set()
    for reader in (UNKNOWN, Reader("Asia/Seoul"), Reader("Europe/London", british=True)):
        with reading(reader):
            words.add(Template("{% shared at %}{{ at|iso }}").render(Context({"at": AT})))
    assert words == {
        '<time datetime="2026-11-27T23:05:00Z" data-zoned="time">23:05 UTC</time>'
        "2026-11-27T23:05:00Z"
    }


def test_script_shows_local_moment_only_while_zone_is_unknown() -> None:
    template = Template('{% local at "DATE_FORMAT" %}')
    assert template.render(Context({"at": AT})) == (
        '<time datetime="2026-11-27T23:05:00Z" data-zoned="date">Nov. 27, 2026</time>'
    )
    with reading(Reader("Europe/Berlin")):
        assert "data-zoned" not in template.render(Context({"at": AT}))
