"""Times in templates, built in: `{% local at %}`, `{{ at|moment }}` and `{{ at|iso }}`."""

from __future__ import annotations

from datetime import UTC, datetime

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.languages.local_time import moment_at_end, moment_words, reader

register = template.Library()
register.filter(moment_at_end)
SHOWN_AS = {"TIME_FORMAT": "time", "MONTH_DAY_FORMAT": "day", "DATE_FORMAT": "date"}
"""What static/js/site.js shows for a format; everything else is a date with its time."""


@register.filter
def iso(at: datetime | None) -> str:
    """Return a moment as a machine reads it, the same for every reader: 2026-11-27T17:05:00Z."""
    return "" if at is None else at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@register.filter
def moment(at: datetime | None, form: str = "DATETIME_FORMAT") -> str:
    """Return a moment in words for the reader, with “UTC” if their time zone is unknown."""
    return "" if at is None else moment_words(at, form)


@register.simple_tag
def local(at: datetime | None, form: str = "DATETIME_FORMAT") -> SafeString | str:
    """Render a moment for the reader; without a known zone the script shows it in the browser's."""
    if at is None:
        return ""
    if reader().zone:
        return format_html('<time datetime="{}">{}</time>', iso(at), moment_words(at, form))
    kind = SHOWN_AS.get(form, "both")
    words = moment_words(at, form)
    return format_html('<time datetime="{}" data-zoned="{}">{}</time>', iso(at), kind, words)


@register.simple_tag(takes_context=True)
def zone_attribute(context: Context) -> SafeString | str:
    """Return the attributes of the page from which its script learns the reader's time zone.

    A signed-in reader's zone that is not known yet is asked for. The answer also notes the
    language of the page for emails, so a reader without a language is asked as well.
    """
    user = getattr(context.get("request"), "user", None)
    zone = reader().zone
    known = format_html(' data-zone="{}"', zone) if zone else SafeString("")
    if user is None or not user.is_authenticated or (zone and user.language):
        return known
    return known + format_html(' data-zone-wanted="{}"', reverse("people:note_time_zone"))


@register.simple_tag
def shared(at: datetime, kind: str = "time") -> SafeString:
    """Render a moment the same for all readers; the script shows it in the zone of each.

    `kind`: "time", or "both" with the day.
    """
    form = "%H:%M" if kind == "time" else "%Y-%m-%d %H:%M"
    words = f"{at.astimezone(UTC):{form}} UTC"
    return format_html('<time datetime="{}" data-zoned="{}">{}</time>', iso(at), kind, words)
