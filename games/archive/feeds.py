"""Atom feeds of finished matches; readers have no session, and get what the public gets."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.services.people import active_user_named
from accounts.services.privacy import shown_to
from games.archive.presenters import MatchRow, latest, match_rows, visible_seats
from games.boards.words import list_words
from games.matches.refusals import HiddenMatches
from games.titles.registry import is_installed

if TYPE_CHECKING:
    MatchFeed = Feed[MatchRow, User]
else:
    MatchFeed = Feed  # generic only in its stubs

LATEST = 20
ANONYMOUS = AnonymousUser()


class SteadyFeed(Atom1Feed):
    """An Atom feed that stays the same while it has no entries; Django’s would change each time."""

    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else self.feed["since"]


class MatchesOf(MatchFeed):
    """The newest public matches of a user, as Atom; raises Http404 or HiddenMatches."""

    feed_type = SteadyFeed

    def feed_extra_kwargs(self, person: User) -> dict[str, datetime]:
        return {"since": person.date_joined}

    def get_object(self, request: HttpRequest, username: str) -> User:
        person = active_user_named(username)
        if person is None:
            raise Http404(_("No player has this name."))
        if not shown_to(ANONYMOUS, person).matches:
            raise HiddenMatches(
                gettext_noop("{name} keeps their matches private."), name=person.name
            )
        return person

    def title(self, person: User) -> str:
        return _("Matches of {name} · Tavola").format(name=person.name)

    def link(self, person: User) -> str:
        return settings.SITE_URL + person.get_absolute_url()

    def items(self, person: User) -> Sequence[MatchRow]:
        matches = latest(visible_seats(person, ANONYMOUS), LATEST)
        return match_rows([match for match in matches if is_installed(match.game)], person)

    def item_title(self, row: MatchRow) -> str:
        names = list_words([player.name for player in row.players])
        return escape(_("{game}: {names}").format(game=row.game.name, names=names))

    def item_description(self, row: MatchRow) -> str:
        return escape(row.result)

    def item_link(self, row: MatchRow) -> str:
        return settings.SITE_URL + row.match.get_absolute_url()

    def item_guid(self, row: MatchRow) -> str:
        return self.item_link(row)

    def item_pubdate(self, row: MatchRow) -> datetime | None:
        return row.match.ended_at

    def item_updateddate(self, row: MatchRow) -> datetime | None:
        return row.match.ended_at
