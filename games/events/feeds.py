"""The Atom feed of a club: its events, the results of its matches, and new members."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.translation import gettext as _

from games.archive.presenters import match_rows
from games.boards.words import list_words
from games.clubs.presenters import recent_matches, recent_tables
from games.clubs.services.founding import ClubAccess, open_club
from games.events.calendars import reader_with
from games.events.models import Event
from games.events.services import finding


class Entry(NamedTuple):
    """One piece of news; `part` tells it from others with the same page."""

    at: datetime
    title: str
    path: str
    text: str = ""
    part: str = ""
    changed_at: datetime | None = None


if TYPE_CHECKING:
    EntryFeed = Feed[Entry, ClubAccess]
else:
    EntryFeed = Feed  # generic only in its stubs

LATEST = 30


class ClubFeed(EntryFeed):
    """The newest thirty pieces of news: what everyone sees, or with a key what its user sees.

    Raises NoSuchClub for a private club, unless the key is that of a member.
    """

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, club_slug: str, key: str = "") -> ClubAccess:
        reader = reader_with(key) if key else AnonymousUser()
        return open_club(reader, club_slug)

    def title(self, access: ClubAccess) -> str:
        return _("{name} · Tavola").format(name=access.club.name)

    def link(self, access: ClubAccess) -> str:
        return settings.SITE_URL + access.club.get_absolute_url()

    def items(self, access: ClubAccess) -> list[Entry]:
        news = [*_events(access), *_results(access), *_tables(access), *_members(access)]
        return sorted(news, key=lambda entry: entry.at, reverse=True)[:LATEST]

    def item_title(self, entry: Entry) -> str:
        return escape(entry.title)

    def item_description(self, entry: Entry) -> str:
        return escape(entry.text)

    def item_link(self, entry: Entry) -> str:
        return settings.SITE_URL + entry.path

    def item_guid(self, entry: Entry) -> str:
        return self.item_link(entry) + entry.part

    def item_pubdate(self, entry: Entry) -> datetime:
        return entry.at

    def item_updateddate(self, entry: Entry) -> datetime:
        return entry.changed_at or entry.at


def _events(access: ClubAccess) -> Iterator[Entry]:
    events = finding.visible_to(access.visitor).filter(club=access.club)
    for event in events.order_by("-planned_at", "pk")[:LATEST]:
        when = f"{date_format(event.local_start, 'DATETIME_FORMAT')} ({event.local_start.tzinfo})"
        words = _("Event: {event}, {when}")
        if event.status == Event.Status.CANCELLED:
            words = _("Cancelled: {event}, {when}")
        title = words.format(event=event.title, when=when)
        path, text = event.get_absolute_url(), event.text
        yield Entry(event.planned_at, title, path, text, changed_at=event.changed_at)


def _results(access: ClubAccess) -> Iterator[Entry]:
    for row in match_rows(recent_matches(access, LATEST), access.visitor):
        names = list_words([player.name for player in row.players])
        title = _("{game}: {names}").format(game=row.game.name, names=names)
        if row.match.ended_at is not None:
            yield Entry(row.match.ended_at, title, row.match.get_absolute_url(), row.result)


def _tables(access: ClubAccess) -> Iterator[Entry]:
    for row in recent_tables(access, LATEST):
        names = list_words([player.name for player in row.players])
        title = _("{game} at a real table: {names}").format(game=row.game.name, names=names)
        path = row.result.get_absolute_url()
        yield Entry(row.result.ended_at, title, path, changed_at=row.result.entered_at)


def _members(access: ClubAccess) -> Iterator[Entry]:
    newest = access.club.memberships.select_related("user").order_by("-joined_at", "-pk")
    for one in newest[:LATEST]:
        title = _("{name} joined the club.").format(name=one.user.name)
        path = one.user.get_absolute_url()
        yield Entry(one.joined_at, title, path, part=f"#{access.club.slug}")
