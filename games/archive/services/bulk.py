"""The records of public matches in bulk, one a line, for research on games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from core.monitoring.rate_limit import Slots, limit_use
from games.archive.refusals import BadPeriod
from games.archive.search import midnight
from games.archive.services.records import record_lines
from games.matches.access import require_signed_in
from games.matches.models import Match
from games.matches.refusals import TooMany
from games.matches.services import time_source
from games.matches.services.event_store import installed

PAUSE = 60
"""Seconds between two files for the same user: each is expensive for the server."""
MOST_DAYS = 31
DAY = timedelta(days=1)
FIRST = "2020-01"
"""The first month that may be asked for; no site is older."""
MONTH = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])", re.ASCII)
AT_ONCE = 2
"""Files of months that a process sends at the same time, to visitors without an account too."""
slots = Slots()


def public_records(user: Visitor, since: date, until: date, game: str = "") -> Iterator[bytes]:
    """Return the record of each public match that ended on these days in UTC, oldest first.

    Each is a line of JSON, the same as the match's own file (records: Records and the referee).

    Raises:
        SignInFirst: the visitor is not signed in.
        BadPeriod: the days are in the wrong order, too many, or have not begun.
        TooMany: the user's last file was requested less than `PAUSE` seconds ago.
    """
    person = require_signed_in(user)
    if since > time_source.now().astimezone(UTC).date():
        raise BadPeriod(_("This day hasn’t begun. Choose an earlier one."))
    if until < since:
        raise BadPeriod(_("The last day is before the first one."))
    if until - since >= MOST_DAYS * DAY or until == date.max:
        raise BadPeriod(_("A file covers at most {most} days."), most=MOST_DAYS)
    _require_pause(person.pk)
    return record_lines(_public_ids(since, until, game))


class MonthOfRecords:
    """The records of the public matches that ended in a month, for anyone who asks.

    Nothing is stored, so that a name that is erased is in no later file.

    Args:
        month: The month, like `2026-11`.
        reader: The account or the network address of the reader.
        now: The current time.

    Raises:
        BadPeriod: This is no month, or it has not begun.
        TooMany: The last file was sent to the reader less than `PAUSE` seconds ago, or others are
            being sent.
    """

    def __init__(self, month: str, reader: str, now: datetime) -> None:
        parts = MONTH.fullmatch(month)
        if parts is None or month < FIRST:
            raise BadPeriod(_("Write the month like this: {example}"), example="2026-11")
        if month > now.astimezone(UTC).strftime("%Y-%m"):
            raise BadPeriod(_("This month hasn’t begun. Choose an earlier one."))
        first = date(int(parts[1]), int(parts[2]), 1)
        last = (first + MOST_DAYS * DAY).replace(day=1) - DAY
        self._taken = slots.take(MonthOfRecords, AT_ONCE)
        if not self._taken:
            raise TooMany(_("Other files are being prepared. Try again in a minute."))
        try:
            _require_pause(reader)
            self._lines = record_lines(_public_ids(first, last))
        except BaseException:
            self.close()
            raise

    def __iter__(self) -> Iterator[bytes]:
        return self._lines

    def close(self) -> None:
        """Let the next file be sent; called when this one is, or when its reader has gone."""
        if self._taken:
            self._taken = False
            slots.release(MonthOfRecords)


def _require_pause(reader: object) -> None:
    refusal = TooMany(_("You can get one file a minute. Try again in a minute."))
    limit_use(f"bulk:{reader}", 1, PAUSE, refusal)


def _public_ids(since: date, until: date, game: str = "") -> list[str]:
    matches = Match.objects.filter(
        installed(), listed_at__gte=midnight(since), listed_at__lt=midnight(until) + DAY
    )
    if game:
        matches = matches.filter(game=game)
    return list(matches.order_by("listed_at", "id").values_list("id", flat=True))
