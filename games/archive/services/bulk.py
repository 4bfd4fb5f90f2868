"""The records of public matches in bulk, one a line: for whoever studies how a game is played."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from django.core.cache import cache
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from games.archive.refusals import BadPeriod
from games.archive.search import midnight
from games.archive.services.records import as_line
from games.matches.access import require_signed_in
from games.matches.models import Match
from games.matches.refusals import TooMany
from games.matches.services.event_store import installed, record_of

PAUSE = 60
"""Seconds between two files for the same visitor: each is expensive for the server."""
MOST_DAYS = 31
DAY = timedelta(days=1)


def public_records(user: Visitor, since: date, until: date, game: str = "") -> Iterator[bytes]:
    """The record of each public match that ended on these days in UTC, the oldest first.

    Lines of JSON, one a match, the same as its own file (records: Records and the referee);
    SignInFirst, BadPeriod, TooMany.
    """
    person = require_signed_in(user)
    if until < since:
        raise BadPeriod(_("The last day comes before the first one."))
    if until - since >= MOST_DAYS * DAY or until == date.max:
        raise BadPeriod(_("A file holds {most} days at most."), most=MOST_DAYS)
    if not cache.add(f"bulk:{person.pk}", True, PAUSE):
        raise TooMany(_("The last file is on its way still. Try again in a minute."))
    matches = Match.objects.filter(
        installed(), listed_at__gte=midnight(since), listed_at__lt=midnight(until) + DAY
    )
    if game:
        matches = matches.filter(game=game)
    ids = list(matches.order_by("listed_at", "id").values_list("id", flat=True))
    return _lines(ids)


def _lines(ids: list[str]) -> Iterator[bytes]:
    for match_id in ids:
        yield as_line(record_of(Match.objects.get(id=match_id)))
