"""The records of public matches in bulk, one a line, for research on games."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from django.core.cache import cache
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from games.archive.refusals import BadPeriod
from games.archive.search import midnight
from games.archive.services.records import record_lines
from games.matches.access import require_signed_in
from games.matches.models import Match
from games.matches.refusals import TooMany
from games.matches.services.event_store import installed

PAUSE = 60
"""Seconds between two files for the same user: each is expensive for the server."""
MOST_DAYS = 31
DAY = timedelta(days=1)


def public_records(user: Visitor, since: date, until: date, game: str = "") -> Iterator[bytes]:
    """Return the record of each public match that ended on these days in UTC, oldest first.

    Each is a line of JSON, the same as the match's own file (records: Records and the referee).

    Raises:
        SignInFirst: the visitor is not signed in.
        BadPeriod: the days are in the wrong order, or too many.
        TooMany: the user's last file was requested less than `PAUSE` seconds ago.
    """
    person = require_signed_in(user)
    if until < since:
        raise BadPeriod(_("The last day is before the first one."))
    if until - since >= MOST_DAYS * DAY or until == date.max:
        raise BadPeriod(_("A file covers at most {most} days."), most=MOST_DAYS)
    if not cache.add(f"bulk:{person.pk}", True, PAUSE):
        raise TooMany(_("Your last file is still being prepared. Try again in a minute."))
    matches = Match.objects.filter(
        installed(), listed_at__gte=midnight(since), listed_at__lt=midnight(until) + DAY
    )
    if game:
        matches = matches.filter(game=game)
    ids = list(matches.order_by("listed_at", "id").values_list("id", flat=True))
    return record_lines(ids)
