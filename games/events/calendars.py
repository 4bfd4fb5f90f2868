"""Events as calendars (RFC 5545), for programs that show or subscribe to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext_noop as _

from accounts.models import User
from games.events.models import CalendarKey, Event
from games.matches.models import new_key
from games.matches.refusals import NoSuchEvent

if TYPE_CHECKING:
    from icalendar import Event as CalendarEvent

CONTENT_TYPE = "text/calendar; charset=utf-8"


def calendar_of(events: Iterable[Event], name: str = "") -> bytes:
    """Return events as a calendar, with the time zones they need.

    Args:
        events: The events, with their organisers and clubs.
        name: The name that a program shows for a calendar it subscribes to.
    """
    # Commands and workers never make calendars, and start faster without the library.
    from icalendar import Calendar

    calendar = Calendar()
    calendar.add("prodid", "-//Tavola//Events//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    if name:
        calendar.add("name", name)
        calendar.add("x-wr-calname", name)
    for event in events:
        calendar.add_component(_entry(event))
    calendar.add_missing_timezones()
    content: bytes = calendar.to_ical()
    return content


def reader_with(key: str) -> User:
    """Return the active user whose calendars and feeds have this secret address.

    Raises:
        NoSuchEvent: There is none.
    """
    found = CalendarKey.objects.select_related("user").filter(key=key, user__is_active=True).first()
    if found is None:
        raise NoSuchEvent(_("This calendar has another address now."))
    return found.user


def key_of(user: User) -> str:
    """Return the secret part of the address of a user's calendar; "" if there is none yet."""
    found = CalendarKey.objects.filter(user=user).first()
    return "" if found is None else found.key


def renew_key(user: User) -> str:
    """Give a user's calendar a new secret address; the one before leads nowhere from now on."""
    key = new_key()
    CalendarKey.objects.update_or_create(user=user, defaults={"key": key})
    return key


def _entry(event: Event) -> CalendarEvent:
    from icalendar import Event as CalendarEvent

    link = settings.SITE_URL + event.get_absolute_url()
    cancelled = event.status == Event.Status.CANCELLED
    entry = CalendarEvent()
    entry.add("uid", f"{event.pk}@{urlsplit(settings.SITE_URL).hostname}")
    entry.add("sequence", event.version)
    entry.add("dtstamp", event.changed_at)
    entry.add("dtstart", event.local_start)
    entry.add("dtend", event.local_end)
    entry.add("summary", event.title)
    entry.add("description", f"{event.text}\n\n{link}".strip())
    entry.add("location", link)
    entry.add("url", link)
    entry.add("status", "CANCELLED" if cancelled else "CONFIRMED")
    return entry
